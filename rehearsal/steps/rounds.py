"""Steps of a round: draw and publish the tables, order the documents, and start, collect, and close the round."""

from __future__ import annotations

from typing import Any

from rehearsal.acknowledgments import TableKey
from rehearsal.state import Rehearsal, RehearsedRound, RehearsedTable
from rehearsal.steps.roster import withdraw_player
from rehearsal.visitors import Visitor


def draw_round(rehearsal: Rehearsal, number: int) -> None:
    """Draw and publish the tables of every division. In the first one a player leaves, and the tables are repaired."""
    for round_ in rehearsal.rounds_numbered(number):
        seed = rehearsal.random_for("draw", round_.letter, number).randrange(10**6)
        data = {"round": round_.id, "seed": seed}
        draft = rehearsal.director.api_post(f"{rehearsal.slug}/draws/", data, "draw.make")
        rehearsal.director.api_post(f"{rehearsal.slug}/draws/{draft['id']}/publish/", {}, "draw.publish")
        if number == 1 and round_.letter == next(iter(rehearsal.divisions.values())):
            repair_draw(rehearsal, round_)
        rehearsal.tables[round_] = load_tables(rehearsal, round_)
        rehearsal.progress.step(f"Round {number} tables published")


def repair_draw(rehearsal: Rehearsal, round_: RehearsedRound) -> None:
    withdraw_player(rehearsal, round_.letter)
    path = f"{rehearsal.base_path}draws/{round_.id}/"
    rehearsal.director.submit(f"{path}repair/", {}, "draw.make")
    rehearsal.director.submit(f"{path}publish/", {}, "draw.publish")


def load_tables(rehearsal: Rehearsal, round_: RehearsedRound) -> list[RehearsedTable]:
    """The published tables with their scoresheets."""
    (published,) = rehearsal.director.api_list(f"{rehearsal.slug}/draws/", round=round_.id, state="published")
    draw = rehearsal.director.api_get(f"{rehearsal.slug}/draws/{published['id']}/")
    sheets = {
        each["table"]: each["id"] for each in rehearsal.director.api_list(f"{rehearsal.slug}/sheets/", round=round_.id)
    }
    tables = []
    for table in draw["tables"]:
        seats = sorted(table["seats"], key=lambda seat: seat["number"])
        key = TableKey(round_.letter, round_.number, table["number"])
        places, names = (tuple(seat[name] for seat in seats) for name in ("place", "name"))
        tables.append(RehearsedTable(sheets[table["number"]], key, places, names))
    return sorted(tables, key=lambda table: table.key.table)


def order_documents(rehearsal: Rehearsal, number: int) -> None:
    """Order scoresheets and the list by name for every division, and badges before the first round."""
    for round_ in rehearsal.rounds_numbered(number):
        for name in ("scoresheets", "list-by-name"):
            order_document(rehearsal, {"document": name, "round": round_.id})
    if number == 1:
        job = rehearsal.director.api_post(f"{rehearsal.slug}/prints/badges/", {"paper": "letter"}, "print.badges")
        rehearsal.print_jobs.append(job["id"])
    rehearsal.progress.step("Documents requested")


def order_document(rehearsal: Rehearsal, data: dict[str, Any]) -> None:
    """Order a document, which a worker prints while the rehearsal goes on."""
    job = rehearsal.director.api_post(f"{rehearsal.slug}/prints/documents/", data, "print.document")
    rehearsal.print_jobs.append(job["id"])


def start_round(rehearsal: Rehearsal, number: int) -> None:
    for round_ in rehearsal.rounds_numbered(number):
        _change_state(rehearsal.director, rehearsal, round_, "start")
    rehearsal.progress.step(f"Round {number} in progress")


def collect_sheets(rehearsal: Rehearsal, number: int) -> None:
    for round_ in rehearsal.rounds_numbered(number):
        if number == 1:
            assert rehearsal.head_judge is not None
            _change_state(rehearsal.head_judge, rehearsal, round_, "pause")
            _change_state(rehearsal.head_judge, rehearsal, round_, "go_on")
        _change_state(rehearsal.director, rehearsal, round_, "collect")


def close_round(rehearsal: Rehearsal, number: int) -> None:
    for round_ in rehearsal.rounds_numbered(number):
        _change_state(rehearsal.director, rehearsal, round_, "complete")
    rehearsal.progress.step(f"Round {number} closed")


def _change_state(visitor: Visitor, rehearsal: Rehearsal, round_: RehearsedRound, verb: str) -> None:
    current = visitor.api_get(f"{rehearsal.slug}/rounds/{round_.id}/")
    path = f"{rehearsal.slug}/rounds/{round_.id}/{verb.replace('_', '-')}/"
    visitor.api_post(path, {"version": current["version"]}, f"round.{verb}")
