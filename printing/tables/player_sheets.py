"""Player scoresheets of the Cup: each player's own record, with the table of every round that is drawn (R-69)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from foundation.errors import Refused
from pairings.models import Draw, Seat
from pairings.queries import table_numbers
from printing.documents import About, Asked, Option, Report, document
from printing.press.copies import Copy
from printing.setting import set_copies
from printing.tables.options import SHAKES
from printing.tables.scoresheets import is_cup
from printing.tables.selection import shakes_wanted
from tournament.books import edition_of
from tournament.models import Division
from tournament.rosters.models import Place
from tournament.rosters.queries import roster_of

HOME = Option(
    "home",
    "Home tables",
    {"": "one of the division’s tables for each team", "open": "left open, to be written in by hand"},
)
ROUNDS_ON_A_PAGE = 8
Tables = Mapping[int, Mapping[int, int]]


@document(
    "player_sheets",
    "Player scoresheets of the Cup",
    about=About.DIVISION,
    group="At the tables",
    words="One for each player, with the home table and the table of every round that is drawn.",
    options=(HOME, SHAKES),
    count=lambda asked: len(players_of(asked.the_division)),
)
def player_sheets(asked: Asked, report: Report) -> Iterator[bytes]:
    division = asked.the_division
    edition = edition_of(division.event)
    if not is_cup(edition):
        raise Refused(f"Only the Cup has scoresheets for single players; {division.event.game} has one for each table.")
    places = players_of(division)
    if not places:
        raise Refused(f"{division} has no players yet. Import a roster first.")
    homes = {} if asked.options.get("home") == "open" else home_tables(division, places)
    tables = tables_of(division)
    context = {
        "division": division,
        "event": division.event,
        "pages": pages_of(division.event.rounds),
        "games": range(1, shakes_wanted(asked, edition) + 1),
    }
    some = asked.cut(places)
    copies = [copy_of(place, homes, tables.get(place.pk, {})) for place in some]
    yield from set_copies(
        "player_sheet.html", asked, context, copies, "player_sheet", report=lambda done: report(done, len(some))
    )


def pages_of(rounds: int) -> list[range]:
    """As many rounds on each page as fit, and about as many on each."""
    pages = -(-rounds // ROUNDS_ON_A_PAGE)
    most = -(-rounds // pages)
    return [range(first, min(first + most, rounds + 1)) for first in range(1, rounds + 1, most)]


def players_of(division: Division) -> list[Place]:
    """Whoever has a seat, by school and team."""
    return [place for place in roster_of(division.event, division) if not place.is_alternate]


def home_tables(division: Division, places: Sequence[Place]) -> dict[int, int]:
    """By entry: one of the division's tables for each team, where it meets between rounds (ACC, sample of the sheet).

    In the order in which teams were entered, so that a team that comes later changes nobody's.
    """
    entries = sorted({place.entry_id for place in places if place.entry_id})
    return {entry: number for entry, (number, _) in zip(entries, table_numbers(division), strict=False)}


def tables_of(division: Division) -> Tables:
    """By place and round, as they stand."""
    seats = Seat.objects.filter(draw__round__division=division, draw__state=Draw.State.PUBLISHED)
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for place, number, table in seats.values_list("place", "draw__round__number", "table__number"):
        found[place][number] = table
    return found


def copy_of(place: Place, homes: Mapping[int, int], tables: Mapping[int, int]) -> Copy:
    entry = place.entry
    texts = {
        "player": place.name,
        "side": f"{entry.team.name} of {entry.team.school.name}" if entry else "",
        "home": str(homes.get(place.entry_id or 0, "")),
    }
    return Copy(texts | {f"at{number}": str(table) for number, table in tables.items()})
