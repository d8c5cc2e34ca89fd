"""From the database to the paper: who is printed on a sheet, by which book it is read, and who sits elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from pairings.models import Seat
from scoring.models import Entry, Sheet
from scoring.paper import Chair, Paper, Reading, Table, read, read_paper
from tournament.books import edition_of
from tournament.checkin.models import Substitution
from tournament.rosters.models import Player
from tournament.rounds.models import Round


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


def locked_sheet(pk: int) -> Sheet:
    """As it is now, for a verb. On PostgreSQL its row is locked; on SQLite every verb has the database to itself.

    Two questions of a few tables each: PostgreSQL takes longer to plan one of eight than to answer both.
    """
    whole = Round.objects.select_related("division__event__book").defer("division__event__book__text")
    sheet = Sheet.objects.select_for_update(of=("self",)).select_related("table__draw").defer(*ALL_TABLES).get(pk=pk)
    sheet.round = whole.get(pk=sheet.round_id)
    return sheet


def sitters_of(sheet: Sheet, *, with_teams: bool = False) -> list[Sitter]:
    """In the order of the seats, with who played for each place in this round."""
    later = Substitution.objects.filter(place=OuterRef("place"), from_round__gt=sheet.round.number)
    seats = list(
        Seat.objects.filter(table_id=sheet.table_id)
        .select_related("place__player", *(["place__entry__team"] if with_teams else []))
        .annotate(has_changed=Exists(later))
        .order_by("number")
    )
    players = {seat.place_id: seat.place.player for seat in seats}
    if any(seat.has_changed for seat in seats):
        players = players_in_round(players.items(), sheet.round.number)
    return [Sitter(seat, players[seat.place_id]) for seat in seats]


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
    )


def _elsewhere(sheet: Sheet, players: Iterable[int]) -> dict[int, str]:
    others = Seat.objects.filter(draw_id=sheet.table.draw_id, place__player__in=players).exclude(table=sheet.table_id)
    return {player: str(table) for player, table in others.values_list("place__player_id", "table__number")}


def reading_of(sheet: Sheet, sitters: list[Sitter], paper: Paper, printed: str = "") -> Reading:
    return read(table_of(sheet, sitters, [row.player for row in paper.rows], printed), paper)


def reading_of_entry(sheet: Sheet, sitters: list[Sitter], entry: Entry) -> Reading:
    return reading_of(sheet, sitters, read_paper(entry.paper, len(sitters)))


def names_on(paper: Mapping[str, Any]) -> dict[int, str]:
    """Who sat there instead of who is printed, by seat, as an entry has it."""
    players = {seat: row["player"] for seat, row in enumerate(paper.get("rows", []), 1) if row.get("player")}
    if not players:
        return {}
    named = {player.pk: player.name for player in Player.objects.filter(pk__in=players.values())}
    return {seat: named.get(player, "") for seat, player in players.items()}
