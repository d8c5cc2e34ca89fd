"""What a restore must not undo about student names. Registered with the hooks of `foundation/hooks.py`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from foundation.jobs.models import Job
from foundation.people.actor import SYSTEM
from foundation.tournaments import Tournament
from tournament.privacy.actions import purge
from tournament.privacy.name_removal import PURGE, due_for_purge
from tournament.rosters.models import Player


class StudentNameRemoval:
    """Answers the hook `name_removal`."""

    def tournaments_due(self) -> list[Tournament]:
        return due_for_purge()

    def remove_names(self, tournament: Tournament) -> Tournament:
        return purge(SYSTEM, tournament)

    def last_removed_at(self) -> datetime | None:
        done = Job.objects.filter(kind=PURGE, state=Job.State.DONE).aggregate(at=Max("finished_at"))["at"]
        purged = Tournament.objects.aggregate(at=Max("purged_at"))["at"]
        return max((moment for moment in (done, purged) if moment), default=None)


class HiddenPlayers:
    """Answers the hook `kept_through_restore`: a student who was hidden from the public stays hidden.

    A row is the same one if its key and the creation time of its tournament are.
    """

    def take(self) -> Mapping[int, datetime]:
        return dict(Player.objects.filter(is_hidden=True).values_list("pk", "tournament__created_at"))

    def put_back(self, taken: Mapping[int, datetime]) -> None:
        restored = Player.objects.filter(pk__in=taken).values_list("pk", "tournament__created_at")
        same = [pk for pk, created_at in restored if taken[pk] == created_at]
        Player.objects.filter(pk__in=same).update(is_hidden=True)
