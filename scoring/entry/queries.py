"""Reads one scoresheet: with its seats, locked for a verb, and computed by the rule book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, QuerySet

from foundation.compiled_queries import CompiledSelect, Param
from foundation.errors import Refused
from pairings.models import Draw, Seat
from scoring.models import Entry, Sheet
from scoring.paper import ComputedSheet, JudgeDecision, Paper, SheetContext, read_paper
from tournament.books import edition_of
from tournament.rosters.checkin.models import Substitution
from tournament.rosters.models import Place, Player
from tournament.rounds.models import ExtraTime

# -- sheets -----------------------------------------------------------------------------------------------------------

# Columns of the draw about all tables: large, and not needed for one sheet.
ALL_TABLES = ("table__draw__as_drawn", "table__draw__bound")


def detailed_sheets() -> QuerySet[Sheet]:
    """Return sheets with everything that a page about one needs."""
    return Sheet.objects.select_related(
        "tournament",
        "round__division__event__book",
        "table__draw",
        "current__entered_by",
        "differs__entered_by",
    ).defer(*ALL_TABLES)


# By primary key alone and unordered, so that PostgreSQL has only one query plan to choose from.
LOCKED_SHEET = CompiledSelect(lambda: Sheet.objects.select_for_update(no_key=True).filter(pk=Param("pk")).order_by())


def published_sheet(sheet: Sheet) -> Sheet | None:
    """Return the sheet that replaced this one, if it was printed for tables that were changed since."""
    if sheet.table.draw.state == Draw.State.PUBLISHED:
        return None
    number = sheet.table.number
    return detailed_sheets().filter(round=sheet.round, table__draw__state="published", table__number=number).first()


def wrong_sheet_warning(sheet: Sheet, printed: int | None) -> str:
    """Return why the paper in hand may not belong to this table: it is of earlier tables, or of another round."""
    if printed is None or printed == sheet.pk:
        return ""
    both = detailed_sheets().filter(tournament=sheet.tournament_id, pk__in=[printed, sheet.pk]).in_bulk()
    other, sheet = both.get(printed), both.get(sheet.pk, sheet)
    if other is None:
        return ""
    if other.round_id != sheet.round_id:
        return f"This scoresheet was printed for {other.round}."
    return f"This scoresheet was printed for version {other.table.draw.version} of the tables. Check the names."


def extra_times_of(sheet: Sheet) -> list[ExtraTime]:
    """Return the added time of this table, with the judge and the reason."""
    given = ExtraTime.objects.filter(round=sheet.round_id, table=str(sheet.table.number))
    return list(given.select_related("given_by"))


# -- seats ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatedPlayer:
    """A seat with its roster spot, and the player who fills that spot in this round."""

    seat: Seat
    player: Player | None

    @property
    def name(self) -> str:
        return self.player.name if self.player else self.seat.place.name

    @property
    def team(self) -> str:
        entry = self.seat.place.entry
        return entry.team.name if entry else ""


def _seats(number: int | OuterRef) -> QuerySet[Any]:
    """Return seats in order. `has_changed`: the roster spot got another player after the round with that number."""
    later = Substitution.objects.filter(place=OuterRef("place"), from_round__gt=number)
    return Seat.objects.select_related("place__player").annotate(has_changed=Exists(later)).order_by("number")


def _columns(model: type[Model], before: str = "") -> list[str]:
    return [f"{before}{field.name}" for field in model._meta.concrete_fields]


SEATS_OF_SHEET = CompiledSelect(
    lambda: (
        _seats(OuterRef("table__draw__round__number"))
        .filter(table__sheet__pk=Param("sheet"))
        .select_related("place__player", "table__draw__round__division__event__book")
        .only(
            *_columns(Seat),
            *_columns(Place, "place__"),
            *_columns(Player, "place__player__"),
            "table__number",
            "table__draw__state",
            "table__draw__round__number",
            "table__draw__round__playoff",
            "table__draw__round__state",
            "table__draw__round__division__letter",
            "table__draw__round__division__name",
            "table__draw__round__division__event__verification",
            "table__draw__round__division__event__book__digest",
        )
        .annotate(state=F("table__draw__tournament__state"))
    )
)


def lock_sheet(sheet: Sheet) -> Sheet:
    """Return the sheet as it is now, for a verb, with its seated players and the state of its tournament.

    On PostgreSQL the row stays locked until the transaction ends. Everything around it is read after the lock, so a
    verb that had to wait sees what the one before it did.
    """
    locked = LOCKED_SHEET.get(pk=sheet.pk)
    if locked.tournament_id != sheet.tournament_id:
        raise Sheet.DoesNotExist
    locked.tournament = sheet.tournament
    seats = SEATS_OF_SHEET(sheet=sheet.pk)
    if not seats:
        raise Refused("No one is assigned to this table.")
    table = seats[0].table
    locked.table, locked.round, locked.tournament.state = table, table.draw.round, seats[0].state
    locked.seated = _seated_players(seats, {table.pk: table.draw.round.number})[table.pk]
    return locked


def seated_players(sheet: Sheet, *, with_teams: bool = False) -> list[SeatedPlayer]:
    """Return the seats of this sheet in order, each with the player who filled the roster spot in this round."""
    if with_teams:
        return seated_players_by_table([sheet]).get(sheet.table_id, [])
    if sheet.seated:
        return list(sheet.seated)
    return _seated_players(SEATS_OF_SHEET(sheet=sheet.pk), {sheet.table_id: sheet.round.number}).get(sheet.table_id, [])


def seated_players_by_table(sheets: Iterable[Sheet]) -> dict[int, list[SeatedPlayer]]:
    """Like `seated_players` for many sheets at once, with teams, by the key of the table."""
    numbers = {sheet.table_id: sheet.round.number for sheet in sheets}
    seats = _seats(min(numbers.values(), default=0)).filter(table__in=numbers)
    return _seated_players(seats.select_related("place__player", "place__entry__team"), numbers)


def _seated_players(seats: Iterable[Any], numbers: Mapping[int, int]) -> dict[int, list[SeatedPlayer]]:
    """`numbers`: by table, the number of its round."""
    players: dict[int, dict[int, Player | None]] = defaultdict(dict)
    changed = set()
    for seat in seats:
        players[numbers[seat.table_id]][seat.place_id] = seat.place.player
        changed |= {numbers[seat.table_id]} if seat.has_changed else set()
    for number in changed:
        players[number] = players_in_round(players[number].items(), number)
    seated: dict[int, list[SeatedPlayer]] = defaultdict(list)
    for seat in seats:
        seated[seat.table_id].append(SeatedPlayer(seat, players[numbers[seat.table_id]][seat.place_id]))
    return dict(seated)


def players_in_round(now: Iterable[tuple[int, Player | None]], number: int) -> dict[int, Player | None]:
    """Return who fills each roster spot in a round: the player of today, unless a later round brought a change (N9)."""
    players = dict(now)
    later = Substitution.objects.filter(place__in=players, from_round__gt=number).select_related("out").order_by("-id")
    for each in later:  # newest first, so the first change after that round wins
        players[each.place_id] = each.out
    return players


# -- computed sheets --------------------------------------------------------------------------------------------------


def sheet_context(
    sheet: Sheet, seated: Iterable[SeatedPlayer], substitutes: Iterable[int | None] = (), wrong_sheet: str = ""
) -> SheetContext:
    """Return what the paper is computed with. `substitutes`: players to look for at other tables.

    `wrong_sheet`: why the paper may belong to another table, if it may.
    """
    event = sheet.round.division.event
    wanted = [player for player in substitutes if player]
    return SheetContext(
        edition_of(event),
        sheet.round.division.letter,
        tuple(each.name for each in seated),
        elsewhere=_elsewhere(sheet, wanted) if wanted else {},
        wrong_sheet=wrong_sheet,
        decisions=tuple(JudgeDecision(**each) for each in sheet.given),
    )


def _elsewhere(sheet: Sheet, players: Iterable[int]) -> dict[int, str]:
    """Return which of these players sit at another table of the round, with a sentence that says where."""
    others = Seat.objects.filter(draw_id=sheet.table.draw_id, place__player__in=players).exclude(table=sheet.table_id)
    return {
        seat.place.player.pk: f"{seat.place.player} sits at Table {seat.table.number} this round. "
        "Check that this is the right scoresheet."
        for seat in others.select_related("place__player", "table")
        if seat.place.player
    }


def compute_sheet(sheet: Sheet, seated: Iterable[SeatedPlayer], paper: Paper, wrong_sheet: str = "") -> ComputedSheet:
    """Return totals, places, points, and warnings for a paper of this sheet."""
    return ComputedSheet(sheet_context(sheet, seated, [row.player for row in paper.rows], wrong_sheet), paper)


def compute_entry(sheet: Sheet, seated: Sequence[SeatedPlayer], entry: Entry) -> ComputedSheet:
    return compute_sheet(sheet, seated, read_paper(entry.paper, len(seated)))
