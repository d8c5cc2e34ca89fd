"""A document is kept for as long as it would say the same; what it says is read anew, whatever the news is."""

from __future__ import annotations

from typing import Any

import pytest

from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.models import Draw
from pairings.proposals import propose
from printing import (
    tasks,  # noqa: F401 -- a worker imports it, and so knows the kinds of jobs
)
from printing.documents import DOCUMENTS, About
from printing.orders import order
from printing.queries import rounds_of
from printing.sameness import shown_by
from scoring import actions as scores
from tests.printing.by_job import BASE, text
from tests.scoring.conftest import PLAIN, play, sheet_of
from tournament.models import Event
from tournament.queries import divisions_of
from tournament.rosters.models import Player
from tournament.rounds.models import Round

RESULTS = {"standings", "results-by-school", "awards", "certificates"}


def asked_for(boss: Actor, tournament: Tournament, document: str, **more: Any) -> Job:
    arguments = {"document": document, "base": BASE, "paper": "letter"} | more
    return order(boss, tournament, **arguments)


def made(boss: Actor, tournament: Tournament, document: str, **more: Any) -> Job:
    job = asked_for(boss, tournament, document, **more)
    execution.run(job.pk)
    job = Job.objects.get(pk=job.pk)
    assert job.state == Job.State.DONE, job.problem
    return job


def verify(round_: Round, number: int, clerk: Actor, second: Actor) -> None:
    sheet = sheet_of(round_, number)
    scores.enter(clerk, sheet, paper=PLAIN, base=0)
    scores.check(second, sheet, base=1)


def rename(first_name: str) -> None:
    Player.objects.filter(pk=Player.objects.order_by("pk").first().pk).update(first_name=first_name)


@pytest.fixture
def published(event: Event, boss: Actor) -> Round:
    """Tables that nobody sits at yet."""
    round_ = rounds_of(event.tournament).get(number=1)
    draws.publish(boss, draws.make(boss, round_, proposal=propose(round_, seed=1)))
    return round_


def test_sheet_that_comes_in_is_news_for_results_alone(
    boss: Actor, two_rounds: Event, clerk: Actor, second: Actor
) -> None:
    tournament, round_ = two_rounds.tournament, play(boss, two_rounds, 3)
    division = divisions_of(tournament).get()

    def all_shown() -> dict[str, str]:
        ask = {"base": BASE, "paper": "a4", "division": division.pk, "round": round_.pk, "options": {}}
        return {name: shown_by(tournament, ask | {"document": name}) for name in DOCUMENTS}

    before = all_shown()
    sheets = made(boss, tournament, "scoresheets", round=round_)
    ranks = made(boss, tournament, "standings", division=division)
    verify(round_, 1, clerk, second)
    after = all_shown()
    assert {name for name in DOCUMENTS if before[name] != after[name]} == RESULTS
    assert made(boss, tournament, "scoresheets", round=round_) == sheets
    assert made(boss, tournament, "standings", division=division) != ranks
    kept = Job.objects.filter(result__isnull=False)
    assert kept.count() == 2
    assert ranks not in kept, "nobody carries out old paper"


def test_new_version_of_the_tables_is_new_paper(boss: Actor, published: Round) -> None:
    tournament = published.tournament
    of_a_draw = ("scoresheets", "covers", "list-by-name")
    assert {DOCUMENTS[name].about for name in of_a_draw} == {About.ROUND}
    first = [made(boss, tournament, name, round=published) for name in of_a_draw]
    assert [made(boss, tournament, name, round=published) for name in of_a_draw] == first
    draw = Draw.objects.select_related("round__division__event__book").get(state="published")
    draws.publish(boss, draws.revise(boss, draw))
    then = [made(boss, tournament, name, round=published) for name in of_a_draw]
    assert not {*first} & {*then}
    assert {*Job.objects.filter(result__isnull=False)} == {*then}


def test_name_paper_and_choices_are_on_it(boss: Actor, published: Round) -> None:
    def ask(**more: Any) -> Job:
        return made(boss, published.tournament, "scoresheets", round=published, **more)

    plain = ask()
    others = [ask(paper="a4"), ask(options={"shakes": "9"})]
    assert len({plain, *others}) == 3
    assert ask() == plain, "another choice is another document: both are kept"
    rename("Zoe")
    renamed = ask()
    assert renamed != plain
    assert "Zoe" in text(bytes(renamed.result.content))


def test_paper_that_changed_while_it_was_made_is_handed_out_once(boss: Actor, published: Round) -> None:
    tournament = published.tournament
    rename("Ada")
    job = asked_for(boss, tournament, "scoresheets", round=published)
    rename("Zoe")
    execution.run(job.pk)
    rename("Ada")
    again = made(boss, tournament, "scoresheets", round=published)
    assert again != job
    assert "Ada" in text(bytes(again.result.content))
    assert made(boss, tournament, "scoresheets", round=published) == again


def test_request_that_is_sent_again_is_answered_alike(director: User, published: Round) -> None:
    boss = Actor(user=director, key="the same twice")
    job = asked_for(boss, published.tournament, "scoresheets", round=published)
    rename("Zoe")
    assert asked_for(boss, published.tournament, "scoresheets", round=published) == job
