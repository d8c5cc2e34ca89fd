"""Packets for coaches: for each team its players, their numbers and tables, and the team's own link."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from foundation.accounts.invitations import path_of
from foundation.errors import Refused
from foundation.people.models import Invitation
from foundation.tournaments import Tournament
from pairings.models import Draw, Seat
from printing.documents import About, Asked, Report, document
from printing.letterhead import logo_of
from printing.setting import picture_of, set_plain
from tournament.dashboard import teams_of
from tournament.models import Team
from tournament.rosters.models import Place, TeamEntry

AT_ONCE = 20


@dataclass(frozen=True)
class Line:
    """A place, with its seat by number of the round; None for one in which it does not play."""

    place: Place
    seats: Sequence[tuple[int, Seat | None]]


@dataclass(frozen=True)
class Game:
    """A team in one event."""

    entry: TeamEntry
    lines: Sequence[Line]


@dataclass(frozen=True)
class Packet:
    """`code`: the link as a picture, empty for a team without one."""

    team: Team
    games: Sequence[Game]
    code: str


@document(
    "packets",
    "Packets for coaches",
    about=About.TOURNAMENT,
    group="Where to go",
    words="A page for each team: its players with their numbers and tables, and its link if it has one.",
)
def packets(asked: Asked, report: Report) -> Iterator[bytes]:
    found = packets_of(asked)
    if not found:
        raise Refused("No team is on the roster yet.")
    logo = logo_of(asked.tournament)
    for first in range(0, len(found), AT_ONCE):
        some = found[first : first + AT_ONCE]
        yield set_plain("lists/packets.html", asked, {"packets": some, "logo": logo}, "list")
        report(first + len(some), len(found))


def packets_of(asked: Asked) -> list[Packet]:
    """By school and team; only teams that play."""
    games = games_by_team(asked.tournament)
    teams = [team for team in teams_of(asked.tournament) if team.pk in games][: asked.most]
    return [Packet(team, games[team.pk], code_of(asked, team)) for team in teams]


def code_of(asked: Asked, team: Team) -> str:
    """A finished tournament gives out no links."""
    links: Sequence[Invitation] = vars(team)["links"]  # as teams_of has fetched them
    if not links or asked.tournament.state == Tournament.State.FINISHED:
        return ""
    return picture_of(path_of(links[0]), asked)


def games_by_team(tournament: Tournament) -> dict[int, list[Game]]:
    places = (
        Place.objects.filter(event__tournament=tournament, entry__isnull=False)
        .select_related("player", "entry__team", "entry__division__event")
        .order_by("event_id", "entry_id", "number")
    )
    seats, rounds = seats_of(tournament)
    found: dict[int, list[Game]] = defaultdict(list)
    for entry, group in groupby(places, key=lambda place: place.entry):
        assert entry is not None
        drawn = sorted(rounds.get(entry.division_id, ()))
        lines = [Line(place, [(number, seats.get((place.pk, number))) for number in drawn]) for place in group]
        found[entry.team_id].append(Game(entry, lines))
    return found


def seats_of(tournament: Tournament) -> tuple[Mapping[tuple[int, int], Seat], Mapping[int, set[int]]]:
    """By place and number of the round; and which rounds of each division are drawn."""
    found = Seat.objects.filter(draw__tournament=tournament, draw__state=Draw.State.PUBLISHED)
    seats: dict[tuple[int, int], Seat] = {}
    rounds: dict[int, set[int]] = defaultdict(set)
    for seat in found.select_related("table", "draw__round").defer("draw__as_drawn", "draw__bound"):
        round_ = seat.draw.round
        seats[seat.place_id, round_.number] = seat
        rounds[round_.division_id].add(round_.number)
    return seats, rounds
