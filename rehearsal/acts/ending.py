"""What the public and the coaches see, the cut, the ceremony, and the end of the day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO

import pikepdf

from rehearsal.acts.drawing import order
from rehearsal.acts.setting_up import look_around
from rehearsal.stage import Stage
from rehearsal.visitors import NotTaken, Visitor

COACH = re.compile(r"/team/[^\"/]+/")
KINDS = ("players", "teams", "average", "top")
PLAYOFFS = ("teams", "players")
GO_ON = 3


def show_tables(stage: Stage) -> None:
    """The public finds its tables, and a coach opens the link of a team."""
    address = f"{stage.board}names/"
    fields = stage.director.get(address).form("/names/").fields | {"is_public": ["on"]}
    stage.director.send(address, fields, "tournament.privacy")
    for division in stage.divisions:
        stage.director.send(f"{stage.board}release/{division}/", {"draws": "yes"}, "release.set")
    team = stage.director.all(f"{stage.slug}/teams/")[0]
    address = f"{stage.board}teams/{team['id']}/link/"
    page = stage.director.send(address, {}, "invitation.create")
    badges = re.findall(r"/staff/badges/\d+/", page.text)
    link = COACH.search(stage.director.get(f"{stage.board}{badges[0].removeprefix('/')}").text) if badges else None
    if link is None:
        raise NotTaken("The coach's link is not on the page")
    _stranger(stage, link[0], f"/p/{stage.slug}/tables/")


def show_results(stage: Stage, number: int) -> None:
    for division in stage.divisions:
        stage.director.send(f"{stage.board}release/{division}/", {"results": str(number)}, "release.set")
    _stranger(stage, f"/p/{stage.slug}/standings/")


def _stranger(stage: Stage, *pages: str) -> None:
    """Somebody who is not signed in."""
    visitor = Visitor("Somebody", stage.way, stage.ledger)
    for page in pages:
        visitor.get(page)
    visitor.close()


def cut(stage: Stage) -> None:
    """Who goes on to the playoffs."""
    for division in stage.divisions:
        told = {"teams": str(GO_ON), "players": str(GO_ON)}
        stage.director.send(f"{stage.board}standings/cut/?division={division}", told, "standings.cut")
        page = stage.director.ask(f"{stage.slug}/standings/", division=division, list="teams")
        if not any(row["fate"] for row in page["rows"]):
            raise NotTaken("Nobody goes on to the playoffs")
    stage.progress.step("The cut is made")


def call(stage: Stage, playoff: str) -> None:
    """One more round for those who go on; of those who are tied at the cut, the director takes the first ones."""
    least = stage.plan.format.edition.tables.minimum
    for division in stage.divisions:
        page = stage.director.get(f"{stage.board}standings/", division=division, list=playoff)
        form = page.form("/standings/playoffs/")
        on, all_of_them = form.fields.get("who", []), list(form.options["who"])
        tied = [each for each in all_of_them if each not in on]
        called = [*on, *tied[: max(0, GO_ON - len(on))]]
        if len(called) < least:
            continue
        stage.director.send(form.action, form.fields | {"who": called, "size": [str(GO_ON)]}, "playoffs.call")
    look_around(stage)
    stage.progress.step("The playoffs are called")


def ceremony(stage: Stage) -> None:
    """Frozen until it is over, then final; awards and certificates on paper."""
    stage.director.send(f"{stage.board}release/freeze/", {}, "release.freeze")
    for division in stage.divisions:
        for kind in PLAYOFFS:
            stage.director.get(f"{stage.board}ceremony/", division=division, list=kind, top=3)
            stage.director.get(f"{stage.board}ceremony/", division=division, playoff=kind, list=kind, top=3)
        for name in ("awards", "certificates", "standings"):
            order(stage, {"document": name, "division": division})
    stage.director.send(f"{stage.board}release/thaw/", {}, "release.thaw")
    for division in stage.divisions:
        stage.director.send(f"{stage.board}release/{division}/", {"results": "final"}, "release.set")
    stage.progress.step("The ceremony is over")


def finish(stage: Stage) -> None:
    stage.director.tell(f"{stage.slug}/finish/", {}, "tournament.finish")
    stage.progress.step("The tournament is finished")


def papers(stage: Stage) -> int:
    """Everything that was ordered is printed, fetched and opened; how many pages that is."""
    for job in stage.orders:
        stage.director.wait_for(stage.slug, job)
    return sum(_pages(stage.director.read(f"{stage.board}jobs/{job}/file/")) for job in stage.orders)


def _pages(content: bytes) -> int:
    try:
        with pikepdf.open(BytesIO(content)) as document:
            return len(document.pages)
    except pikepdf.PdfError as problem:
        raise NotTaken(f"What was printed is no PDF: {problem}") from problem


def standings(stage: Stage) -> list[set[tuple]]:
    """By division: every line of every list, as the API tells it; then those of the playoffs."""
    found = [_lines(stage, division, KINDS) for division in stage.divisions]
    played = {(each.division, each.playoff) for each in stage.rounds.values() if each.playoff}
    return found + [
        _lines(stage, division, (playoff,), playoff=playoff)
        for division in stage.divisions
        for playoff in PLAYOFFS
        if (division, playoff) in played
    ]


def _lines(stage: Stage, division: int, kinds: Iterable[str], **more: str) -> set[tuple]:
    return {
        (row["rank"], row["is_tied"], row["name"], row["beside"], row["points"], tuple(cells))
        for kind in kinds
        for row in _rows(stage, division, kind, **more)
        for cells in [[cell["points"].strip("–") for cell in row["cells"]]]  # who never came has none
    }


def _rows(stage: Stage, division: int, kind: str, **more: str) -> list[dict]:
    address = f"{stage.slug}/standings/"
    first = stage.director.ask(address, division=division, list=kind, **more)
    rows: list[dict] = first["rows"]
    for page in range(2, first["pages"] + 1):
        rows += stage.director.ask(address, division=division, list=kind, page=page, **more)["rows"]
    return rows


def archive(stage: Stage) -> bytes:
    """The whole tournament in one file, as a director takes it home."""
    address = f"{stage.board}archive/"
    page = stage.director.send(address, stage.director.get(address).form("/archive/").fields, "archive.make")
    job = page.path.rstrip("/").rpartition("/")[2]
    stage.director.wait_for(stage.slug, job)
    return stage.director.read(f"/t/{stage.slug}/jobs/{job}/file/")
