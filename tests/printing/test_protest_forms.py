"""Protest forms: blank ones for the judges' desk, and filed protests for people who may read them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.jobs.models import JobResult
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.protests.models import Protest
from judging.protests.queries import may_read
from scoring.entry.queries import seated_players
from tests import factories
from tests.helpers import SignIn
from tests.judging.protests.conftest import file_protest
from tests.printing.documents import SIZES, joined_text, print_pdf, text, texts
from tests.printing.pages import sizes

PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])


def size_of(pdf: bytes) -> set[tuple[int, int]]:
    return set(sizes(pdf))


def address_of(protest: Protest) -> str:
    return reverse("protest_form", args=[protest.tournament.slug, protest.pk])


@PAPERS
def test_blank_form_is_one_page(director_actor: Actor, tournament: Tournament, paper: str) -> None:
    pdf = print_pdf(director_actor, tournament, "protest", paper=paper)
    pages = texts(pdf)
    assert (len(pages), size_of(pdf)) == (1, {SIZES[paper]})
    labels = ["Round", "Table", "Player protesting", "What happened", "Ruling", "Why it’s wrong", "Panel’s decision"]
    assert [pages[0].index(label) for label in labels] == sorted(pages[0].index(label) for label in labels)


@PAPERS
def test_filed_protest_is_printed_on_the_form(
    head_judge: Actor, protest: Protest, client_of: SignIn, paper: str
) -> None:
    Protest.objects.filter(pk=protest.pk).update(seat=3)
    first, second = (each.name for each in seated_players(protest.sheet)[:2])
    pdf = client_of(head_judge.user).get(address_of(protest), {"paper": paper}).content
    found = text(pdf)
    assert f"Other players at the table {first}; {second} Filed" in found
    for words in (
        "Game and division Equations, Elementary",
        f"Table {protest.sheet.table.number}",
        "Ruling The Solution is wrong.",
        "Why it’s wrong It equals the Goal of Ada.",
        " and ".join(protest.named),
        "(two judges who agreed)",
    ):
        assert words in found
    assert "Subject" not in found
    assert size_of(pdf) == {SIZES[paper]}


def test_long_protest_continues_and_loses_nothing(
    verified_sheet: Any, ruled_call: Any, judge: Actor, client_of: SignIn
) -> None:
    long_texts = {"situation": "W" * 1000, "ruling": "X" * 1000, "complaint": "Q" * 1000}
    long_one = file_protest(judge, verified_sheet, ruled_call, **long_texts)
    found = joined_text(client_of(judge.user).get(address_of(long_one)).content)
    assert all(letters in found for letters in long_texts.values())


def test_only_people_who_may_read_a_protest_can_print_it(
    director_actor: Actor,
    head_judge: Actor,
    protest: Protest,
    judges: list[Actor],
    scorekeeper: Actor,
    client_of: SignIn,
) -> None:
    """Directors, head judges and the person who filed it. Other judges and scorekeepers get a 404."""
    url = address_of(protest)
    actors = [director_actor, head_judge, *judges, scorekeeper]
    statuses = [client_of(each.user).get(url).status_code for each in actors]
    assert statuses == [200 if may_read(each, protest) else 404 for each in actors]
    assert {404, 200} == set(statuses)
    assert Client().get(url).status_code == 302


def test_printed_protest_is_not_stored(head_judge: Actor, protest: Protest, client_of: SignIn) -> None:
    before = JobResult.objects.count()
    answer = client_of(head_judge.user).get(address_of(protest))
    assert (answer["Cache-Control"], JobResult.objects.count()) == ("private, no-store", before)


def test_protest_of_another_tournament_is_not_found(
    director_actor: Actor, director: User, protest: Protest, client_of: SignIn
) -> None:
    other = factories.tournament(director, "Other Meet")
    assert client_of(director).get(reverse("protest_form", args=[other.slug, protest.pk])).status_code == 404


def test_books_that_a_filed_protest_cites_are_at_the_foot(
    head_judge: Actor, protest: Protest, client_of: SignIn
) -> None:
    client = client_of(head_judge.user)
    Protest.objects.filter(pk=protest.pk).update(rule="EQ VII-C-6; JM D34")
    assert text(client.get(address_of(protest)).content).endswith(
        "EQ: Equations Tournament Rules 2019-20 (AGLOA). JM: Equations and On-Sets Judges’ Manual 2018-19."
    )
    Protest.objects.filter(pk=protest.pk).update(rule="")
    assert "EQ:" not in text(client.get(address_of(protest)).content)
