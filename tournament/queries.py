"""What is asked about tournaments: mine, their events and divisions, their teams, and how each division stands."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.text import slugify

from tournament.models import Division, Event, Team, Tournament
from tournament.people.models import Invitation, Role, User
from tournament.people.queries import live_memberships
from tournament.rosters.order import of_team
from tournament.rounds.models import Round, State


def tournaments_of(user: User) -> QuerySet[Tournament]:
    """Where this person has a role, newest first, with `my_memberships` on each."""
    mine = live_memberships().filter(user=user)
    return (
        Tournament.objects.filter(pk__in=mine.values("tournament"))
        .prefetch_related(Prefetch("memberships", queryset=mine.order_by("id"), to_attr="my_memberships"))
        .order_by("-starts_on", "name")
    )


def directed_by(user: User) -> QuerySet[Tournament]:
    directing = live_memberships().filter(user=user, role=Role.DIRECTOR)
    return Tournament.objects.filter(pk__in=directing.values("tournament"))


def free_slug(name: str) -> str:
    """The part of the address that a tournament of this name gets."""
    stem = slugify(name)[:50] or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def events_of(tournament: Tournament) -> QuerySet[Event]:
    """The events with their divisions and the rule books that they keep."""
    return tournament.events.select_related("book").prefetch_related("divisions")


def divisions_of(tournament: Tournament) -> QuerySet[Division]:
    return Division.objects.filter(event__tournament=tournament).select_related("event__book")


def teams_of(tournament: Tournament) -> list[Team]:
    """Teams by school, each with its live coach link in `links`, and so each school."""
    live = [
        Prefetch(f"{whose}invitations", queryset=Invitation.objects.alive(), to_attr="links")
        for whose in ("", "school__")
    ]
    teams = Team.objects.filter(tournament=tournament).select_related("school").prefetch_related(*live)
    return sorted(teams, key=of_team)


@dataclass(frozen=True)
class DivisionState:
    """A division at one glance: how many play, how many are here, and the round that counts now."""

    division: Division
    players: int
    here: int
    round: Round | None


def states_of(tournament: Tournament) -> dict[int, DivisionState]:
    """Every division of the tournament by its key, in two questions to the database."""
    divisions = divisions_of(tournament).annotate(
        players=Count("places", filter=Q(places__is_alternate=False)),
        here=Count("places", filter=Q(places__is_alternate=False, places__attendance__status="present")),
    )
    current: dict[int, Round] = {}
    for each in Round.objects.filter(tournament=tournament).exclude(state=State.COMPLETE).order_by("-number"):
        current[each.division_id] = each
    return {each.pk: DivisionState(each, each.players, each.here, current.get(each.pk)) for each in divisions}
