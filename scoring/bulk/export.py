"""Exports a round's scoresheets with the columns that an import reads, also as an empty list to fill in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.bulk.grid import sheets_of_round
from scoring.bulk.result_files import FIELDS, PlayerCells, cells_of
from scoring.entry.access import SheetViewer
from scoring.entry.players import player_names
from scoring.entry.queries import SeatedPlayer, seated_players_by_table, sheet_context
from scoring.models import Sheet
from scoring.paper import ComputedSheet, read_paper
from tournament.books import edition_of
from tournament.rounds.models import Round

EMPTY = PlayerCells("", "", "", "", "", "", "", ())
TEXT_COLUMNS = tuple(FIELDS[name] for name in ("division", "player", "initials", "status", "error", "turned_in"))
IF_NEEDED = ("status", "error", "turned_in")


def export_rows(round_: Round, viewer: SheetViewer) -> Iterator[tuple[str, ...]]:
    """Yield the headings and a line for each player. Sheets that this person reads blind are empty."""
    edition = edition_of(round_.division.event)
    sheets = sheets_of_round(round_)
    seated = seated_players_by_table(sheets)
    cells = {sheet.pk: _cells(sheet, seated.get(sheet.table_id, []), viewer) for sheet in sheets}
    everyone = [each for of_table in cells.values() for each in of_table]
    names = player_names({each.player for each in everyone if each.player})
    fields = ["total", "points", *(["games"] if edition.player_score else []), "initials"]
    fields += [name for name in IF_NEEDED if any(getattr(each, name) for each in everyone)]
    wide = max([edition.sheet.columns.value, *(len(each.shakes) for each in everyone)])
    about = [FIELDS[name] for name in ("division", "round", "table", "player", *fields)]
    yield (*about, *map(str, range(1, wide + 1)))
    for sheet in sheets:
        where = (round_.division.name, str(round_.number), str(sheet.table.number))
        shown = _shown_names(seated.get(sheet.table_id, []), cells[sheet.pk], names)
        for name, each in zip(shown, cells[sheet.pk], strict=True):
            shakes = (*each.shakes, *[""] * (wide - len(each.shakes)))
            yield (*where, name, *(getattr(each, field) for field in fields), *shakes)


def _cells(sheet: Sheet, seated: list[SeatedPlayer], viewer: SheetViewer) -> list[PlayerCells]:
    if sheet.current is None or viewer.reads_blind(sheet):
        return [EMPTY] * len(seated)
    return cells_of(ComputedSheet(sheet_context(sheet, seated), read_paper(sheet.current.paper, len(seated))))


def _shown_names(seated: list[SeatedPlayer], cells: list[PlayerCells], names: dict[int, str]) -> list[str]:
    """Return who played: by name, or by number if two at one table share a name."""
    shown = [
        names.get(each.player, player.name) if each.player else player.name
        for player, each in zip(seated, cells, strict=True)
    ]
    twice = {name for name, count in Counter(shown).items() if count > 1}
    return [
        str(player.player.number) if name in twice and player.player and not each.player else name
        for name, player, each in zip(shown, seated, cells, strict=True)
    ]
