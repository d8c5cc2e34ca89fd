"""Importing a file again doesn't undo substitutions; each affected line has a note."""

from __future__ import annotations

import pytest

from foundation.jobs.execution import run
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from tests import factories
from tests.reused_fixtures import reused
from tournament.models import Event
from tournament.rosters import actions
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.file_import.plan import ImportPlan
from tournament.rosters.models import Place, TeamEntry, Upload
from tournament.rosters.queries import import_plan_of
from tournament.spreadsheets import read_pasted

HEADINGS = "School\tTeam\tDivision\tFirst name\tLast name\tGrade\tPosition\n"
STAYS = "The import keeps this substitution. You can undo it at check-in."
CONTRADICTED = "Undo that at check-in first, or correct the position."
F_FOR_A = "One1 Player Letter F plays for One1 Player Letter A"


@pytest.fixture
@reused
def event(tournament: Tournament) -> Event:
    factories.roster(tournament, teams=1, alternates=2)
    return tournament.events.get()


@pytest.fixture
def entry(event: Event) -> TeamEntry:
    return TeamEntry.objects.get()


def line(letter: str, number: int, grade: int = 5) -> str:
    """Return a line of the file. Without a letter the spot is unnamed; Z is a different player."""
    named = f"{'Zoe' if letter == 'Z' else 'One1 Player'}\tLetter {letter}"
    name = named.replace("Letter Z", "Other Z") if letter else f"\tPlayer {number} of the Team 1"
    return f"School 1\tTeam 1\tE\t{name}\t{grade}\t{number}"


def upload_again(director_actor: Actor, event: Event, *lines: str) -> Upload:
    """Upload these lines, or by default the file that the coach sent first."""
    lines = lines or tuple(line(letter, number) for number, letter in enumerate("ABCDEFG", 1))
    sheet = read_pasted(HEADINGS + "\n".join(lines))
    return actions.upload(director_actor, event.tournament, event=event, name="Again", sheets=[sheet])


def import_now(director_actor: Actor, upload: Upload, *, remove_missing: bool = False) -> None:
    job = actions.import_upload(director_actor, upload, remove_missing=remove_missing)
    run(job.pk)
    assert Job.objects.get(pk=job.pk).problem == ""


def substitute_player(director_actor: Actor, event: Event, entry: TeamEntry, number: int, alternate: int) -> None:
    places = entry.places.select_related("player", "division")
    checkin.substitute(director_actor, event, place=places.get(number=number), alternate=places.get(number=alternate))


def letters(entry: TeamEntry) -> str:
    places = entry.places.select_related("player").order_by("number")
    return "".join(place.player.last_name[-1] if place.player else "." for place in places)


def position_problems(plan: ImportPlan) -> list[tuple[int, bool, str]]:
    """Return the problems at positions, by line of the file."""
    return [
        (each.row.line, problem.is_error, problem.sentence)
        for each in plan.rows
        for problem in each.row.problems
        if problem.field == "position"
    ]


def test_original_file_keeps_the_substitution_and_notes_it_on_both_lines(
    director_actor: Actor, event: Event, entry: TeamEntry
) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    seats = list(entry.places.order_by("id").values_list("id", "number", "player_id", "is_alternate"))
    upload = upload_again(director_actor, event)
    found = import_plan_of(upload)
    assert position_problems(found) == [(2, False, f"{F_FOR_A}. {STAYS}"), (7, False, f"{F_FOR_A}. {STAYS}")]
    assert (found.changes_nothing, found.missing) == (True, ())
    import_now(director_actor, upload, remove_missing=True)
    assert list(entry.places.order_by("id").values_list("id", "number", "player_id", "is_alternate")) == seats


def test_other_corrections_on_the_same_lines_apply(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    import_now(
        director_actor,
        upload_again(director_actor, event, *(line(letter, n, grade=4) for n, letter in enumerate("ABCDEFG", 1))),
    )
    assert letters(entry) == "FBCDEAG"
    assert set(Place.objects.values_list("player__grade", flat=True)) == {4}


def test_file_with_the_substitution_changes_nothing(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    found = import_plan_of(
        upload_again(director_actor, event, *(line(letter, n) for n, letter in enumerate("FBCDEAG", 1)))
    )
    assert (position_problems(found), found.changes_nothing) == ([], True)


def test_two_substitutions_on_one_spot_are_kept(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    substitute_player(director_actor, event, entry, 1, 7)
    upload = upload_again(director_actor, event)
    g_for_a = F_FOR_A.replace("Letter F", "Letter G")
    assert [(at, sentence) for at, _, sentence in position_problems(import_plan_of(upload))] == [
        (2, f"{g_for_a}. {STAYS}"),
        (8, f"{g_for_a}. {STAYS}"),
    ]
    import_now(director_actor, upload)
    assert letters(entry) == "GBCDEAF"


def test_undone_substitution_does_not_count(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    checkin.undo_substitution(director_actor, event, place=entry.places.select_related("player").get(number=1))
    assert position_problems(import_plan_of(upload_again(director_actor, event))) == []


def test_unnamed_spot_is_matched(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    entry.places.filter(number=1).update(player=None)
    substitute_player(director_actor, event, entry, 1, 6)
    upload = upload_again(
        director_actor, event, line("", 1), *(line(letter, n) for n, letter in enumerate("BCDEFG", 2))
    )
    assert position_problems(import_plan_of(upload))[0] == (
        2,
        False,
        f"One1 Player Letter F plays for player 1. {STAYS}",
    )
    import_now(director_actor, upload)
    assert letters(entry) == "FBCDE.G"


def test_substitute_missing_from_the_file_is_not_removed(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    """The coach removed the alternate, who is playing now, and lists another player on that line."""
    substitute_player(director_actor, event, entry, 1, 6)
    import_now(
        director_actor,
        upload_again(director_actor, event, *(line(letter, n) for n, letter in enumerate("ABCDEZG", 1))),
        remove_missing=True,
    )
    assert letters(entry) == "FBCDEAGZ"
    assert import_plan_of(
        upload_again(director_actor, event, *(line(letter, n) for n, letter in enumerate("ABCDEZG", 1)))
    ).changes_nothing


@pytest.mark.parametrize(
    ("file", "at"),
    [("ZBCDEFG", 2), ("BACDEFG", 3), ("ACBDEGF", None), ("AFCDEBG", 3)],
    ids=["someone else there", "original elsewhere", "others may move", "substitute elsewhere"],
)
def test_contradicting_a_substitution_is_a_problem_on_its_line(
    director_actor: Actor, event: Event, entry: TeamEntry, file: str, at: int | None
) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    found = position_problems(
        import_plan_of(upload_again(director_actor, event, *(line(letter, n) for n, letter in enumerate(file, 1))))
    )
    errors = [(number, sentence) for number, is_error, sentence in found if is_error]
    assert errors[-1:] == ([(at, f"{F_FOR_A}. {CONTRADICTED}")] if at else [])


def test_substitution_is_dropped_after_a_change_by_hand(director_actor: Actor, event: Event, entry: TeamEntry) -> None:
    substitute_player(director_actor, event, entry, 1, 6)
    place = entry.places.select_related("player", "division", "entry__team__school").get(number=1)
    actions.remove_place(director_actor, event, place=place)
    assert position_problems(import_plan_of(upload_again(director_actor, event))) == []
