"""What the dashboard and the team list show: each division's state and counts, and teams with their coach links."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Count, Prefetch, Q

from foundation.people.actor import Actor
from foundation.people.models import Invitation
from foundation.tournaments import Tournament
from tournament import hooks
from tournament.hooks import DashboardCount
from tournament.models import Division, Team
from tournament.queries import divisions_of
from tournament.rosters.sort_keys import team_sort_key
from tournament.rounds.models import Round, RoundState


def teams_of(tournament: Tournament) -> list[Team]:
    """Teams by school, each with its live coach link in `links`, and so each school."""
    live = [
        Prefetch(f"{whose}invitations", queryset=Invitation.objects.alive(), to_attr="links")
        for whose in ("", "school__")
    ]
    teams = Team.objects.filter(tournament=tournament).select_related("school").prefetch_related(*live)
    return sorted(teams, key=team_sort_key)


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
    for each in Round.objects.filter(tournament=tournament).exclude(state=RoundState.COMPLETE).order_by("-number"):
        current[each.division_id] = each
    return {each.pk: DivisionState(each, each.players, each.here, current.get(each.pk)) for each in divisions}


def counts_by_division(actor: Actor, tournament: Tournament) -> dict[int, list[DashboardCount]]:
    """Return the counts that higher floors give, by division key. People who may not open a page get no link to it."""
    found: dict[int, list[DashboardCount]] = {}
    for counts_of in hooks.dashboard_counts:
        for division, counts in counts_of(tournament).items():
            found.setdefault(division, []).extend(_as_seen_by(actor, tournament, count) for count in counts)
    return found


def _as_seen_by(actor: Actor, tournament: Tournament, count: DashboardCount) -> DashboardCount:
    return replace(count, url="") if count.needs and not actor.may(count.needs, tournament) else count
