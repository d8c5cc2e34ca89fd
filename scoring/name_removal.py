"""Removes student names from what was entered: free-text reasons, and photos of signed papers."""

from foundation.tournaments import Tournament
from scoring.models import Entry, Photo, Sheet
from tournament.privacy.name_removal import REMOVED_NAME


def remove_reasons(tournament: Tournament) -> None:
    """Remove the words of reasons, warnings, and problems. That there was one stays, and so do the points."""
    entries = Entry.objects.filter(sheet__tournament=tournament)
    entries.exclude(reason="").redact(reason=REMOVED_NAME)
    for entry in entries.iterator(chunk_size=500):
        paper = dict(entry.paper)
        rows = [{name: value for name, value in row.items() if name != "refusal"} for row in paper.get("rows", [])]
        warnings = [warning | {"sentence": REMOVED_NAME} for warning in entry.doubts]
        if (rows, warnings) != (paper.get("rows", []), entry.doubts):
            Entry.objects.filter(pk=entry.pk).redact(paper=paper | {"rows": rows}, doubts=warnings)
    Sheet.objects.filter(tournament=tournament).exclude(problem="").update(problem=REMOVED_NAME)
    Sheet.objects.filter(tournament=tournament).exclude(excused="").update(excused=REMOVED_NAME)


def remove_photos(tournament: Tournament) -> None:
    Photo.objects.filter(sheet__tournament=tournament).delete()
