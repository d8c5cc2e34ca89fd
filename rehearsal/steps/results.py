"""Steps for results: public pages, cutoff, playoffs, ceremony, documents, standings, and the archive."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO

import pikepdf

from rehearsal.state import Rehearsal
from rehearsal.steps.rounds import order_document
from rehearsal.steps.setup import load_rounds
from rehearsal.visitors import RehearsalFailed, Visitor

COACH = re.compile(r"/team/[^\"/]+/")
KINDS = ("players", "teams", "average", "top")
PLAYOFFS = ("teams", "players")
ADVANCING = 3


def publish_tables(rehearsal: Rehearsal) -> None:
    """Open the tournament to the public, which looks up its tables, and let a coach open a team's link."""
    path = f"{rehearsal.base_path}names/"
    fields = rehearsal.director.get(path).form("/names/").fields | {"is_public": ["on"]}
    rehearsal.director.submit(path, fields, "tournament.privacy")
    for division in rehearsal.divisions:
        rehearsal.director.submit(f"{rehearsal.base_path}release/{division}/", {"draws": "yes"}, "release.set")
    team = rehearsal.director.api_list(f"{rehearsal.slug}/teams/")[0]
    path = f"{rehearsal.base_path}teams/{team['id']}/link/"
    page = rehearsal.director.submit(path, {}, "invitation.create")
    badges = re.findall(r"/staff/badges/\d+/", page.text)
    link = (
        COACH.search(rehearsal.director.get(f"{rehearsal.base_path}{badges[0].removeprefix('/')}").text)
        if badges
        else None
    )
    if link is None:
        raise RehearsalFailed("The coach link isn’t on the page")
    _visit_anonymously(rehearsal, link[0], f"/p/{rehearsal.slug}/tables/")


def release_results(rehearsal: Rehearsal, number: int) -> None:
    for division in rehearsal.divisions:
        rehearsal.director.submit(f"{rehearsal.base_path}release/{division}/", {"results": str(number)}, "release.set")
    _visit_anonymously(rehearsal, f"/p/{rehearsal.slug}/standings/")


def _visit_anonymously(rehearsal: Rehearsal, *pages: str) -> None:
    """Visit pages without signing in."""
    visitor = Visitor("A visitor", rehearsal.connection, rehearsal.acknowledged)
    for page in pages:
        visitor.get(page)
    visitor.close()


def set_cutoff(rehearsal: Rehearsal) -> None:
    """Set the cutoff for the playoffs."""
    for division in rehearsal.divisions:
        data = {"teams": str(ADVANCING), "players": str(ADVANCING)}
        rehearsal.director.submit(f"{rehearsal.base_path}standings/cut/?division={division}", data, "standings.cut")
        page = rehearsal.director.api_get(f"{rehearsal.slug}/standings/", division=division, list="teams")
        if not any(row["fate"] for row in page["rows"]):
            raise RehearsalFailed("No one advances to the playoffs")
    rehearsal.progress.step("Cutoff set")


def set_up_playoff(rehearsal: Rehearsal, playoff: str) -> None:
    """Set up a playoff round. If players are tied at the cutoff, the director picks the first ones."""
    least = rehearsal.plan.format.edition.tables.minimum
    for division in rehearsal.divisions:
        page = rehearsal.director.get(f"{rehearsal.base_path}standings/", division=division, list=playoff)
        form = page.form("/standings/playoffs/")
        on, all_of_them = form.fields.get("who", []), list(form.options["who"])
        tied = [each for each in all_of_them if each not in on]
        called = [*on, *tied[: max(0, ADVANCING - len(on))]]
        if len(called) < least:
            continue
        rehearsal.director.submit(form.action, form.fields | {"who": called, "size": [str(ADVANCING)]}, "playoffs.call")
    load_rounds(rehearsal)
    rehearsal.progress.step("Playoffs set up")


def hold_ceremony(rehearsal: Rehearsal) -> None:
    """Freeze the results, show the ceremony pages, order awards and certificates, then release the final results."""
    rehearsal.director.submit(f"{rehearsal.base_path}release/freeze/", {}, "release.freeze")
    for division in rehearsal.divisions:
        for kind in PLAYOFFS:
            rehearsal.director.get(f"{rehearsal.base_path}ceremony/", division=division, list=kind, top=3)
            rehearsal.director.get(f"{rehearsal.base_path}ceremony/", division=division, playoff=kind, list=kind, top=3)
        for name in ("awards", "certificates", "standings"):
            order_document(rehearsal, {"document": name, "division": division})
    rehearsal.director.submit(f"{rehearsal.base_path}release/thaw/", {}, "release.thaw")
    for division in rehearsal.divisions:
        rehearsal.director.submit(f"{rehearsal.base_path}release/{division}/", {"results": "final"}, "release.set")
    rehearsal.progress.step("Awards finished")


def finish_tournament(rehearsal: Rehearsal) -> None:
    rehearsal.director.api_post(f"{rehearsal.slug}/finish/", {}, "tournament.finish")
    rehearsal.progress.step("Tournament finished")


def fetch_documents(rehearsal: Rehearsal) -> int:
    """Download and open every document that was ordered, and return how many pages they have."""
    for job in rehearsal.print_jobs:
        rehearsal.director.wait_for(rehearsal.slug, job)
    return sum(
        _count_pages(rehearsal.director.download(f"{rehearsal.base_path}jobs/{job}/file/"))
        for job in rehearsal.print_jobs
    )


def _count_pages(content: bytes) -> int:
    try:
        with pikepdf.open(BytesIO(content)) as document:
            return len(document.pages)
    except pikepdf.PdfError as problem:
        raise RehearsalFailed(f"The document isn’t a PDF: {problem}") from problem


def read_standings(rehearsal: Rehearsal) -> list[set[tuple]]:
    """The rows of every list by division, as the API returns them, followed by those of the playoffs."""
    by_division = [_standings_rows(rehearsal, division, KINDS) for division in rehearsal.divisions]
    played = {(each.division, each.playoff) for each in rehearsal.rounds.values() if each.playoff}
    return by_division + [
        _standings_rows(rehearsal, division, (playoff,), playoff=playoff)
        for division in rehearsal.divisions
        for playoff in PLAYOFFS
        if (division, playoff) in played
    ]


def _standings_rows(rehearsal: Rehearsal, division: int, kinds: Iterable[str], **more: str) -> set[tuple]:
    return {_row_key(row) for kind in kinds for row in _load_rows(rehearsal, division, kind, **more)}


def _row_key(row: dict) -> tuple:
    """Name, rank, and points of a row, as `checks.check_standings` compares them. No-shows have a dash as points."""
    points_by_round = tuple(cell["points"].strip("–") for cell in row["cells"])
    return row["rank"], row["is_tied"], row["name"], row["beside"], row["points"], points_by_round


def _load_rows(rehearsal: Rehearsal, division: int, kind: str, **more: str) -> list[dict]:
    path = f"{rehearsal.slug}/standings/"
    first = rehearsal.director.api_get(path, division=division, list=kind, **more)
    rows: list[dict] = first["rows"]
    for page in range(2, first["pages"] + 1):
        rows += rehearsal.director.api_get(path, division=division, list=kind, page=page, **more)["rows"]
    return rows


def download_archive(rehearsal: Rehearsal) -> bytes:
    """Download the archive of the whole tournament."""
    path = f"{rehearsal.base_path}archive/"
    page = rehearsal.director.submit(path, rehearsal.director.get(path).form("/archive/").fields, "archive.make")
    job = page.path.rstrip("/").rpartition("/")[2]
    rehearsal.director.wait_for(rehearsal.slug, job)
    return rehearsal.director.download(f"/t/{rehearsal.slug}/jobs/{job}/file/")
