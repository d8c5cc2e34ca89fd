"""The tournament of the load: round 1 is verified and released, round 2 is being played, everybody has a way in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from django.db import connection, transaction

from foundation.accounts.invitations import path_of
from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import Proposal, players_to_seat
from rehearsal.play import Paper, play
from rulebooks import get
from scoring import actions as scoring
from scoring.models import Sheet
from scoring.wall.actions import release
from tests import factories
from tests.floor import session_of
from tournament import actions as day
from tournament.models import Team
from tournament.privacy.actions import choose_privacy
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

EDITION = "agloa-equations-2019"
DIVISIONS = {"E": "Elementary", "M": "Middle", "J": "Junior", "S": "Senior"}
ROUNDS = 3


@dataclass(frozen=True)
class Size:
    """How many there are of everybody; what is given by hand, the rest in proportion to the largest day."""

    players: int

    @property
    def tables(self) -> int:
        return self.players // 3

    @property
    def scorekeepers(self) -> int:
        return max(3, min(64, self.players * 64 // 3000))

    @property
    def judges(self) -> int:
        return max(2, min(50, self.players * 50 // 3000))

    @property
    def coaches(self) -> int:
        return max(2, min(500, self.players * 500 // 3000))


@dataclass(frozen=True)
class Table:
    """A table of round 2 with the paper that will come from it. `number`: with the division's letter."""

    sheet: int
    division: str
    number: str
    paper: Paper


@dataclass(frozen=True)
class World:
    """Sessions of the staff, addresses of coaches, and what is on paper."""

    tournament: Tournament
    size: Size
    director: str
    scorekeepers: list[str]
    judges: list[str]
    coaches: list[str]
    rounds: dict[str, int]
    following: dict[str, int]
    tables: list[Table]


def make(size: Size, seed: int = 1) -> World:
    """By the same verbs that people use, in a few transactions."""
    chance = Random(seed)
    director = factories.user("Dana Director")
    boss = Actor(user=director)
    with transaction.atomic():
        tournament = _roster(boss, factories.tournament(director), size)
    with transaction.atomic():
        clerks = [factories.helper(tournament, Role.SCOREKEEPER) for _ in range(size.scorekeepers)]
        judges = [factories.helper(tournament, Role.JUDGE) for _ in range(size.judges)]
        teams = Team.objects.filter(tournament=tournament).select_related("tournament").order_by("pk")
        coaches = [path_of(factories.coach_link(team)) for team in teams[: size.coaches]]
    first, second, third = ([_round(tournament, letter, number) for letter in _letters(size)] for number in (1, 2, 3))
    for round_ in first:
        with transaction.atomic():
            _play(boss, round_, chance)
            rounds.collect(boss, _again(round_))
            _verify(round_, chance, Actor(user=clerks[0]), Actor(user=clerks[1]))
            rounds.complete(boss, _again(round_))
            release(boss, tournament, division=round_.division, draws=True, rounds=1)
    for round_ in second:
        with transaction.atomic():
            _play(boss, round_, chance)
    _analyze()
    return World(
        tournament,
        size,
        session_of(director),
        [session_of(clerk) for clerk in clerks],
        [session_of(judge) for judge in judges],
        coaches,
        {round_.division.letter: round_.pk for round_ in second},
        {round_.division.letter: round_.pk for round_ in third},
        [table for round_ in second for table in _tables(round_, chance)],
    )


def _letters(size: Size) -> list[str]:
    """Four divisions, where each gets ten tables or more."""
    return list(DIVISIONS)[: max(1, min(4, size.tables // 10))]


def _roster(boss: Actor, tournament: Tournament, size: Size) -> Tournament:
    letters = _letters(size)
    set_up(boss, tournament.events.get(), version=1, rounds=ROUNDS, divisions=tuple(letters), verification="rekey")
    teams = -(-size.players // 5)
    for at, letter in enumerate(letters):
        first, after = (teams * each // len(letters) for each in (at, at + 1))
        factories.roster(tournament, teams=after - first, division=DIVISIONS[letter], first=first + 1)
    choose_privacy(boss, tournament, public_names=tournament.public_names, names_until=date(2099, 1, 1), is_public=True)
    day.start(boss, tournament)
    return Tournament.objects.get(pk=tournament.pk)


def _round(tournament: Tournament, letter: str, number: int) -> Round:
    found = Round.objects.select_related("tournament", "division__event__book")
    return found.get(division__event__tournament=tournament, division__letter=letter, number=number)


def _again(round_: Round) -> Round:
    return _round(round_.tournament, round_.division.letter, round_.number)


def _play(boss: Actor, round_: Round, chance: Random) -> None:
    """Drawn by lot without a search, which is measured elsewhere; published and started."""
    players = tuple(place.pk for place in players_to_seat(round_))
    lots = chance.sample(players, len(players))
    seated = tuple(tuple(lots[at : at + 3]) for at in range(0, len(players) - 2, 3))
    proposal = Proposal((round_.pk,), (seated,), players, (0, 0, None), "by lot", 1)
    draws.publish(boss, draws.make(boss, round_, proposal=proposal))
    rounds.start(boss, _again(round_))


def _verify(round_: Round, chance: Random, one: Actor, other: Actor) -> None:
    for table in _tables(round_, chance):
        sheet = Sheet(pk=table.sheet, tournament=round_.tournament)
        scoring.enter(one, sheet, paper=written(table.paper), base=0)
        scoring.rekey(other, sheet, paper=written(table.paper), base=1)


def verify_some(world: World) -> None:
    """Round 2 is being collected: a third is verified, a third entered, a third still out."""
    boss, *clerks = (Actor(user=user) for user in _people(world))
    for round_ in (_round(world.tournament, letter, 2) for letter in world.rounds):
        rounds.collect(boss, round_)
    third = len(world.tables) // 3
    with transaction.atomic():
        for at, table in enumerate(world.tables[: 2 * third]):
            sheet = Sheet(pk=table.sheet, tournament=world.tournament)
            scoring.enter(clerks[0], sheet, paper=written(table.paper), base=0)
            if at < third:
                scoring.rekey(clerks[1], sheet, paper=written(table.paper), base=1)
    _analyze()


def _people(world: World) -> list[User]:
    """The director and two scorekeepers."""
    found = User.objects.filter(memberships__tournament=world.tournament, memberships__role=Role.SCOREKEEPER)
    return [factories.director_of(world.tournament), *found.order_by("pk")[:2]]


def written(paper: Paper) -> dict[str, Any]:
    columns = [{"cells": cells} for cells in paper.written()]
    return {"rows": [{"initials": "yes"} for _ in range(paper.seats)], "columns": columns}


def _tables(round_: Round, chance: Random) -> Iterator[Table]:
    edition, letter = get(EDITION), round_.division.letter
    sheets = Sheet.objects.filter(round=round_).order_by("table__number").values_list("pk", "table__number")
    for sheet, number in sheets:
        yield Table(sheet, letter, f"{letter}{number}", play(chance, edition, (1.0, 1.2, 1.4), plain=True))


def _analyze() -> None:
    """As PostgreSQL does by itself within a minute of so many rows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
