"""Verbs of seasons: create one, set what counts, add and remove tournaments."""

from __future__ import annotations

from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.seasons.models import MOST_TOURNAMENTS, Season
from scoring.seasons.queries import seasons_of


@verb("season.create", says="created the season “{name}”")
def create(actor: Actor, _: None, *, name: str) -> Season:
    if actor.user is None:
        raise Refused("Sign in to create a season.")
    season = Season.objects.create(name=_clean_name(name), made_by=actor.user)
    log(actor, season, name=season.name)
    return season


@verb(
    "season.edit",
    says=SentenceByCase(
        "counted",
        {
            "all": "changed the season “{name}” (all results count, tournaments to qualify: {needed})",
            "best": "changed the season “{name}” (results that count: {best}, tournaments to qualify: {needed})",
        },
    ),
)
def edit(actor: Actor, season: Season, *, name: str, best: int | None, needed: int) -> Season:
    """Set the name, how many tournaments count, and how many someone must have attended to qualify."""
    _require_access(actor, season)
    if best is not None and not 1 <= best <= MOST_TOURNAMENTS:
        raise Refused(f"Enter a number from 1 to {MOST_TOURNAMENTS}, or leave this blank to count all.", field="best")
    if not 1 <= needed <= MOST_TOURNAMENTS:
        raise Refused(f"Enter a number from 1 to {MOST_TOURNAMENTS}.", field="needed")
    season.name, season.best, season.needed = _clean_name(name), best, needed
    season.save(update_fields=["name", "best", "needed"])
    log(actor, season, name=season.name, counted="best" if best else "all", best=best, needed=needed)
    return season


@verb("season.add", says="added the tournament to the season “{season}”")
def add(actor: Actor, tournament: Tournament, *, season: Season) -> Season:
    """Add a tournament to a season. Only the tournament's own director can do that."""
    _require_access(actor, season)
    if tournament.is_rehearsal:
        raise Refused(f"{tournament.name} is a rehearsal. Rehearsals don’t count for a season.")
    if season.tournaments.filter(pk=tournament.pk).exists():
        raise Refused(f"{tournament.name} is in this season. Choose another tournament.")
    season.tournaments.add(tournament)
    log(actor, season, season=season.name)
    return season


@verb("season.remove", says="removed the tournament from the season “{season}”")
def remove(actor: Actor, tournament: Tournament, *, season: Season) -> Season:
    if not season.tournaments.filter(pk=tournament.pk).exists():
        raise Refused(f"{tournament.name} isn’t in this season.")
    season.tournaments.remove(tournament)
    log(actor, season, season=season.name)
    return season


def _require_access(actor: Actor, season: Season) -> None:
    if actor.system:
        return
    if actor.user is None or not seasons_of(actor.user).filter(pk=season.pk).exists():
        raise NotAllowed("Only the season’s creator, or a director of one of its tournaments, can change it.")


def _clean_name(name: str) -> str:
    if not name.strip():
        raise Refused("Enter a name for the season.", field="name")
    return name.strip()
