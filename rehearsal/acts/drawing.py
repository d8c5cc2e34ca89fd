"""Who sits where: draws, a repair after somebody left, publishing, paper, and the clock of a round."""

from __future__ import annotations

from typing import Any

from rehearsal.acts.arriving import somebody_leaves
from rehearsal.ledger import Where
from rehearsal.stage import Round, Stage, Table
from rehearsal.visitors import Visitor


def draw(stage: Stage, number: int) -> None:
    """Every division is drawn and published; in the first one somebody leaves, and its tables are repaired."""
    for round_ in stage.in_round(number):
        seed = stage.chance("draw", round_.letter, number).randrange(10**6)
        told = {"round": round_.id, "seed": seed}
        made = stage.director.tell(f"{stage.slug}/draws/", told, "draw.make")
        stage.director.tell(f"{stage.slug}/draws/{made['id']}/publish/", {}, "draw.publish")
        if number == 1 and round_.letter == next(iter(stage.divisions.values())):
            repair(stage, round_)
        stage.tables[round_] = tables_of(stage, round_)
        stage.progress.step(f"Round {number} is drawn")


def repair(stage: Stage, round_: Round) -> None:
    somebody_leaves(stage, round_.letter)
    address = f"{stage.board}draws/{round_.id}/"
    stage.director.send(f"{address}repair/", {}, "draw.make")
    stage.director.send(f"{address}publish/", {}, "draw.publish")


def tables_of(stage: Stage, round_: Round) -> list[Table]:
    """The published tables with their sheets."""
    (found,) = stage.director.all(f"{stage.slug}/draws/", round=round_.id, state="published")
    draw = stage.director.ask(f"{stage.slug}/draws/{found['id']}/")
    sheets = {each["table"]: each["id"] for each in stage.director.all(f"{stage.slug}/sheets/", round=round_.id)}
    tables = []
    for table in draw["tables"]:
        seats = sorted(table["seats"], key=lambda seat: seat["number"])
        where = Where(round_.letter, round_.number, table["number"])
        places, names = (tuple(seat[name] for seat in seats) for name in ("place", "name"))
        tables.append(Table(sheets[table["number"]], where, places, names))
    return sorted(tables, key=lambda table: table.where.table)


def print_papers(stage: Stage, number: int) -> None:
    """Scoresheets and the list by name of every division; before the first round also badges."""
    for round_ in stage.in_round(number):
        for name in ("scoresheets", "list-by-name"):
            order(stage, {"document": name, "round": round_.id})
    if number == 1:
        told = stage.director.tell(f"{stage.slug}/prints/badges/", {"paper": "letter"}, "print.badges")
        stage.orders.append(told["id"])
    stage.progress.step("Paper is ordered")


def order(stage: Stage, told: dict[str, Any]) -> None:
    """A worker prints it meanwhile."""
    made = stage.director.tell(f"{stage.slug}/prints/documents/", told, "print.document")
    stage.orders.append(made["id"])


def start(stage: Stage, number: int) -> None:
    for round_ in stage.in_round(number):
        move(stage.director, stage, round_, "start")
    stage.progress.step(f"Round {number} is being played")


def collect(stage: Stage, number: int) -> None:
    for round_ in stage.in_round(number):
        if number == 1:
            assert stage.head is not None
            move(stage.head, stage, round_, "pause")
            move(stage.head, stage, round_, "go_on")
        move(stage.director, stage, round_, "collect")


def close(stage: Stage, number: int) -> None:
    for round_ in stage.in_round(number):
        move(stage.director, stage, round_, "complete")
    stage.progress.step(f"Round {number} is closed")


def move(who: Visitor, stage: Stage, round_: Round, verb: str) -> None:
    now = who.ask(f"{stage.slug}/rounds/{round_.id}/")
    address = f"{stage.slug}/rounds/{round_.id}/{verb.replace('_', '-')}/"
    who.tell(address, {"version": now["version"]}, f"round.{verb}")
