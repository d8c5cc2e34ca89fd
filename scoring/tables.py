"""From the database to the paper: who is printed on a sheet, by which book it is read, and who sits elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, QuerySet

from foundation.compiled_queries import CompiledSelect, Param
from foundation.errors import Refused
from pairings.models import Seat
from scoring.models import Entry, Sheet
from scoring.paper import Chair, Difference, Paper, Reading, Table, read, read_paper
from scoring.paper import Given as Noted
from tournament.books import edition_of
from tournament.rosters.checkin.models import Substitution
from tournament.rosters.models import Place, Player


@dataclass(frozen=True)
class Sitter:
    """Who sits in a seat: the place of the roster, and who plays for it in this round."""

    seat: Seat
    player: Player | None

    @property
    def name(self) -> str:
        return self.player.name if self.player else self.seat.place.name

    @property
    def team(self) -> str:
        entry = self.seat.place.entry
        return entry.team.name if entry else ""


# What the engine drew, of all tables: nobody who reads one sheet needs it.
ALL_TABLES = ("table__draw__as_drawn", "table__draw__bound")


def sheets() -> QuerySet[Sheet]:
    """Sheets with everything that a page about one needs."""
    return Sheet.objects.select_related(
        "tournament",
        "round__division__event__book",
        "table__draw",
        "current__entered_by",
        "differs__entered_by",
    ).defer(*ALL_TABLES)


# By its key alone, and in no order: whatever PostgreSQL knows of the tables by then, there is one way to find it.
LOCKED_SHEET = CompiledSelect(lambda: Sheet.objects.select_for_update(no_key=True).filter(pk=Param("pk")).order_by())


def _seats(number: int | OuterRef) -> QuerySet[Any]:
    """`has_changed`: whether somebody came into the place after the round with that number."""
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


def fresh(sheet: Sheet) -> Sheet:
    """As it is now, for a verb, with who sits there and its tournament's state. On PostgreSQL its row is locked until
    the verb is over.

    What is around it is read after the lock: who waited for it sees what the one before has done.
    """
    found = LOCKED_SHEET.get(pk=sheet.pk)
    if found.tournament_id != sheet.tournament_id:
        raise Sheet.DoesNotExist
    found.tournament = sheet.tournament
    found.seated = SEATS_OF_SHEET(sheet=sheet.pk)
    if not found.seated:
        raise Refused("Nobody sits at this table.")
    seat = found.seated[0]
    found.table, found.round, found.tournament.state = seat.table, seat.table.draw.round, seat.state
    return found


def sitters_of(sheet: Sheet, *, with_teams: bool = False) -> list[Sitter]:
    """In the order of the seats, with who played for each place in this round."""
    if with_teams:
        return sitters_by_table([sheet]).get(sheet.table_id, [])
    seats = sheet.seated or SEATS_OF_SHEET(sheet=sheet.pk)
    return _sitters(seats, {sheet.table_id: sheet.round.number}).get(sheet.table_id, [])


def sitters_by_table(sheets: Iterable[Sheet]) -> dict[int, list[Sitter]]:
    """As `sitters_of`, with their teams, for many sheets at once, by the key of the table."""
    numbers = {sheet.table_id: sheet.round.number for sheet in sheets}
    seats = _seats(min(numbers.values(), default=0)).filter(table__in=numbers)
    return _sitters(seats.select_related("place__player", "place__entry__team"), numbers)


def _sitters(seats: Iterable[Any], numbers: Mapping[int, int]) -> dict[int, list[Sitter]]:
    """`numbers`: the number of the round in which each table is played."""
    now: dict[int, dict[int, Player | None]] = defaultdict(dict)
    changed = set()
    for seat in seats:
        now[numbers[seat.table_id]][seat.place_id] = seat.place.player
        changed |= {numbers[seat.table_id]} if seat.has_changed else set()
    for number in changed:
        now[number] = players_in_round(now[number].items(), number)
    found: dict[int, list[Sitter]] = defaultdict(list)
    for seat in seats:
        found[seat.table_id].append(Sitter(seat, now[numbers[seat.table_id]][seat.place_id]))
    return dict(found)


def players_in_round(now: Iterable[tuple[int, Player | None]], number: int) -> dict[int, Player | None]:
    """Who plays for each place in a round: who does now, unless a later round brought a change (N9)."""
    found = dict(now)
    later = Substitution.objects.filter(place__in=found, from_round__gt=number).select_related("out").order_by("-id")
    for each in later:  # the first change after that round is the last one here, and it has the last word
        found[each.place_id] = each.out
    return found


def table_of(sheet: Sheet, sitters: Iterable[Sitter], played: Iterable[int | None] = (), printed: str = "") -> Table:
    """`played`: who is looked for at the other tables. `printed`: why the paper may not be this one's."""
    event = sheet.round.division.event
    wanted = [player for player in played if player]
    return Table(
        edition_of(event),
        sheet.round.division.letter,
        tuple(Chair(sitter.name) for sitter in sitters),
        elsewhere=_elsewhere(sheet, wanted) if wanted else {},
        wrong_sheet=printed,
        given=tuple(Noted(**each) for each in sheet.given),
    )


def _elsewhere(sheet: Sheet, players: Iterable[int]) -> dict[int, str]:
    others = Seat.objects.filter(draw_id=sheet.table.draw_id, place__player__in=players).exclude(table=sheet.table_id)
    found = {}
    for seat in others.select_related("place__player", "table"):
        if seat.place.player:
            found[seat.place.player.pk] = f"{seat.place.player} sits at table {seat.table.number}"
    return found


def reading_of(sheet: Sheet, sitters: list[Sitter], paper: Paper, printed: str = "") -> Reading:
    return read(table_of(sheet, sitters, [row.player for row in paper.rows], printed), paper)


def reading_of_entry(sheet: Sheet, sitters: list[Sitter], entry: Entry) -> Reading:
    return reading_of(sheet, sitters, read_paper(entry.paper, len(sitters)))


def players_of(sitters: Iterable[Sitter], paper: Paper) -> list[int | None]:
    """Who played in each seat: whoever was named, else who is printed; nobody for who never came."""
    return [
        None if row.status == "absent" else row.player or (sitter.player.pk if sitter.player else None)
        for sitter, row in zip(sitters, paper.rows, strict=True)
    ]


def names_on(paper: Mapping[str, Any]) -> dict[int, str]:
    """Who sat there instead of who is printed, by seat, as an entry has it."""
    players = {seat: row["player"] for seat, row in enumerate(paper.get("rows", []), 1) if row.get("player")}
    if not players:
        return {}
    named = names_of(players.values())
    return {seat: named.get(player, "") for seat, player in players.items()}


def names_of(players: Iterable[int]) -> dict[int, str]:
    return {player.pk: player.name for player in Player.objects.filter(pk__in=players)}


def with_names(found: list[Difference]) -> list[Difference]:
    """Players by their names, at the input where a name is typed."""
    keys = {value for each in found if each.field.endswith("-player") for value in each.values if value}
    named = {str(player.pk): player.name for player in Player.objects.filter(pk__in=keys)} if keys else {}
    return [
        replace(
            each,
            field=each.field.replace("-player", "-who"),
            one=(names := tuple(named.get(value, "") for value in each.values))[0],
            other=names[1],
            values=(names[0], names[1]),
        )
        if each.field.endswith("-player")
        else each
        for each in found
    ]
