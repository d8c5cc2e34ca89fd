"""Verbs of seasons: create one, set what counts, add and remove tournaments."""

from __future__ import annotations

from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.seasons.models import MOST_TOURNAMENTS, Season
from scoring.seasons.queries import seasons_of


@verb("season.create", says="made the season “{name}”")
def create(actor: Actor, _: None, *, name: str) -> Season:
    if actor.user is None:
        raise Refused("Make a season signed in.")
    season = Season.objects.create(name=_clean_name(name), made_by=actor.user)
    log(actor, season, name=season.name)
    return season


@verb("season.edit", says="changed the season “{name}”: {counts}")
def edit(actor: Actor, season: Season, *, name: str, best: int | None, needed: int) -> Season:
    """Set the name, how many tournaments count, and how many someone must have attended to qualify."""
    _require_access(actor, season)
    if best is not None and not 1 <= best <= MOST_TOURNAMENTS:
        raise Refused(f"Between 1 and {MOST_TOURNAMENTS}, or nothing to count all.", field="best")
    if not 1 <= needed <= MOST_TOURNAMENTS:
        raise Refused(f"Between 1 and {MOST_TOURNAMENTS}.", field="needed")
    season.name, season.best, season.needed = _clean_name(name), best, needed
    season.save(update_fields=["name", "best", "needed"])
    counts = f"the best {best} count" if best else "all tournaments count"
    log(actor, season, name=season.name, counts=f"{counts}, {needed} to qualify")
    return season


@verb("season.add", says="put the tournament into the season “{season}”")
def add(actor: Actor, tournament: Tournament, *, season: Season) -> Season:
    """Add a tournament to a season. Only the tournament's own director can do that."""
    _require_access(actor, season)
    if tournament.is_rehearsal:
        raise Refused(f"{tournament.name} is a rehearsal: it counts for no season.")
    if season.tournaments.filter(pk=tournament.pk).exists():
        raise Refused(f"{tournament.name} is in this season already.")
    season.tournaments.add(tournament)
    log(actor, season, season=season.name)
    return season


@verb("season.remove", says="took the tournament out of the season “{season}”")
def remove(actor: Actor, tournament: Tournament, *, season: Season) -> Season:
    if not season.tournaments.filter(pk=tournament.pk).exists():
        raise Refused(f"{tournament.name} is not in this season.")
    season.tournaments.remove(tournament)
    log(actor, season, season=season.name)
    return season


def _require_access(actor: Actor, season: Season) -> None:
    if actor.system:
        return
    if actor.user is None or not seasons_of(actor.user).filter(pk=season.pk).exists():
        raise NotAllowed("Only who made a season, or directs one of its tournaments, can change it.")


def _clean_name(name: str) -> str:
    if not name.strip():
        raise Refused("What is the season called?", field="name")
    return name.strip()
