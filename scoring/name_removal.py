"""Names of children in what was entered: reasons in somebody's own words, and pictures of signed papers."""

from foundation.tournaments import Tournament
from scoring.models import Entry, Photo, Sheet
from tournament.privacy.name_removal import REMOVED_NAME


def forget_reasons(tournament: Tournament) -> None:
    """The figures stay. That there was a reason stays as well, without its words."""
    entries = Entry.objects.filter(sheet__tournament=tournament)
    entries.exclude(reason="").redact(reason=REMOVED_NAME)
    for entry in entries.iterator(chunk_size=500):
        paper = dict(entry.paper)
        rows = [{name: value for name, value in row.items() if name != "refusal"} for row in paper.get("rows", [])]
        doubts = [doubt | {"sentence": REMOVED_NAME} for doubt in entry.doubts]
        if (rows, doubts) != (paper.get("rows", []), entry.doubts):
            Entry.objects.filter(pk=entry.pk).redact(paper=paper | {"rows": rows}, doubts=doubts)
    Sheet.objects.filter(tournament=tournament).exclude(problem="").update(problem=REMOVED_NAME)
    Sheet.objects.filter(tournament=tournament).exclude(excused="").update(excused=REMOVED_NAME)


def forget_photos(tournament: Tournament) -> None:
    Photo.objects.filter(sheet__tournament=tournament).delete()
