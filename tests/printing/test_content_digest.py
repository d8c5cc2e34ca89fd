"""Content digests: a PDF is reused while its pages would show the same, and made again once they wouldn't."""

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
from pairings.proposals import propose_tables
from printing.catalog import DOCUMENTS, digest_content
from printing.documents import DocumentSubject
from printing.queries import rounds_of
from printing.requests import PrintRequest
from scoring.entry import actions as scores
from tests.helpers import require
from tests.printing.documents import BASE, finish_job, submit_document, text
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, play, sheet_of
from tournament.models import Event
from tournament.queries import divisions_of
from tournament.rosters.models import Player
from tournament.rounds.models import Round

RESULTS = {"standings", "results-by-school", "awards", "certificates"}


def finished_job(director_actor: Actor, tournament: Tournament, document: str, **fields: Any) -> Job:
    return finish_job(submit_document(director_actor, tournament, document, **fields))


def verify_sheet(round_: Round, number: int, scorekeeper: Actor, other_scorekeeper: Actor) -> None:
    sheet = sheet_of(round_, number)
    scores.enter(scorekeeper, sheet, paper=PLAIN, base=0)
    scores.check(other_scorekeeper, sheet, base=1)


def rename_first_player(first_name: str) -> None:
    Player.objects.filter(pk=require(Player.objects.order_by("pk").first()).pk).update(first_name=first_name)


@pytest.fixture
@reused
def published_round(event: Event, director_actor: Actor) -> Round:
    """A round with published tables that hasn't started."""
    round_ = rounds_of(event.tournament).get(number=1)
    draws.publish(director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=1)))
    return round_


def test_verified_sheet_changes_only_the_results(
    director_actor: Actor, two_rounds: Event, scorekeeper: Actor, other_scorekeeper: Actor
) -> None:
    tournament, round_ = two_rounds.tournament, play(director_actor, two_rounds, 3)
    division = divisions_of(tournament).get()

    def all_digests() -> dict[str, str]:
        requests = [PrintRequest(name, "a4", BASE, division=division, rounds=(round_,)) for name in DOCUMENTS]
        return {request.document: digest_content(tournament, request) for request in requests}

    before = all_digests()
    sheets = finished_job(director_actor, tournament, "scoresheets", round=round_)
    ranks = finished_job(director_actor, tournament, "standings", division=division)
    verify_sheet(round_, 1, scorekeeper, other_scorekeeper)
    after = all_digests()
    assert {name for name in DOCUMENTS if before[name] != after[name]} == RESULTS
    assert finished_job(director_actor, tournament, "scoresheets", round=round_) == sheets
    assert finished_job(director_actor, tournament, "standings", division=division) != ranks
    kept = Job.objects.filter(result__isnull=False)
    assert kept.count() == 2
    assert ranks not in kept, "nobody carries out old paper"


def test_new_version_of_the_tables_changes_the_digest(director_actor: Actor, published_round: Round) -> None:
    tournament = published_round.tournament
    of_a_draw = ("scoresheets", "covers", "list-by-name")
    assert {DOCUMENTS[name].about for name in of_a_draw} == {DocumentSubject.ROUND}
    first = [finished_job(director_actor, tournament, name, round=published_round) for name in of_a_draw]
    assert [finished_job(director_actor, tournament, name, round=published_round) for name in of_a_draw] == first
    draw = Draw.objects.select_related("round__division__event__book").get(state="published")
    draws.publish(director_actor, draws.revise(director_actor, draw))
    then = [finished_job(director_actor, tournament, name, round=published_round) for name in of_a_draw]
    assert not {*first} & {*then}
    assert {*Job.objects.filter(result__isnull=False)} == {*then}


def test_names_paper_and_options_change_the_digest(director_actor: Actor, published_round: Round) -> None:
    def print_scoresheets(**more: Any) -> Job:
        return finished_job(director_actor, published_round.tournament, "scoresheets", round=published_round, **more)

    plain = print_scoresheets()
    others = [print_scoresheets(paper="a4"), print_scoresheets(options={"shakes": "9"})]
    assert len({plain, *others}) == 3
    assert print_scoresheets() == plain, "another choice is another document: both are kept"
    rename_first_player("Zoe")
    renamed = print_scoresheets()
    assert renamed != plain
    assert "Zoe" in text(bytes(renamed.result.content))


def test_each_language_is_a_document_of_its_own(director_actor: Actor, published_round: Round) -> None:
    tournament, division = published_round.tournament, published_round.division

    def print_cards(language: str) -> Job:
        options = {"language": language}
        return finished_job(director_actor, tournament, "player-cards", division=division, options=options)

    english, spanish = print_cards("en"), print_cards("es")
    assert english != spanish
    assert (print_cards("en"), print_cards("es")) == (english, spanish)
    assert english.params["shows"] != spanish.params["shows"]
    found = [text(bytes(job.result.content)) for job in (english, spanish)]
    assert [("Seat" in each, "Asiento" in each) for each in found] == [(True, False), (False, True)]


def test_document_whose_data_changed_while_it_was_made_is_not_reused(
    director_actor: Actor, published_round: Round
) -> None:
    tournament = published_round.tournament
    rename_first_player("Ada")
    job = submit_document(director_actor, tournament, "scoresheets", round=published_round)
    rename_first_player("Zoe")
    execution.run(job.pk)
    rename_first_player("Ada")
    again = finished_job(director_actor, tournament, "scoresheets", round=published_round)
    assert again != job
    assert "Ada" in text(bytes(again.result.content))
    assert finished_job(director_actor, tournament, "scoresheets", round=published_round) == again


def test_repeated_request_returns_the_same_job(director: User, published_round: Round) -> None:
    director_actor = Actor(user=director, key="the same twice")
    job = submit_document(director_actor, published_round.tournament, "scoresheets", round=published_round)
    rename_first_player("Zoe")
    assert submit_document(director_actor, published_round.tournament, "scoresheets", round=published_round) == job
