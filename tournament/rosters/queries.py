"""Reads of rosters: who is on them, what an upload would do, and the rows of an export."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from foundation.errors import EditConflict
from foundation.jobs.models import Job
from tournament.models import Division, Event
from tournament.rosters.checkin.substitutions import ListedPosition, listed_positions
from tournament.rosters.file_import.columns import ColumnLayout
from tournament.rosters.file_import.existing_spots import ExistingSpot
from tournament.rosters.file_import.parser import DivisionInfo, FileAnswers, parse_rows
from tournament.rosters.file_import.plan import ImportPlan, plan_import
from tournament.rosters.file_import.preview import ImportQuestion, find_questions
from tournament.rosters.models import Place, Upload
from tournament.rosters.sort_keys import place_sort_key
from tournament.rosters.spots import details_of
from tournament.spreadsheets import Worksheet

EXPORT_COLUMNS = (
    *("School", "Team", "Division", "First name", "Last name", "Grade", "Position", "Seed", "Alternate"),
    "Home school",
)


# -- the roster -------------------------------------------------------------------------------------------------------


def places_of(event: Event) -> QuerySet[Place]:
    """Return every roster spot of an event with its player, team, and school."""
    return Place.objects.filter(event=event).select_related("player__school", "division", "entry__team__school")


def roster_of(event: Event, division: Division | None = None) -> list[Place]:
    """Return the roster sorted for people: by division, school, and team."""
    places = places_of(event).filter(division=division) if division else places_of(event)
    return sorted(places, key=lambda each: (each.division.max_grade, each.division_id, *place_sort_key(each)))


def export_rows(event: Event) -> Iterator[tuple[str, ...]]:
    """Yield the roster in the columns that an import understands, so an export can be imported again."""
    yield EXPORT_COLUMNS
    for place in roster_of(event):
        details, seed = details_of(place), place.entry.seed if place.entry else None
        yield (
            details.school,
            details.team,
            place.division.name,
            details.first,
            details.last if place.player else place.name,
            "" if details.grade is None else str(details.grade),
            str(details.number or ""),
            "" if seed is None else str(seed),
            "yes" if details.is_alternate else "",
            details.own,
        )


# -- uploads ----------------------------------------------------------------------------------------------------------

IMPORT = "roster.import"  # the kind of the job


def lock_upload(upload: Upload) -> Upload:
    """Return the upload as it is now, for a verb. On PostgreSQL the row stays locked until the transaction ends."""
    uploads = Upload.objects.select_for_update(of=("self",)).select_related("tournament", "event__tournament")
    locked = uploads.filter(pk=upload.pk).first()
    if locked is None:
        raise EditConflict("Someone deleted this file. Upload it again.")
    return locked


def is_open(upload: Upload) -> bool:
    """Whether an upload can be changed and imported: no import of it is queued, running, or done.

    An upload whose import was canceled or failed is open again. The job says so; `state` stays `waiting`.
    """
    if upload.state == Upload.State.WAITING:
        return not Job.objects.filter(kind=IMPORT, params__upload=upload.pk, state__in=Job.LIVE).exists()
    return upload.state == Upload.State.OPEN


def import_plan_of(upload: Upload) -> ImportPlan:
    """Parse an upload and return what importing it would do now."""
    divisions = division_infos(upload.event)
    sheets = [(sheet, layout) for sheet, layout in worksheets_of(upload) if layout.has_names]
    parsed = parse_rows(sheets, divisions, answers_about(upload))
    return plan_import(parsed, existing_spots(upload.event), divisions, upload.event.team_size)


def questions_about(upload: Upload, plan: ImportPlan) -> tuple[ImportQuestion, ...]:
    """Return questions about the words of an upload that could mean several things."""
    return find_questions([planned.row for planned in plan.rows], division_infos(upload.event), answers_about(upload))


def worksheets_of(upload: Upload) -> list[tuple[Worksheet, ColumnLayout]]:
    """Return the cells as they were sent, each worksheet with its columns."""
    pairs = zip(upload.sheets, upload.layouts, strict=True)
    return [
        (
            Worksheet(sheet["name"], tuple(tuple(row) for row in sheet["rows"])),
            ColumnLayout(layout["header"], {int(column): field for column, field in layout["fields"].items()}),
        )
        for sheet, layout in pairs
    ]


def answers_about(upload: Upload) -> FileAnswers:
    readings = upload.readings
    return FileAnswers(readings.get("division", {}), readings.get("school", {}), upload.division)


def division_infos(event: Event) -> list[DivisionInfo]:
    return [DivisionInfo(each.letter, each.name, each.max_grade) for each in event.divisions.all()]


def existing_spots(event: Event) -> list[ExistingSpot]:
    """Return the roster as the import plan needs it."""
    positions = listed_positions(event)
    return [_existing_spot(place, positions.get(place.pk)) for place in roster_of(event)]


def _existing_spot(place: Place, listed: ListedPosition | None) -> ExistingSpot:
    details = details_of(place)
    return ExistingSpot(
        id=place.pk,
        school=details.school,
        team=details.team,
        division=details.division,
        number=details.number,
        first=details.first,
        last=details.last,
        grade=details.grade,
        is_alternate=details.is_alternate,
        seed=place.entry.seed if place.entry else None,
        home_school=details.own,
        listed_number=listed.number if listed else None,
        substitution=listed.substitution if listed else "",
    )
