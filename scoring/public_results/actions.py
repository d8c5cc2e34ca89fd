"""Verbs that release results: what the public and coaches see, and as of when."""

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
    """Set what the public sees of a division; None leaves a setting as it is.

    Open rounds can be released as provisional. Final results need every round closed.
    """
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
        did.append(f"released the results {_round_range(rounds)}" if rounds else "took back the results")
    if not did:
        raise Refused("Say what the public may see.")
    released, _ = Release.objects.update_or_create(division=division, defaults=changes)
    log(actor, released, did=" and ".join(did), division=division.name)
    return released


@verb("release.freeze", says="froze what the public and coaches see of {what}")
def freeze(actor: Actor, tournament: Tournament, *, division: Division | None = None) -> Tournament:
    """Freeze what the public and coaches see at this moment. Divisions that are frozen keep their earlier moment."""
    divisions = _one_or_all(tournament, division)
    releases = Release.objects.filter(division__in=divisions)
    known = set(releases.values_list("division", flat=True))
    now = steady_clock.now()
    changed = releases.filter(frozen_at__isnull=True).update(frozen_at=now)
    new = [Release(division=each, frozen_at=now) for each in divisions if each.pk not in known]
    Release.objects.bulk_create(new)
    if not changed and not new:
        raise Refused("That is frozen already.")
    log(actor, tournament, what=division.name if division else "all divisions")
    return tournament


@verb("release.thaw", says="let the public and coaches see {what} as it is now")
def unfreeze(actor: Actor, tournament: Tournament, *, division: Division | None = None) -> Tournament:
    frozen = Release.objects.filter(division__in=_one_or_all(tournament, division), frozen_at__isnull=False)
    if not frozen.update(frozen_at=None):
        raise Refused("Nothing is frozen.")
    log(actor, tournament, what=division.name if division else "all divisions")
    return tournament


def _round_range(rounds: int) -> str:
    """Return `of round 1` or `of rounds 1 to 3`."""
    return "of round 1" if rounds == 1 else f"of rounds 1 to {rounds}"


def _one_or_all(tournament: Tournament, division: Division | None) -> list[Division]:
    if division is None:
        return list(divisions_of(tournament))
    _require_division(tournament, division)
    return [division]


def _require_division(tournament: Tournament, division: Division) -> None:
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division of this tournament.")


def _require_closed(division: Division) -> None:
    rounds = Round.objects.filter(division=division)
    first_open = rounds.exclude(state=RoundState.COMPLETE).order_by("number").first()
    if first_open is not None:
        raise Refused(f"Round {first_open.number} of {division.name} is not closed: close it first.")
    if not rounds.exists():
        raise Refused(f"{division.name} has no rounds.")
