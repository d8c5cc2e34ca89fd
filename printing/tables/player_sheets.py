"""Player scoresheets of the Cup: each player's own record, with the player's table in every published round (R-69)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from foundation.errors import Refused
from pairings.models import Draw, Seat
from pairings.queries import table_numbers
from printing.content import compose_form
from printing.documents import Content, DocumentOption, DocumentSubject, PrintableDocument, PrintScope
from printing.options import SHAKES
from printing.pdf import FormCopy
from printing.tables.scoresheets import is_cup
from printing.tables.variation_sheets import count_shakes
from tournament.books import edition_of
from tournament.models import Division
from tournament.rosters.models import Place
from tournament.rosters.queries import roster_of

HOME = DocumentOption(
    "home",
    "Home tables",
    {"": "one table per team", "open": "blank, to fill in by hand"},
)
MAX_ROUNDS_PER_PAGE = 8


def compose_player_sheets(scope: PrintScope) -> Iterator[Content]:
    division = scope.chosen_division
    edition = edition_of(division.event)
    if not is_cup(edition):
        raise Refused(f"Only the Cup has player scoresheets. {division.event.game} has one scoresheet per table.")
    places = list_players(division)
    if not places:
        raise Refused(f"{division} has no players yet. Import a roster first.")
    homes = {} if scope.chosen(HOME) == "open" else assign_home_tables(division, places)
    tables = tables_by_place(division)
    context = {
        "division": division,
        "event": division.event,
        "pages": split_rounds(division.event.rounds),
        "games": range(1, count_shakes(scope, edition) + 1),
    }
    copies = [_fill_sheet(place, homes, tables.get(place.pk, {})) for place in scope.select_copies(places)]
    yield compose_form("player_sheet.html", scope, context, copies, "player_sheet")


PLAYER_SHEETS = PrintableDocument(
    "player_sheets",
    "Cup player scoresheets",
    about=DocumentSubject.DIVISION,
    group="At the tables",
    words="One per player, with the home table and the table for every published round.",
    options=(HOME, SHAKES),
    compose=compose_player_sheets,
    count_copies=lambda scope: len(list_players(scope.chosen_division)),
)


def split_rounds(rounds: int) -> list[range]:
    """Return the round numbers of each page, spread evenly over as few pages as possible."""
    pages = -(-rounds // MAX_ROUNDS_PER_PAGE)
    per_page = -(-rounds // pages)
    return [range(first, min(first + per_page, rounds + 1)) for first in range(1, rounds + 1, per_page)]


def list_players(division: Division) -> list[Place]:
    """Return the roster spots without alternates, by school and team."""
    return [place for place in roster_of(division.event, division) if not place.is_alternate]


def assign_home_tables(division: Division, places: Sequence[Place]) -> dict[int, int]:
    """Return a table number for each team entry, where the team meets between rounds (ACC, sample of the sheet).

    Teams get tables in the order in which they were entered, so a team that is added later changes no other home table.
    """
    entries = sorted({place.entry_id for place in places if place.entry_id})
    return {entry: number for entry, (number, _) in zip(entries, table_numbers(division), strict=False)}


def tables_by_place(division: Division) -> Mapping[int, Mapping[int, int]]:
    """Return the current table numbers, by roster spot and by number of the round."""
    seats = Seat.objects.filter(draw__round__division=division, draw__state=Draw.State.PUBLISHED)
    tables: dict[int, dict[int, int]] = defaultdict(dict)
    for place, number, table in seats.values_list("place", "draw__round__number", "table__number"):
        tables[place][number] = table
    return tables


def _fill_sheet(place: Place, homes: Mapping[int, int], tables: Mapping[int, int]) -> FormCopy:
    entry = place.entry
    texts = {
        "player": place.name,
        "side": f"{entry.team.name}, {entry.team.school.name}" if entry else "",
        "home": str(homes.get(place.entry_id or 0, "")),
    }
    return FormCopy(texts | {f"at{number}": str(table) for number, table in tables.items()})
