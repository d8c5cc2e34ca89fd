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
    """Return teams by school. Each team and each school has its live coach links in `links`."""
    live = [
        Prefetch(f"{path}invitations", queryset=Invitation.objects.alive(), to_attr="links")
        for path in ("", "school__")
    ]
    teams = Team.objects.filter(tournament=tournament).select_related("school").prefetch_related(*live)
    return sorted(teams, key=team_sort_key)


@dataclass(frozen=True)
class DivisionState:
    """A division at a glance: how many play, how many are here, and its current round."""

    division: Division
    players: int
    here: int
    round: Round | None

    @property
    def is_playing(self) -> bool:
        return self.round is not None and self.round.state in (RoundState.RUNNING, RoundState.COLLECTING)


def division_states(tournament: Tournament) -> dict[int, DivisionState]:
    """Return the state of every division by its key, in two queries."""
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
    by_division: dict[int, list[DashboardCount]] = {}
    for counts_of in hooks.dashboard_counts:
        for division, counts in counts_of(tournament).items():
            by_division.setdefault(division, []).extend(_as_seen_by(actor, tournament, count) for count in counts)
    return by_division


def _as_seen_by(actor: Actor, tournament: Tournament, count: DashboardCount) -> DashboardCount:
    return replace(count, url="") if count.needs and not actor.may(count.needs, tournament) else count
