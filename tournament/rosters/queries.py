"""What is asked about rosters: who is on them, what an upload would do, and the columns of an export."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Prefetch, QuerySet

from tournament.models import Division, Event, Team
from tournament.rosters.checkin.substitutions import Home, homes_of
from tournament.rosters.columns import Layout
from tournament.rosters.editing import facts_of
from tournament.rosters.files import Sheet
from tournament.rosters.known import Known
from tournament.rosters.models import Place, TeamEntry, Upload
from tournament.rosters.order import of_place
from tournament.rosters.planning import Plan, plan
from tournament.rosters.questions import Question, questions
from tournament.rosters.reading import Grades, Said, read_rows

COLUMNS = (
    *("School", "Team", "Division", "First name", "Last name", "Grade", "Position", "Seed", "Alternate"),
    "Own school",
)


def places_of(event: Event) -> QuerySet[Place]:
    """Every place of an event with its player, team and school."""
    return Place.objects.filter(event=event).select_related("player__school", "division", "entry__team__school")


def roster_of(event: Event, division: Division | None = None) -> list[Place]:
    """The roster as people read it: by division, school and team."""
    places = places_of(event).filter(division=division) if division else places_of(event)
    return sorted(places, key=lambda each: (each.division.max_grade, each.division_id, *of_place(each)))


def entries_of(team: Team) -> QuerySet[TeamEntry]:
    """Each game that a team plays, with its division and its places in order."""
    places = Place.objects.select_related("player").order_by("number")
    return (
        TeamEntry.objects.filter(team=team)
        .select_related("division", "event")
        .prefetch_related(Prefetch("places", queryset=places))
        .order_by("event_id")
    )


def grades_of(event: Event) -> list[Grades]:
    return [Grades(each.letter, each.name, each.max_grade) for each in event.divisions.all()]


def known_of(event: Event) -> list[Known]:
    """The roster in the words of the planning."""
    homes = homes_of(event)
    return [_known(place, homes.get(place.pk)) for place in roster_of(event)]


def _known(place: Place, home: Home | None) -> Known:
    facts = facts_of(place)
    return Known(
        id=place.pk,
        school=facts.school,
        team=facts.team,
        division=facts.division,
        number=facts.number,
        first=facts.first,
        last=facts.last,
        grade=facts.grade,
        is_alternate=facts.is_alternate,
        seed=place.entry.seed if place.entry else None,
        own=facts.own,
        home=home.number if home else None,
        substitution=home.sentence if home else "",
    )


def sheets_of(upload: Upload) -> list[tuple[Sheet, Layout]]:
    """The cells as they were sent, each sheet with its columns."""
    pairs = zip(upload.sheets, upload.layouts, strict=True)
    return [
        (
            Sheet(sheet["name"], tuple(tuple(row) for row in sheet["rows"])),
            Layout(layout["header"], {int(column): field for column, field in layout["fields"].items()}),
        )
        for sheet, layout in pairs
    ]


def plan_of(upload: Upload) -> Plan:
    """What importing this upload would do now."""
    divisions = grades_of(upload.event)
    sheets = [pair for pair in sheets_of(upload) if pair[1].has_names]
    reading = read_rows(sheets, divisions, said_of(upload))
    return plan(reading, known_of(upload.event), divisions, upload.event.team_size)


def said_of(upload: Upload) -> Said:
    readings = upload.readings
    return Said(readings.get("division", {}), readings.get("school", {}), upload.division)


def questions_about(upload: Upload, plan: Plan) -> tuple[Question, ...]:
    """What the words of this upload mean, as far as they can mean several things."""
    return questions([planned.row for planned in plan.rows], grades_of(upload.event), said_of(upload))


def export_rows(event: Event) -> Iterator[tuple[str, ...]]:
    """The same columns that an import understands, so that what is exported can be imported again."""
    yield COLUMNS
    for place in roster_of(event):
        facts, seed = facts_of(place), place.entry.seed if place.entry else None
        yield (
            facts.school,
            facts.team,
            place.division.name,
            facts.first,
            facts.last if place.player else place.name,
            "" if facts.grade is None else str(facts.grade),
            str(facts.number or ""),
            "" if seed is None else str(seed),
            "yes" if facts.is_alternate else "",
            facts.own,
        )
