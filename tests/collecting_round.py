"""A round that is collecting scoresheets, for benchmarks and system tests, with scorekeepers who are signed in."""

from __future__ import annotations

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from foundation.people.actor import Actor
from foundation.people.models import Role, User
from foundation.people.sessions import SessionStore
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.proposals import Proposal, players_to_seat
from scoring.models import Sheet
from tests import factories
from tournament import actions as tournament_actions
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

BACKEND = "foundation.people.sessions.Backend"


def create_collecting_round(tables: int) -> Tournament:
    """A tournament that is collecting the sheets of one round, with three players per table in roster order."""
    director = factories.user("Dana Director")
    director_actor = Actor(user=director)
    tournament = factories.tournament(director)
    factories.roster(tournament, teams=-(-tables * 3 // 5))
    set_up(director_actor, tournament.events.get(), version=1, rounds=1, divisions=("E",))
    tournament_actions.start(director_actor, tournament)
    queryset = Round.objects.select_related("tournament", "division__event__book")
    round_ = queryset.get(division__event__tournament=tournament)
    players = tuple(place.pk for place in players_to_seat(round_))
    seated = tuple(players[index : index + 3] for index in range(0, tables * 3, 3))
    proposal = Proposal((round_.pk,), (seated,), players, (0, 0, None), "in order", 1)
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=proposal))
    rounds.start(director_actor, queryset.get(pk=round_.pk))
    rounds.collect(director_actor, queryset.get(pk=round_.pk))
    return tournament


def sheets_of(tournament: Tournament) -> list[int]:
    return list(Sheet.objects.filter(tournament=tournament).order_by("table__number").values_list("pk", flat=True))


def scorekeeper_with_session(tournament: Tournament) -> tuple[User, str]:
    """A scorekeeper and their session key."""
    user = factories.helper(tournament, Role.SCOREKEEPER)
    return user, session_of(user)


def session_of(user: User) -> str:
    session = SessionStore()
    session.update({SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: BACKEND})
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key
