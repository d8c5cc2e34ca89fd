"""Steps of the scorekeepers: receive scoresheets in piles, enter each twice, and resolve entries that don't match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rehearsal.sample_scoresheets import SamplePaper, form_fields, misread, play_table
from rehearsal.state import Rehearsal, RehearsedTable
from rehearsal.visitors import RehearsalFailed, Visitor

MOST_AT_ONCE = 60
REASON = "That’s what the paper says."


@dataclass(frozen=True)
class SheetEntry:
    """One way to save a scoresheet. `base`: the number of the entry that it follows. `more`: other form fields."""

    verb: str
    paper: SamplePaper
    base: int
    more: Mapping[str, str] = field(default_factory=dict)


def fill_out_papers(rehearsal: Rehearsal, number: int) -> None:
    """Play every table, and keep what it wrote on its scoresheet."""
    edition, players = rehearsal.plan.format.edition, rehearsal.roster.by_name()
    for round_ in rehearsal.rounds_numbered(number):
        for table in rehearsal.tables[round_]:
            rng = rehearsal.random_for("play", table.key)
            penalties = rehearsal.penalties.get(table.sheet, {})
            disputed = rehearsal.protests.get(table.sheet)
            strengths = [players[name].strength for name in table.names]
            paper = play_table(rng, edition, strengths, plain=bool(penalties or disputed))
            rehearsal.papers[table.sheet] = replace(paper, penalties=penalties, refuses=1 if disputed else 0)


def enter_all(rehearsal: Rehearsal, number: int, share: float = 1.0) -> None:
    """Let one scorekeeper enter each sheet and the next one enter it again. `share`: the share of sheets to enter."""
    tables = [table for round_ in rehearsal.rounds_numbered(number) for table in rehearsal.tables[round_]]
    tables.sort(key=lambda table: (table.key.table, table.key.division))
    count = len(rehearsal.scorekeepers)
    piles = [tables[index::count] for index in range(count)]
    rehearsal.run_in_parallel(
        _receiving_task(rehearsal, rehearsal.scorekeepers[index], pile) for index, pile in enumerate(piles)
    )
    begun = [tables[: round(len(tables) * share)][index::count] for index in range(count)]
    rehearsal.run_in_parallel(
        _entry_task(rehearsal, rehearsal.scorekeepers[index], pile) for index, pile in enumerate(begun)
    )
    rehearsal.run_in_parallel(
        _double_entry_task(rehearsal, rehearsal.scorekeepers[(index + 1) % count], pile)
        for index, pile in enumerate(begun)
    )


def _receiving_task(rehearsal: Rehearsal, scorekeeper: Visitor, pile: list[RehearsedTable]) -> Callable[[], None]:
    def receive() -> None:
        for index in range(0, len(pile), MOST_AT_ONCE):
            batch = pile[index : index + MOST_AT_ONCE]
            words = " ".join(f"{table.key.division}-{table.key.table}" for table in batch)
            scorekeeper.submit(f"{rehearsal.base_path}sheets/in/", {"tables": words}, "sheet.receive", times=len(batch))

    return receive


def _entry_task(rehearsal: Rehearsal, scorekeeper: Visitor, pile: list[RehearsedTable]) -> Callable[[], None]:
    def enter() -> None:
        for table in pile:
            paper = rehearsal.papers[table.sheet]
            read = misread(rehearsal.random_for("first", table.key), paper, rehearsal.plan.format.edition) or paper
            path = f"{rehearsal.base_path}sheets/{table.sheet}/"
            scorekeeper.get(path)
            if not _save(rehearsal, scorekeeper, table, SheetEntry("enter", read, 0)):
                # The page warned about a misread value, so the scorekeeper looks at the paper again.
                _require(_save(rehearsal, scorekeeper, table, SheetEntry("enter", paper, 0)), table)
            rehearsal.progress.step("Entering scoresheets")

    return enter


def _double_entry_task(rehearsal: Rehearsal, scorekeeper: Visitor, pile: list[RehearsedTable]) -> Callable[[], None]:
    def enter() -> None:
        for table in pile:
            paper = rehearsal.papers[table.sheet]
            read = misread(rehearsal.random_for("second", table.key), paper, rehearsal.plan.format.edition) or paper
            scorekeeper.get(f"{rehearsal.base_path}sheets/{table.sheet}/")
            _require(_save(rehearsal, scorekeeper, table, SheetEntry("rekey", read, 1)), table)
            first = rehearsal.acknowledged.entries[table.key, 1]
            if first != read.written():
                resolution = SheetEntry("settle", paper, 1, {"reason": REASON})
                _require(_save(rehearsal, scorekeeper, table, resolution), table)
            elif first != paper.written():
                _correct(rehearsal, scorekeeper, table)
            rehearsal.progress.step("Double entry")

    return enter


def _correct(rehearsal: Rehearsal, scorekeeper: Visitor, table: RehearsedTable) -> None:
    """Correct a sheet that both scorekeepers misread in the same way. A third entry verifies it."""
    paper = rehearsal.papers[table.sheet]
    correction = SheetEntry("enter", paper, 1, {"correction": "keyed", "reason": REASON})
    _require(_save(rehearsal, scorekeeper, table, correction), table)
    others = [each for each in rehearsal.scorekeepers if each is not scorekeeper]
    _require(_save(rehearsal, others[0], table, SheetEntry("rekey", paper, 3)), table)


def _save(rehearsal: Rehearsal, scorekeeper: Visitor, table: RehearsedTable, entry: SheetEntry) -> bool:
    """Save an entry and return whether it was accepted. If the paper itself looks odd, save it with a reason."""
    paper, verb = entry.paper, entry.verb
    path = f"{rehearsal.base_path}sheets/{table.sheet}/{verb}/"
    fields = form_fields(paper) | {"base": str(entry.base), **entry.more}
    response = scorekeeper.save_sheet(path, fields, f"sheet.{verb}")
    if response.get("doubtful") and paper == rehearsal.papers[table.sheet]:
        response = scorekeeper.save_sheet(path, fields | {"reason": REASON}, f"sheet.{verb}")
    if response.get("entry"):
        rehearsal.acknowledged.record_entry(table.key, response["entry"], paper.written())
        return True
    if not response.get("doubtful"):
        raise RehearsalFailed(f"{table.key}, {verb}: {response.get('refused', response)}")
    return False


def _require(accepted: bool, table: RehearsedTable) -> None:
    if not accepted:
        raise RehearsalFailed(f"{table.key}: a correct entry was refused")
