"""The preview of an import: questions about words, answers for every line at once, and counts by division."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.errors import Refused
from foundation.jobs.execution import run
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests.helpers import SignIn, require
from tournament.models import Event
from tournament.rosters import actions
from tournament.rosters.file_import.parser import DivisionInfo
from tournament.rosters.file_import.preview import guess_division, summarize_by_division
from tournament.rosters.models import Upload
from tournament.rosters.queries import division_infos, import_plan_of, questions_about, roster_of
from tournament.spreadsheets import read_pasted

HEADINGS = "School\tTeam\tDivision\tName\n"
MESSY = (
    "Gauss School\tSums\t5th grade\tAda One",
    "Gauss School\tSums\t5TH  Grade\tBo Two",
    "Gauss School\tRoots\tHigh\tCy Tri",
    "Gaus School\tCubes\tM\tDi Four",
)
DIVISIONS = [
    DivisionInfo("E", "Elementary", 6),
    DivisionInfo("M", "Middle", 8),
    DivisionInfo("J", "Junior", 10),
    DivisionInfo("S", "Senior", 12),
]


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return tournament.events.get()


def upload_lines(director_actor: Actor, event: Event, *lines: str) -> Upload:
    sheet = read_pasted(HEADINGS + "\n".join(lines or MESSY))
    return actions.upload(director_actor, event.tournament, event=event, name="Messy", sheets=[sheet])


def questions(upload: Upload) -> list[tuple[str, bool]]:
    upload.refresh_from_db()
    return [(question.sentence, question.is_open) for question in questions_about(upload, import_plan_of(upload))]


def likely_answers(upload: Upload) -> list[str]:
    found = questions_about(upload, import_plan_of(upload))
    return [answer.label for question in found for answer in question.answers if answer.is_likely]


def give_answer(director_actor: Actor, upload: Upload, word: str, meaning: str, field: str = "division") -> None:
    actions.set_word_meaning(director_actor, upload, field=field, word=word, meaning=meaning)


@pytest.mark.parametrize(
    ("word", "letter"),
    [("Elementry", "E"), ("5th grade", "E"), ("Gr. 7", "M"), ("ELM", "E"), ("12", "S"), ("13", None), ("Gold", None)],
)
def test_division_is_guessed_by_letters_grade_or_beginning(word: str, letter: str | None) -> None:
    found = guess_division(word, DIVISIONS)
    assert (found.letter if found else None) == letter


def test_questions_list_each_word_once_with_its_lines(director_actor: Actor, event: Event) -> None:
    upload = upload_lines(director_actor, event)
    assert questions(upload) == [
        ("“5th grade” (2 lines) isn’t a division.", True),
        ("“High” (1 line) isn’t a division.", True),
        ("“Gauss School” (3 lines) and “Gaus School” (1 line) look almost the same.", True),
    ]
    assert likely_answers(upload) == ["Use Elementary", "Use Gauss School for both"]


def test_answer_applies_to_every_line_with_the_word(director_actor: Actor, event: Event) -> None:
    upload = upload_lines(director_actor, event)
    give_answer(director_actor, upload, "5th grade", "E")
    assert LogLine.objects.latest("id").text == "matched “5th grade” to Elementary in Messy"
    give_answer(director_actor, upload, "High", "J")
    give_answer(director_actor, upload, "Gaus School", "Gauss School", "school")
    upload.refresh_from_db()
    run(actions.import_upload(director_actor, upload).pk)
    assert [(each.name, each.division.letter, require(each.entry).team.school.name) for each in roster_of(event)] == [
        ("Ada One", "E", "Gauss School"),
        ("Bo Two", "E", "Gauss School"),
        ("Di Four", "M", "Gauss School"),
        ("Cy Tri", "J", "Gauss School"),
    ]


def test_school_is_respelled_in_a_union_and_as_home_school(director_actor: Actor, event: Event) -> None:
    sheet = read_pasted(
        "School\tTeam\tDivision\tName\tOwn school\n"
        "Gauss School\tSums\tE\tAda One\t\n"
        "Euler Academy / Gaus School\tCubes\tE\tBo Two\tGaus School"
    )
    upload = actions.upload(director_actor, event.tournament, event=event, name="Union", sheets=[sheet])
    give_answer(director_actor, upload, "gaus school", "Gauss School", "school")
    upload.refresh_from_db()
    row = import_plan_of(upload).rows[1].row
    assert (row.school, row.home_school) == ("Euler Academy / Gauss School", "Gauss School")


def test_answer_is_changed_and_withdrawn(director_actor: Actor, event: Event) -> None:
    upload = upload_lines(director_actor, event)
    give_answer(director_actor, upload, "HIGH", "J")
    give_answer(director_actor, upload, "High", "S")
    upload.refresh_from_db()
    assert [each.row.division for each in import_plan_of(upload).rows] == ["", "", "S", "M"]
    assert questions(upload)[1] == ("“High” (1 line) means Senior.", False)
    give_answer(director_actor, upload, "High", "")
    assert LogLine.objects.latest("id").text == "removed the match for “High” in Messy"
    assert (questions(upload)[1][1], upload.readings) == (True, {"division": {}})
    give_answer(director_actor, upload, "Gaus School", "Gauss School", "school")
    assert questions(upload)[2] == ("“Gaus School” means Gauss School.", False)
    give_answer(director_actor, upload, "Gaus School", "", "school")
    assert questions(upload)[2][1]


@pytest.mark.parametrize(
    ("field", "word", "meaning"),
    [
        ("division", "5th grade", "Q"),
        ("division", "Middle", "E"),
        ("school", "Gauss School", "Abel"),
        ("team", "Sums", "Roots"),
    ],
)
def test_answer_without_a_question_is_refused(
    director_actor: Actor, event: Event, field: str, word: str, meaning: str
) -> None:
    with pytest.raises(Refused, match="This question was answered"):
        give_answer(director_actor, upload_lines(director_actor, event), word, meaning, field)


def test_imported_file_refuses_answers(director_actor: Actor, event: Event) -> None:
    upload = upload_lines(director_actor, event, "Abel\tCubes\tE\tAda One")
    run(actions.import_upload(director_actor, upload).pk)
    with pytest.raises(Refused, match="was imported"):
        give_answer(director_actor, upload, "E", "M")


def test_answers_from_two_windows_are_both_kept(director_actor: Actor, event: Event) -> None:
    one = upload_lines(director_actor, event)
    two = Upload.objects.get()
    give_answer(director_actor, one, "5th grade", "E")
    give_answer(director_actor, two, "High", "S")
    assert Upload.objects.get().readings == {"division": {"5th grade": "E", "high": "S"}}


# -- the summary ------------------------------------------------------------------------------------------------------


def test_summary_counts_new_changed_and_same_by_division(director_actor: Actor, event: Event) -> None:
    first = ["Abel\tCubes\tE\tAda One", "Abel\tCubes\tE\tBo Two", "Abel\tRoots\tE\tCy Tri", "Abel\tSums\tM\tDi Four"]
    run(actions.import_upload(director_actor, upload_lines(director_actor, event, *first)).pk)
    second = [*first, "Abel\tRoots\tE\tNew Five", "Abel\tFresh\tM\tNew Six", "Abel\t\tM\tSolo Seven"]
    plan = import_plan_of(upload_lines(director_actor, event, *second, "Abel\tOdd\tHigh\tOdd Eight"))
    found = summarize_by_division(plan, division_infos(event))
    assert [(each.letter, each.players_in_words, each.teams_in_words) for each in found] == [
        ("E", "4 players: 1 new, 3 unchanged", "2 teams: 1 changed, 1 unchanged"),
        ("M", "3 players: 2 new, 1 unchanged", "2 teams: 1 new, 1 unchanged"),
        ("", "1 player: 1 with a problem", "1 team: 1 with a problem"),
    ]


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(client_of: SignIn, director: User) -> Client:
    return client_of(director)


def submit_answer(client: Client, upload: Upload, **data: Any) -> Any:
    where = reverse("roster_meaning", args=[upload.tournament.slug, upload.pk])
    return client.post(where, data, follow=True)


def test_page_resolves_a_word_with_one_click(client: Client, event: Event, director_actor: Actor) -> None:
    upload = upload_lines(director_actor, event)
    page = client.get(reverse("roster_preview", args=[event.tournament.slug, upload.pk]))
    assert [division.name if division else None for division, _ in page.context["summaries"]] == ["Middle", None]
    assert re.findall(r'value="(\w)"\s+aria-pressed="false">Use', page.content.decode()) == [*"EMJS", *"EMJS"]
    page = submit_answer(client, upload, field="division", word="5th grade", meaning="E")
    assert (page.context["plan"].errors, page.context["questions"][0].is_open) == (1, False)


def test_page_says_when_a_word_needs_no_answer(client: Client, event: Event, director_actor: Actor) -> None:
    page = submit_answer(client, upload_lines(director_actor, event), field="division", word="5th grade", meaning="Q")
    assert [str(message) for message in page.context["messages"]] == ["This question was answered. Reload the page."]


def test_page_lists_the_lines_with_a_note(client: Client, event: Event, director_actor: Actor) -> None:
    upload = upload_lines(director_actor, event, "Gauss School\t\tE\tAda One", "Gaus School\t\tE\tBo Two")
    page = client.get(reverse("roster_preview", args=[event.tournament.slug, upload.pk]), {"show": "note"})
    assert [(tab["label"], tab["count"]) for tab in page.context["tabs"]] == [
        ("all", 2),
        ("new", 2),
        ("with a warning", 1),
    ]
    assert [row["line"] for row in page.context["rows"]] == [2]
