"""Removes student names from everything and keeps the player numbers, so results stay.

Higher floors remove the names that they store through the hook `student_names`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from foundation.activity.models import LogLine
from foundation.activity.sentences import NAME_FIELDS_BY_ACTION, SENTENCE_BY_ACTION, word_line
from foundation.backups.cleanup import remove_backups_with_names
from foundation.jobs.models import Job
from foundation.tournaments import Tournament
from tournament import hooks
from tournament.rosters.models import Change, Player, Upload
from tournament.rounds.models import ExtraTime

PURGE = "tournament.purge"
REMOVED_NAME = "…"
RETRY_AFTER = timedelta(hours=6)


def due_for_purge() -> list[Tournament]:
    """Return tournaments whose last day with names is over in their time zone, unless a removal ran recently."""
    now = timezone.now()
    tried = Job.objects.filter(kind=PURGE, created_at__gt=now - RETRY_AFTER).values("tournament")
    candidates = Tournament.objects.filter(purged_at__isnull=True, names_until__lte=now.date()).exclude(pk__in=tried)
    return [each for each in candidates if each.names_until < now.astimezone(each.zone).date()]


def remove_names(tournament: Tournament) -> int:
    """Remove all student names from a tournament and return how many students it has."""
    remove_backups_with_names()
    _remove_from_players(tournament)
    _remove_files(tournament)
    _remove_from_remarks(tournament)
    for remove in hooks.student_names:
        remove(tournament)
    _remove_from_log(tournament)
    return Player.objects.filter(tournament=tournament).count()


def _remove_from_players(tournament: Tournament) -> None:
    number = Concat(Value("No. "), Cast(F("number"), CharField()))
    Player.objects.filter(tournament=tournament).update(first_name="", last_name=number, grade=None)


def _remove_files(tournament: Tournament) -> None:
    """Delete uploaded rosters, undo steps, and everything that was printed."""
    Upload.objects.filter(tournament=tournament).delete()
    Change.objects.filter(event__tournament=tournament).delete()
    Job.objects.filter(tournament=tournament).exclude(kind=PURGE).delete()


def _remove_from_remarks(tournament: Tournament) -> None:
    ExtraTime.objects.filter(round__tournament=tournament).update(reason="")


def _remove_from_log(tournament: Tournament) -> None:
    """Take the student out of each log line. The line itself stays, with its author and time.

    Lines about a verb that this installation doesn't know may hold a name anywhere, so they lose their whole text.
    """
    for line in _lines_with_names(tournament):
        names = {key: line.data[key] for key in NAME_FIELDS_BY_ACTION[line.action] if key in line.data}
        data = line.data | dict.fromkeys(names, REMOVED_NAME)
        text = word_line(line.action, data, written=_redact(line.text, list(names.values())))
        LogLine.objects.filter(pk=line.pk).redact(text=text[:500], data=data)
    unknown = LogLine.objects.filter(tournament=tournament).exclude(action__in=list(SENTENCE_BY_ACTION))
    unknown.redact(text=REMOVED_NAME, data={})


def _redact(text: str, names: list[str]) -> str:
    """Take names out of a sentence of an earlier version. The longest goes first, since one name may contain another.

    Without any name in its data, the sentence may hold one anywhere.
    """
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = text.replace(name, REMOVED_NAME)
    return text if names else REMOVED_NAME


def _lines_with_names(tournament: Tournament) -> Iterator[LogLine]:
    return LogLine.objects.filter(tournament=tournament, action__in=list(NAME_FIELDS_BY_ACTION)).iterator(
        chunk_size=500
    )
