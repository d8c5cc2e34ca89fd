"""What the public and the coaches see, the cut, the ceremony, and the end of the day."""

from __future__ import annotations

import re

from rehearsal.acts.drawing import order
from rehearsal.stage import Stage
from rehearsal.visitors import NotTaken, Visitor

COACH = re.compile(r"/team/[^\"/]+/")
KINDS = ("players", "teams", "average", "top")


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
        told = {"teams": "2", "players": "6"}
        stage.director.send(f"{stage.board}standings/cut/?division={division}", told, "standings.cut")
        page = stage.director.ask(f"{stage.slug}/standings/", division=division, list="teams")
        if not any(row["fate"] for row in page["rows"]):
            raise NotTaken("Nobody goes on to the playoffs")
    stage.progress.step("The cut is made")


def ceremony(stage: Stage) -> None:
    """Frozen until it is over, then final; awards and certificates on paper."""
    stage.director.send(f"{stage.board}release/freeze/", {}, "release.freeze")
    for division in stage.divisions:
        for kind in ("players", "teams"):
            stage.director.get(f"{stage.board}ceremony/", division=division, list=kind, top=3)
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
    """Everything that was ordered is printed; the last of it is opened."""
    for job in stage.orders:
        stage.director.wait_for(stage.slug, job)
    if stage.orders and not stage.director.read(f"{stage.board}jobs/{stage.orders[-1]}/file/").startswith(b"%PDF"):
        raise NotTaken("What was printed is no PDF")
    return len(stage.orders)


def standings(stage: Stage) -> list[set[tuple]]:
    """By division: every line of every list, as the API tells it."""
    return [
        {
            (row["rank"], row["is_tied"], row["name"], row["beside"], row["points"], tuple(cells))
            for kind in KINDS
            for row in _rows(stage, division, kind)
            for cells in [[cell["points"].strip("–") for cell in row["cells"]]]  # who never came has none
        }
        for division in stage.divisions
    ]


def _rows(stage: Stage, division: int, kind: str) -> list[dict]:
    address = f"{stage.slug}/standings/"
    first = stage.director.ask(address, division=division, list=kind)
    rows: list[dict] = first["rows"]
    for page in range(2, first["pages"] + 1):
        rows += stage.director.ask(address, division=division, list=kind, page=page)["rows"]
    return rows


def archive(stage: Stage) -> bytes:
    """The whole tournament in one file, as a director takes it home."""
    address = f"{stage.board}archive/"
    page = stage.director.send(address, stage.director.get(address).form("/archive/").fields, "archive.make")
    job = page.path.rstrip("/").rpartition("/")[2]
    stage.director.wait_for(stage.slug, job)
    return stage.director.read(f"/t/{stage.slug}/jobs/{job}/file/")
