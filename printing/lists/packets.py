"""Packets for coaches: a page for each team with its players, their numbers and tables, and the coach link."""

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
from printing.content import compose_pages, qr_image
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import LANGUAGE, in_chosen_language
from printing.queries import logo_url
from tournament.dashboard import teams_of
from tournament.models import Team
from tournament.rosters.models import Place, TeamEntry

PACKETS_PER_RUN = 20


@dataclass(frozen=True)
class PacketPlayer:
    """A roster spot with its seats by number of the round; None for a round that it doesn't play."""

    place: Place
    seats: Sequence[tuple[int, Seat | None]]


@dataclass(frozen=True)
class PacketGame:
    """A team in one game."""

    entry: TeamEntry
    lines: Sequence[PacketPlayer]


@dataclass(frozen=True)
class Packet:
    """`code`: the image source of the coach link's QR code; empty for a team without a link."""

    team: Team
    games: Sequence[PacketGame]
    code: str


@in_chosen_language
def compose_packets(scope: PrintScope) -> Iterator[Content]:
    packets = list_packets(scope)
    if not packets:
        raise Refused("There are no teams on the roster yet. Import a roster first.")
    logo = logo_url(scope.tournament)
    for first in range(0, len(packets), PACKETS_PER_RUN):
        run = packets[first : first + PACKETS_PER_RUN]
        yield compose_pages("lists/packets.html", scope, {"packets": run, "logo": logo}, "list", copies=len(run))


PACKETS = PrintableDocument(
    "packets",
    "Coach packets",
    about=DocumentSubject.TOURNAMENT,
    group="Check-in and seating",
    words="One page per team, with its players, their tables, and the team’s coach link.",
    options=(LANGUAGE,),
    compose=compose_packets,
)


def list_packets(scope: PrintScope) -> list[Packet]:
    """Return the packets by school and team, only for teams that play."""
    games = games_by_team(scope.tournament)
    teams = [team for team in teams_of(scope.tournament) if team.pk in games][: scope.limit]
    return [Packet(team, games[team.pk], _link_code(scope, team)) for team in teams]


def _link_code(scope: PrintScope, team: Team) -> str:
    """Return the QR code of the team's link. A finished tournament gives out no links."""
    links: Sequence[Invitation] = vars(team)["links"]  # prefetched by teams_of
    if not links or scope.tournament.state == Tournament.State.FINISHED:
        return ""
    return qr_image(path_of(links[0]), scope)


def games_by_team(tournament: Tournament) -> dict[int, list[PacketGame]]:
    places = (
        Place.objects.filter(event__tournament=tournament, entry__isnull=False)
        .select_related("player", "entry__team", "entry__division__event")
        .order_by("event_id", "entry_id", "number")
    )
    seats, rounds = published_seats(tournament)
    games: dict[int, list[PacketGame]] = defaultdict(list)
    for entry, group in groupby(places, key=lambda place: place.entry):
        assert entry is not None
        numbers = sorted(rounds.get(entry.division_id, ()))
        players = [
            PacketPlayer(place, [(number, seats.get((place.pk, number))) for number in numbers]) for place in group
        ]
        games[entry.team_id].append(PacketGame(entry, players))
    return games


def published_seats(tournament: Tournament) -> tuple[Mapping[tuple[int, int], Seat], Mapping[int, set[int]]]:
    """Return the seats by roster spot and number of the round, and the published rounds of each division."""
    published = Seat.objects.filter(draw__tournament=tournament, draw__state=Draw.State.PUBLISHED)
    seats: dict[tuple[int, int], Seat] = {}
    rounds: dict[int, set[int]] = defaultdict(set)
    for seat in published.select_related("table", "draw__round").defer("draw__as_drawn", "draw__bound"):
        round_ = seat.draw.round
        seats[seat.place_id, round_.number] = seat
        rounds[round_.division_id].add(round_.number)
    return seats, rounds
