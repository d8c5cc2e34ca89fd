"""The scorekeepers: sheets come in piles, are keyed twice, and settled where the two readings differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rehearsal.play import Paper, play, slipped, typed
from rehearsal.stage import Stage, Table
from rehearsal.visitors import NotTaken, Visitor

MOST_AT_ONCE = 60
REASON = "So it stands on the paper."


def played(stage: Stage, number: int) -> None:
    """What the tables wrote while they played."""
    edition, cast = stage.plan.format.edition, stage.cast.by_name()
    for round_ in stage.in_round(number):
        for table in stage.tables[round_]:
            chance = stage.chance("play", table.where)
            fines = stage.fines.get(table.sheet, {})
            disputed = stage.protests.get(table.sheet)
            strengths = [cast[name].strength for name in table.names]
            paper = play(chance, edition, strengths, plain=bool(fines or disputed))
            stage.papers[table.sheet] = replace(paper, fines=fines, refuses=1 if disputed else 0)


def key_all(stage: Stage, number: int, share: float = 1.0) -> None:
    """Every sheet is keyed by one and keyed again by the next. `share`: how much of it, where helpers are to train."""
    tables = [table for round_ in stage.in_round(number) for table in stage.tables[round_]]
    tables.sort(key=lambda table: (table.where.table, table.where.division))
    count = len(stage.clerks)
    piles = [tables[at::count] for at in range(count)]
    stage.together(_receiving(stage, stage.clerks[at], pile) for at, pile in enumerate(piles))
    begun = [tables[: round(len(tables) * share)][at::count] for at in range(count)]
    stage.together(_keying(stage, stage.clerks[at], pile) for at, pile in enumerate(begun))
    stage.together(_again(stage, stage.clerks[(at + 1) % count], pile) for at, pile in enumerate(begun))


def _receiving(stage: Stage, clerk: Visitor, pile: list[Table]) -> Callable[[], None]:
    def receive() -> None:
        for at in range(0, len(pile), MOST_AT_ONCE):
            some = pile[at : at + MOST_AT_ONCE]
            words = " ".join(f"{table.where.division}-{table.where.table}" for table in some)
            clerk.send(f"{stage.board}sheets/in/", {"tables": words}, "sheet.receive", times=len(some))

    return receive


def _keying(stage: Stage, clerk: Visitor, pile: list[Table]) -> Callable[[], None]:
    def key() -> None:
        for table in pile:
            paper = stage.papers[table.sheet]
            read = slipped(stage.chance("first", table.where), paper, stage.plan.format.edition) or paper
            address = f"{stage.board}sheets/{table.sheet}/"
            clerk.get(address)
            if not _save(stage, clerk, table, "enter", read, 0):
                # The page doubted a slip: a second look at the paper.
                _must(_save(stage, clerk, table, "enter", paper, 0), table)
            stage.progress.step("Keying sheets")

    return key


def _again(stage: Stage, clerk: Visitor, pile: list[Table]) -> Callable[[], None]:
    def key() -> None:
        for table in pile:
            paper = stage.papers[table.sheet]
            read = slipped(stage.chance("second", table.where), paper, stage.plan.format.edition) or paper
            clerk.get(f"{stage.board}sheets/{table.sheet}/")
            _must(_save(stage, clerk, table, "rekey", read, 1), table)
            first = stage.ledger.entries[table.where, 1]
            if first != read.written():
                _must(_save(stage, clerk, table, "settle", paper, 1, reason=REASON), table)
            elif first != paper.written():
                _correct(stage, clerk, table)
            stage.progress.step("Keying sheets again")

    return key


def _correct(stage: Stage, clerk: Visitor, table: Table) -> None:
    """Both misread it alike, and found out: a correction, which another one verifies."""
    paper = stage.papers[table.sheet]
    _must(_save(stage, clerk, table, "enter", paper, 1, correction="keyed", reason=REASON), table)
    others = [each for each in stage.clerks if each is not clerk]
    _must(_save(stage, others[0], table, "rekey", paper, 3), table)


def _save(stage: Stage, clerk: Visitor, table: Table, verb: str, paper: Paper, base: int, **more: str) -> bool:
    """Whether it was taken. What looks odd on a paper that is read right is saved with a reason."""
    address = f"{stage.board}sheets/{table.sheet}/{verb}/"
    fields = typed(paper) | {"base": str(base), **more}
    told = clerk.save(address, fields, f"sheet.{verb}")
    if told.get("doubtful") and paper == stage.papers[table.sheet]:
        told = clerk.save(address, fields | {"reason": REASON}, f"sheet.{verb}")
    if told.get("entry"):
        stage.ledger.note_entry(table.where, told["entry"], paper.written())
        return True
    if not told.get("doubtful"):
        raise NotTaken(f"{table.where}, {verb}: {told.get('refused', told)}")
    return False


def _must(taken: bool, table: Table) -> None:
    if not taken:
        raise NotTaken(f"{table.where}: a sheet that is read right was not taken")
