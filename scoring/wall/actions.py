"""The verbs of releasing: what the public and the coaches see, and as of when."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from foundation import steady_clock
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from scoring.models import Release
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round, RoundState


@verb("release.set", says="{did} of {division}")
def release(
    actor: Actor,
    tournament: Tournament,
    *,
    division: Division,
    draws: bool | None = None,
    rounds: int | None = None,
    is_final: bool = False,
) -> Release:
    """What is not said stays. Rounds that are not closed may be seen, as provisional; final is only what is closed."""
    _require_division(tournament, division)
    changes: dict[str, Any] = {}
    did = []
    if draws is not None:
        changes["draws"] = draws
        did.append("showed the public the tables" if draws else "hid the tables from the public")
    if is_final:
        _require_closed(division)
        changes |= {"rounds": division.event.rounds, "is_final": True}
        did.append("released the final results")
    elif rounds is not None:
        last = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
        if not 0 <= rounds <= last:
            raise Refused(f"{division.name} has {last} rounds.")
        changes |= {"rounds": rounds, "is_final": False}
        did.append(f"released the results {_through(rounds)}" if rounds else "took back the results")
    if not did:
        raise Refused("Say what the public may see.")
    made, _ = Release.objects.update_or_create(division=division, defaults=changes)
    log(actor, made, did=" and ".join(did), division=division.name)
    return made


@verb("release.freeze", says="froze what the public and coaches see of {what}")
def freeze(actor: Actor, tournament: Tournament, *, division: Division | None = None) -> Tournament:
    """From now on they see the results of this moment; what is frozen already stays as it is."""
    divisions = _wanted(tournament, division)
    frozen = Release.objects.filter(division__in=divisions)
    known = set(frozen.values_list("division", flat=True))
    now = steady_clock.now()
    changed = frozen.filter(frozen_at__isnull=True).update(frozen_at=now)
    new = [Release(division=each, frozen_at=now) for each in divisions if each.pk not in known]
    Release.objects.bulk_create(new)
    if not changed and not new:
        raise Refused("That is frozen already.")
    log(actor, tournament, what=division.name if division else "all divisions")
    return tournament


@verb("release.thaw", says="let the public and coaches see {what} as it is now")
def thaw(actor: Actor, tournament: Tournament, *, division: Division | None = None) -> Tournament:
    frozen = Release.objects.filter(division__in=_wanted(tournament, division), frozen_at__isnull=False)
    if not frozen.update(frozen_at=None):
        raise Refused("Nothing is frozen.")
    log(actor, tournament, what=division.name if division else "all divisions")
    return tournament


def _through(rounds: int) -> str:
    """`of round 1`, `of rounds 1 to 3`."""
    return "of round 1" if rounds == 1 else f"of rounds 1 to {rounds}"


def _wanted(tournament: Tournament, division: Division | None) -> list[Division]:
    if division is None:
        return list(divisions_of(tournament))
    _require_division(tournament, division)
    return [division]


def _require_division(tournament: Tournament, division: Division) -> None:
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")


def _require_closed(division: Division) -> None:
    rounds = Round.objects.filter(division=division)
    first = rounds.exclude(state=RoundState.COMPLETE).order_by("number").first()
    if first is not None:
        raise Refused(f"Round {first.number} of {division.name} is not closed: close it first.")
    if not rounds.exists():
        raise Refused(f"{division.name} has no rounds.")
