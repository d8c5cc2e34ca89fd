"""Names of children in what was entered: reasons in somebody's own words, and pictures of signed papers."""

from foundation.tournaments import Tournament
from scoring.models import Entry, Photo, Sheet
from tournament.privacy.purging import IN_PLACE_OF_A_NAME, holds_names


@holds_names
def forget_reasons(tournament: Tournament) -> None:
    """The figures stay. That there was a reason stays as well, without its words."""
    entries = Entry.objects.filter(sheet__tournament=tournament)
    entries.exclude(reason="").redact(reason=IN_PLACE_OF_A_NAME)
    for entry in entries.iterator(chunk_size=500):
        paper = dict(entry.paper)
        rows = [{name: value for name, value in row.items() if name != "refusal"} for row in paper.get("rows", [])]
        doubts = [doubt | {"sentence": IN_PLACE_OF_A_NAME} for doubt in entry.doubts]
        if (rows, doubts) != (paper.get("rows", []), entry.doubts):
            Entry.objects.filter(pk=entry.pk).redact(paper=paper | {"rows": rows}, doubts=doubts)
    Sheet.objects.filter(tournament=tournament).exclude(problem="").update(problem=IN_PLACE_OF_A_NAME)
    Sheet.objects.filter(tournament=tournament).exclude(excused="").update(excused=IN_PLACE_OF_A_NAME)


@holds_names
def forget_photos(tournament: Tournament) -> None:
    Photo.objects.filter(sheet__tournament=tournament).delete()
