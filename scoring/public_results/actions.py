"""Verbs that release results: what the public and coaches see, and as of when."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from foundation import steady_clock
from foundation.activity.sentences import SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from rulebooks.wording import plural
from scoring.models import Release
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round, RoundState

# The key says what a release changed: the tables, the results, or both.
RELEASE_SENTENCES = {
    "tables_shown": "showed the {division} tables to the public",
    "tables_hidden": "hid the {division} tables from the public",
    "results_final": "released the final {division} results",
    "results_through": "released the {division} results through Round {rounds}",
    "results_hidden": "hid the {division} results",
    "tables_shown results_final": "showed the {division} tables and released the final results",
    "tables_shown results_through": "showed the {division} tables and released the results through Round {rounds}",
    "tables_shown results_hidden": "showed the {division} tables and hid the results",
    "tables_hidden results_final": "hid the {division} tables and released the final results",
    "tables_hidden results_through": "hid the {division} tables and released the results through Round {rounds}",
    "tables_hidden results_hidden": "hid the {division} tables and results",
}


@verb("release.set", says=SentenceByCase("changed", RELEASE_SENTENCES))
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
    changed = []
    if draws is not None:
        changes["draws"] = draws
        changed.append("tables_shown" if draws else "tables_hidden")
    if is_final:
        _require_closed(division)
        changes |= {"rounds": division.event.rounds, "is_final": True}
        changed.append("results_final")
    elif rounds is not None:
        last = Round.objects.filter(division=division).aggregate(last=Max("number"))["last"] or 0
        if not 0 <= rounds <= last:
            one, many = f"{division.name} has only 1 round.", f"{division.name} has only {last} rounds."
            raise Refused(plural(last, one, many) if last else f"{division.name} has no rounds yet.")
        changes |= {"rounds": rounds, "is_final": False}
        changed.append("results_through" if rounds else "results_hidden")
    if not changed:
        raise Refused("Choose what the public can see.")
    released, _ = Release.objects.update_or_create(division=division, defaults=changes)
    log(actor, released, changed=" ".join(changed), division=division.name, rounds=released.rounds)
    return released


@verb(
    "release.freeze",
    says=SentenceByCase(
        "which",
        {
            "all": "froze the results that the public and coaches see in all divisions",
            "one": "froze the {division} results that the public and coaches see",
        },
    ),
)
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
        raise Refused("These results are frozen. Unfreeze them to show newer results.")
    log(actor, tournament, **_which(division))
    return tournament


@verb(
    "release.thaw",
    says=SentenceByCase(
        "which", {"all": "unfroze the results for all divisions", "one": "unfroze the {division} results"}
    ),
)
def unfreeze(actor: Actor, tournament: Tournament, *, division: Division | None = None) -> Tournament:
    frozen = Release.objects.filter(division__in=_one_or_all(tournament, division), frozen_at__isnull=False)
    if not frozen.update(frozen_at=None):
        raise Refused("No results are frozen.")
    log(actor, tournament, **_which(division))
    return tournament


def _which(division: Division | None) -> dict[str, Any]:
    """Return the log data that names one division, or all."""
    return {"which": "one", "division": division.name} if division else {"which": "all"}


def _one_or_all(tournament: Tournament, division: Division | None) -> list[Division]:
    if division is None:
        return list(divisions_of(tournament))
    _require_division(tournament, division)
    return [division]


def _require_division(tournament: Tournament, division: Division) -> None:
    if division.event.tournament_id != tournament.pk:
        raise Refused("Choose a division in this tournament.")


def _require_closed(division: Division) -> None:
    rounds = Round.objects.filter(division=division)
    first_open = rounds.exclude(state=RoundState.COMPLETE).order_by("number").first()
    if first_open is not None:
        raise Refused(f"{division.name} Round {first_open.number} isn’t closed. Close it first.")
    if not rounds.exists():
        raise Refused(f"{division.name} has no rounds yet.")
