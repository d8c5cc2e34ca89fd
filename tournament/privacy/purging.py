"""Removes the names of children from everything, and keeps the numbers: results stay, by number.

Whoever stores names says here how they are removed:

    @holds_names
    def forget_uploads(tournament: Tournament) -> None: ...
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from django.db import connection
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from foundation.activity.models import LogLine
from foundation.activity.verbs import NAMES_IN, SENTENCES
from foundation.jobs.models import Job
from foundation.tournaments import Tournament
from tournament.rosters.models import Change, Player, Upload
from tournament.rounds.models import ExtraTime

Forget = Callable[[Tournament], object]
HOLDERS: list[Forget] = []
PURGE = "tournament.purge"
IN_PLACE_OF_A_NAME = "…"


def holds_names(forget: Forget) -> Forget:
    HOLDERS.append(forget)
    return forget


def forget_names(tournament: Tournament) -> int:
    """Everywhere. How many children that were."""
    for forget in HOLDERS:
        forget(tournament)
    return Player.objects.filter(tournament=tournament).count()


@holds_names
def forget_players(tournament: Tournament) -> None:
    number = Concat(Value("No. "), Cast(F("number"), CharField()))
    Player.objects.filter(tournament=tournament).update(first_name="", last_name=number, grade=None)


@holds_names
def forget_files(tournament: Tournament) -> None:
    """Files that coaches sent, the steps of undo, and everything that was printed."""
    Upload.objects.filter(tournament=tournament).delete()
    Change.objects.filter(event__tournament=tournament).delete()
    Job.objects.filter(tournament=tournament).exclude(kind=PURGE).delete()


@holds_names
def forget_remarks(tournament: Tournament) -> None:
    ExtraTime.objects.filter(round__tournament=tournament).update(reason="")


@holds_names
def forget_in_the_log(tournament: Tournament) -> None:
    """The lines stay, with who did what and when; the child in them is left out.

    What a line of another installation says of a verb that is not known here may be anything, so it says nothing.
    """
    for line in _lines_with_names(tournament):
        data = line.data | dict.fromkeys(NAMES_IN[line.action], IN_PLACE_OF_A_NAME)
        text = SENTENCES[line.action].format_map(defaultdict(lambda: IN_PLACE_OF_A_NAME, data))
        LogLine.objects.filter(pk=line.pk).redact(text=text[:500], data=data)
    unknown = LogLine.objects.filter(tournament=tournament).exclude(action__in=list(SENTENCES))
    unknown.redact(text=IN_PLACE_OF_A_NAME, data={})


def _lines_with_names(tournament: Tournament) -> Iterator[LogLine]:
    return LogLine.objects.filter(tournament=tournament, action__in=list(NAMES_IN)).iterator(chunk_size=500)


def sweep_the_file() -> None:
    """SQLite leaves what was deleted in its file until the place is used again: write the file anew."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
