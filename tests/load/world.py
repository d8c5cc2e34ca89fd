"""The tournament of the load test: round 1 is verified and released, round 2 is in progress, everyone has a session."""

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
from rehearsal.sample_scoresheets import SamplePaper, play_table
from rulebooks import get
from scoring.entry import actions as scoring
from scoring.models import Sheet
from scoring.public_results.actions import release
from tests import factories
from tests.collecting_round import session_of
from tournament import actions as tournament_actions
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
    """The number of players, and of everyone else in proportion to a day with 3,000 players."""

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
class LoadTable:
    """A table of round 2 with the scoresheet that it will turn in. `number`: with the division's letter."""

    sheet: int
    division: str
    number: str
    paper: SamplePaper


@dataclass(frozen=True)
class World:
    """Session keys of the staff, paths of the coach links, and the tables of round 2."""

    tournament: Tournament
    size: Size
    director: str
    scorekeepers: list[str]
    judges: list[str]
    coaches: list[str]
    rounds: dict[str, int]
    following: dict[str, int]
    tables: list[LoadTable]


def make_world(size: Size, seed: int = 1) -> World:
    """Make the tournament with the same verbs that people use, in a few transactions."""
    rng = Random(seed)
    director = factories.user("Dana Director")
    director_actor = Actor(user=director)
    with transaction.atomic():
        tournament = _roster(director_actor, factories.tournament(director), size)
    with transaction.atomic():
        scorekeepers = [factories.helper(tournament, Role.SCOREKEEPER) for _ in range(size.scorekeepers)]
        judges = [factories.helper(tournament, Role.JUDGE) for _ in range(size.judges)]
        teams = Team.objects.filter(tournament=tournament).select_related("tournament").order_by("pk")
        coaches = [path_of(factories.coach_link(team)) for team in teams[: size.coaches]]
    first, second, third = ([_round(tournament, letter, number) for letter in _letters(size)] for number in (1, 2, 3))
    for round_ in first:
        with transaction.atomic():
            _play(director_actor, round_, rng)
            rounds.collect(director_actor, _reload(round_))
            _verify(round_, rng, Actor(user=scorekeepers[0]), Actor(user=scorekeepers[1]))
            rounds.close(director_actor, _reload(round_))
            release(director_actor, tournament, division=round_.division, draws=True, rounds=1)
    for round_ in second:
        with transaction.atomic():
            _play(director_actor, round_, rng)
    _analyze()
    return World(
        tournament,
        size,
        session_of(director),
        [session_of(scorekeeper) for scorekeeper in scorekeepers],
        [session_of(judge) for judge in judges],
        coaches,
        {round_.division.letter: round_.pk for round_ in second},
        {round_.division.letter: round_.pk for round_ in third},
        [table for round_ in second for table in _tables(round_, rng)],
    )


def _letters(size: Size) -> list[str]:
    """Up to four divisions, each with at least ten tables."""
    return list(DIVISIONS)[: max(1, min(4, size.tables // 10))]


def _roster(director_actor: Actor, tournament: Tournament, size: Size) -> Tournament:
    letters = _letters(size)
    set_up(
        director_actor,
        tournament.events.get(),
        version=1,
        rounds=ROUNDS,
        divisions=tuple(letters),
        verification="rekey",
    )
    teams = -(-size.players // 5)
    for index, letter in enumerate(letters):
        first, after = (teams * each // len(letters) for each in (index, index + 1))
        factories.roster(tournament, teams=after - first, division=DIVISIONS[letter], first=first + 1)
    choose_privacy(
        director_actor, tournament, public_names=tournament.public_names, names_until=date(2099, 1, 1), is_public=True
    )
    tournament_actions.start(director_actor, tournament)
    return Tournament.objects.get(pk=tournament.pk)


def _round(tournament: Tournament, letter: str, number: int) -> Round:
    queryset = Round.objects.select_related("tournament", "division__event__book")
    return queryset.get(division__event__tournament=tournament, division__letter=letter, number=number)


def _reload(round_: Round) -> Round:
    return _round(round_.tournament, round_.division.letter, round_.number)


def _play(director_actor: Actor, round_: Round, rng: Random) -> None:
    """Publish random tables, without the engine's search, and start the round."""
    players = tuple(place.pk for place in players_to_seat(round_))
    shuffled = rng.sample(players, len(players))
    seated = tuple(tuple(shuffled[index : index + 3]) for index in range(0, len(players) - 2, 3))
    proposal = Proposal((round_.pk,), (seated,), players, (0, 0, None), "by lot", 1)
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=proposal))
    rounds.start(director_actor, _reload(round_))


def _verify(round_: Round, rng: Random, one: Actor, other: Actor) -> None:
    for table in _tables(round_, rng):
        sheet = Sheet(pk=table.sheet, tournament=round_.tournament)
        scoring.enter(one, sheet, paper=paper_json(table.paper), base=0)
        scoring.add_double_entry(other, sheet, paper=paper_json(table.paper), base=1)


def verify_some(world: World) -> None:
    """Start collecting round 2: verify a third of the scoresheets, and enter another third."""
    director_actor, *scorekeepers = (Actor(user=user) for user in _people(world))
    for round_ in (_round(world.tournament, letter, 2) for letter in world.rounds):
        rounds.collect(director_actor, round_)
    third = len(world.tables) // 3
    with transaction.atomic():
        for index, table in enumerate(world.tables[: 2 * third]):
            sheet = Sheet(pk=table.sheet, tournament=world.tournament)
            scoring.enter(scorekeepers[0], sheet, paper=paper_json(table.paper), base=0)
            if index < third:
                scoring.add_double_entry(scorekeepers[1], sheet, paper=paper_json(table.paper), base=1)
    _analyze()


def _people(world: World) -> list[User]:
    """The director and two scorekeepers."""
    queryset = User.objects.filter(memberships__tournament=world.tournament, memberships__role=Role.SCOREKEEPER)
    return [factories.director_of(world.tournament), *queryset.order_by("pk")[:2]]


def paper_json(paper: SamplePaper) -> dict[str, Any]:
    columns = [{"cells": cells} for cells in paper.written()]
    return {"rows": [{"initials": "yes"} for _ in range(paper.seats)], "columns": columns}


def _tables(round_: Round, rng: Random) -> Iterator[LoadTable]:
    edition, letter = get(EDITION), round_.division.letter
    sheets = Sheet.objects.filter(round=round_).order_by("table__number").values_list("pk", "table__number")
    for sheet, number in sheets:
        yield LoadTable(sheet, letter, f"{letter}{number}", play_table(rng, edition, (1.0, 1.2, 1.4), plain=True))


def _analyze() -> None:
    """Update PostgreSQL's statistics, as autovacuum would do within a minute."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
