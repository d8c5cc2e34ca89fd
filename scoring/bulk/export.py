"""A round's sheets with the columns that an import understands: also an empty list to be filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from scoring.bulk.columns import FIELDS
from scoring.bulk.figures import Figures, figures_of
from scoring.bulk.rows import sheets_of_round
from scoring.models import Sheet
from scoring.paper import read, read_paper
from scoring.tables import Sitter, names_of, sitters_by_table, table_of
from tournament.books import edition_of
from tournament.rounds.models import Round

NOTHING = Figures("", "", "", "", "", "", "", ())
WORDS = tuple(FIELDS[name] for name in ("division", "player", "initials", "status", "error", "turned_in"))
IF_NEEDED = ("status", "error", "turned_in")


def export_rows(round_: Round, is_hidden: Callable[[Sheet], bool]) -> Iterator[tuple[str, ...]]:
    """A line for each player. `is_hidden`: whose figures this person may not see, since they are to read them blind."""
    edition = edition_of(round_.division.event)
    found = sheets_of_round(round_)
    sitters = sitters_by_table(found)
    figures = {sheet.pk: _figures(sheet, sitters.get(sheet.table_id, []), is_hidden) for sheet in found}
    everybody = [each for of_table in figures.values() for each in of_table]
    names = names_of({each.player for each in everybody if each.player})
    fields = ["total", "points", *(["games"] if edition.player_score else []), "initials"]
    fields += [name for name in IF_NEEDED if any(getattr(each, name) for each in everybody)]
    wide = max([edition.sheet.columns.value, *(len(each.shakes) for each in everybody)])
    about = [FIELDS[name] for name in ("division", "round", "table", "player", *fields)]
    yield (*about, *map(str, range(1, wide + 1)))
    for sheet in found:
        where = (round_.division.name, str(round_.number), str(sheet.table.number))
        called = _called(sitters.get(sheet.table_id, []), figures[sheet.pk], names)
        for name, each in zip(called, figures[sheet.pk], strict=True):
            shakes = (*each.shakes, *[""] * (wide - len(each.shakes)))
            yield (*where, name, *(getattr(each, field) for field in fields), *shakes)


def _figures(sheet: Sheet, sitters: list[Sitter], is_hidden: Callable[[Sheet], bool]) -> list[Figures]:
    if sheet.current is None or is_hidden(sheet):
        return [NOTHING] * len(sitters)
    return figures_of(read(table_of(sheet, sitters), read_paper(sheet.current.paper, len(sitters))))


def _called(sitters: list[Sitter], figures: list[Figures], names: dict[int, str]) -> list[str]:
    """Who played; where two at one table have the same name, by their numbers."""
    found = [
        names.get(each.player, sitter.name) if each.player else sitter.name
        for sitter, each in zip(sitters, figures, strict=True)
    ]
    twice = {name for name, count in Counter(found).items() if count > 1}
    return [
        str(sitter.player.number) if name in twice and sitter.player and not each.player else name
        for name, sitter, each in zip(found, sitters, figures, strict=True)
    ]
