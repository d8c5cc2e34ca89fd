"""The verbs of standings: how many go on to the playoffs, and what counts over several events."""

from __future__ import annotations

from scoring.models import Cut, Sweepstakes
from tournament.activity.verbs import log, verb
from tournament.errors import Refused
from tournament.models import Division, Tournament
from tournament.people.actor import Actor

MOST = 1000


@verb("standings.cut", says="let {teams} teams and {players} players of {division} go on to the playoffs")
def set_cut(actor: Actor, tournament: Tournament, *, division: Division, teams: int, players: int) -> Cut:
    """None goes on where it is nought. Ties at the cut are shown, never broken by chance (N12)."""
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")
    if max(teams, players) > MOST:
        raise Refused(f"At most {MOST} go on.")
    made, _ = Cut.objects.update_or_create(division=division, defaults={"teams": teams, "players": players})
    log(actor, made, teams=teams, players=players, division=division.name)
    return made


@verb("standings.sweepstakes", says="let {best} events count for the sweepstakes, for who played at least {least}")
def set_sweepstakes(actor: Actor, tournament: Tournament, *, best: int | None, least: int) -> Sweepstakes:
    """`best`: how many events count, None for all of them (F12)."""
    events = tournament.events.count()
    if not 1 <= least <= events:
        raise Refused(f"Between 1 and {events} events.", field="least")
    if best is not None and not 1 <= best <= events:
        raise Refused(f"Between 1 and {events} events, or all.", field="best")
    made, _ = Sweepstakes.objects.update_or_create(tournament=tournament, defaults={"best": best, "least": least})
    log(actor, made, best=f"the best {best}" if best else "all", least=least)
    return made
