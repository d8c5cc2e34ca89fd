"""Scoresheets: names and QR codes of every table, versions, several divisions in one file, and pieces."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import replace
from typing import Any, NoReturn

import pytest
from django.forms import ChoiceField
from django.urls import reverse

from foundation.errors import Refused
from foundation.jobs import execution
from foundation.jobs.actions import retry
from foundation.jobs.models import Job
from foundation.jobs.parts import make_in_parts
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings import actions as draws
from pairings.models import Draw, Seat, Table
from pairings.proposals import propose_tables
from printing import tasks
from printing.catalog import DOCUMENTS
from printing.content import collect_styles, fill_template
from printing.documents import PrintScope
from printing.forms import DocumentForm
from printing.pdf.layout import FormLayout
from printing.queries import rounds_of
from printing.rendering import render_parts
from printing.tables.scoresheets import fill_sheet, list_sheets, round_context, select_sheets, template_for
from scoring.entry.queries import seated_players_by_table
from tests import factories
from tests.helpers import require
from tests.printing.documents import BASE, fill_slots, finish_job, stamp_form, submit_document
from tests.printing.pages import codes, difference, pictures, sizes, words
from tests.printing.test_todo import print_steps
from tests.reused_fixtures import reused
from tournament import actions as tournament_actions
from tournament.books import edition_of
from tournament.models import Event
from tournament.queries import divisions_of
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rosters.models import Player, TeamEntry
from tournament.rounds import actions as round_actions
from tournament.rounds.models import Round
from tournament.setup.actions import set_up


@pytest.fixture
def scope(round_: Round) -> PrintScope:
    return PrintScope(round_.tournament, "letter", BASE, round=rounds_of(round_.tournament).get(pk=round_.pk))


def choices_of(form: DocumentForm, name: str) -> list[tuple[Any, Any]]:
    field = form.fields[name]
    assert isinstance(field, ChoiceField)
    return [(value, label) for value, label in field.widget.choices]


def printed_scoresheets(director_actor: Actor, round_: Round, **fields: Any) -> bytes:
    job = finish_job(submit_document(director_actor, round_.tournament, "scoresheets", round=round_, **fields))
    return bytes(job.result.content)


def test_every_player_is_on_the_sheet_of_their_table(director_actor: Actor, round_: Round) -> None:
    pdf = printed_scoresheets(director_actor, round_)
    pages = words(pdf)
    sheets = list_sheets(round_.draws.get(state="published"))
    assert len(pages) == len(sheets) == 5
    for page, found, sheet in zip(pages, codes(pdf), sheets, strict=True):
        text = " ".join(page.split())
        for seat in Seat.objects.filter(table=sheet.table).select_related("place__player", "place__entry__team"):
            assert seat.place.name in text
            assert require(seat.place.entry).team.name in text
        assert f"EQ-E-1-{sheet.table.number}-v1" in text
        path = reverse("sheet", args=[round_.tournament.slug, sheet.pk])
        assert found == [f"{BASE}{path}?printed={sheet.pk}"]


def test_section_is_printed_if_the_whole_table_belongs_to_it(director_actor: Actor, round_: Round) -> None:
    assert ["Section" in page for page in words(printed_scoresheets(director_actor, round_))] == [False] * 5
    TeamEntry.objects.update(section="B")
    assert ["Section B" in page for page in words(printed_scoresheets(director_actor, round_, paper="a4"))] == [
        True
    ] * 5
    TeamEntry.objects.filter(team__name="Team 1").update(section="A")
    assert [
        "Section" in page for page in words(printed_scoresheets(director_actor, round_, options={"shakes": "9"}))
    ] == [False] * 5


def test_match_points_of_the_book_are_printed(director_actor: Actor, round_: Round) -> None:
    text = " ".join(words(printed_scoresheets(director_actor, round_))[0].split())
    assert "1 1 1 → 4 4 4, 1 1 3 → 5 5 2, 1 2 2 → 6 3 3, 1 2 3 → 6 4 2" in text


@pytest.mark.parametrize(("paper", "size"), [("letter", (792, 612)), ("a4", (842, 596))])
def test_sheet_fits_on_one_page_with_12_shakes_and_long_names(
    director_actor: Actor,
    round_: Round,
    paper: str,
    size: tuple[int, int],
) -> None:
    Player.objects.update(first_name="Wolfeschlegelsteinhausen", last_name="Bergerdorff-Wolfeschlegelsteinhausens")
    pdf = printed_scoresheets(director_actor, round_, paper=paper, options={"shakes": "12"})
    assert len(words(pdf)) == 5
    assert set(sizes(pdf)) == {size}


def test_stamped_sheet_looks_like_the_sheet_laid_out_whole(scope: PrintScope) -> None:
    draw = scope.published_draw
    Player.objects.update(first_name="Wolfeschlegelsteinhausen" * 3, last_name="Żółć")
    found = list_sheets(draw)[:2]
    seated = seated_players_by_table(found)
    edition = edition_of(scope.chosen_round.division.event)
    context = round_context(scope, draw, edition, 3)
    copies = [fill_sheet(scope, draw, sheet, seated[sheet.table_id]) for sheet in found]
    levels: dict[tuple[str, str], int] = {}
    html, css = fill_template(template_for(edition), scope, context), collect_styles(scope, "scoresheet")
    stamped = pictures(b"".join(stamp_form(FormLayout(html, css), copies, levels)))
    assert max(levels.values()) > 0
    for copy, picture in zip(copies, stamped, strict=True):
        whole = pictures(FormLayout(fill_slots(html, copy, levels), css).pdf)
        assert len(whole) == 1
        assert difference(picture, whole[0]) < 0.0005


class TestChangedTables:
    @pytest.fixture
    @reused
    def event(self, tournament: Tournament, director_actor: Actor) -> Event:
        factories.roster(tournament, teams=3)
        event = set_up(director_actor, tournament.events.get(), version=1, rounds=2, divisions=("E",))
        tournament_actions.start(director_actor, tournament)
        return event

    @pytest.fixture
    @reused
    def swapped_round(self, event: Event, director_actor: Actor) -> Round:
        """Version 2 of the tables: two players have swapped seats."""
        round_ = rounds_of(event.tournament).get(number=1)
        first = draws.publish(
            director_actor, draws.make(director_actor, round_, proposal=propose_tables(round_, seed=1))
        )
        draft = draws.revise(
            director_actor, Draw.objects.select_related("round__division__event__book").get(pk=first.pk)
        )
        one, other = (Seat.objects.get(draw=draft, table__number=number, number=1) for number in (2, 4))
        draws.swap(director_actor, draft, seat=one, other=other)
        draws.publish(director_actor, Draw.objects.select_related("round__division__event__book").get(pk=draft.pk))
        return round_

    def numbers(self, round_: Round, since: str) -> list[int]:
        scope = PrintScope(round_.tournament, "letter", BASE, round=round_, options={"since": since})
        return [sheet.table.number for sheet in select_sheets(scope)]

    def test_only_tables_with_other_players_are_printed(self, swapped_round: Round) -> None:
        assert self.numbers(swapped_round, "") == [1, 2, 3, 4, 5]
        assert self.numbers(swapped_round, "1") == [2, 4]

    def test_only_replaced_versions_are_offered(self, swapped_round: Round) -> None:
        choices = DOCUMENTS["scoresheets"].options[-1].choices_in(swapped_round.tournament)
        assert choices == {"": "all tables", "1": "only tables changed since version 1"}

    def test_version_that_is_not_earlier_is_refused(self, swapped_round: Round) -> None:
        with pytest.raises(Refused, match=r"for Round 1 Elementary are version 2\. Choose an earlier version"):
            self.numbers(swapped_round, "2")


class TestJobs:
    def test_a_round_without_tables_has_no_sheets(self, director_actor: Actor, tournament: Tournament) -> None:
        factories.roster(tournament)
        round_ = rounds_of(tournament).first()
        with pytest.raises(Refused, match="has no tables yet"):
            list(render_parts(DOCUMENTS["scoresheets"].compose(PrintScope(tournament, "letter", BASE, round=round_))))
        with pytest.raises(Refused, match="Choose a round"):
            submit_document(director_actor, tournament, "scoresheets")
        with pytest.raises(Refused, match="This document doesn’t exist"):
            submit_document(director_actor, tournament, "poetry")


class TestAllDivisions:
    """The same round of several divisions in one file."""

    @pytest.fixture
    @reused
    def rounds(self, tournament: Tournament, director_actor: Actor) -> list[Round]:
        """Round 1 of two divisions with published tables, in different rooms."""
        for division, first in (("Elementary", 1), ("Middle", 7)):
            factories.roster(tournament, teams=3, division=division, first=first)
        event = set_up(director_actor, tournament.events.get(), version=1, rounds=2, divisions=("E", "M"))
        younger, elder = event.divisions.order_by("max_grade")
        set_table_ranges(
            director_actor,
            tournament,
            event=event,
            ranges=[TableRange(younger, "Gym", 1, 9), TableRange(elder, "Hall", 10, 19)],
        )
        tournament_actions.start(director_actor, tournament)
        found = rounds_of(tournament).filter(number=1)
        for each in found:
            draws.publish(director_actor, draws.make(director_actor, each, proposal=propose_tables(each, seed=1)))
        return list(found)

    def job(self, director_actor: Actor, rounds: list[Round], **more: Any) -> Job:
        job = submit_document(director_actor, rounds[0].tournament, "scoresheets", rounds=tuple(rounds), **more)
        execution.run(job.pk)
        return Job.objects.get(pk=job.pk)

    def test_one_file_has_every_division_in_order(self, director_actor: Actor, rounds: list[Round]) -> None:
        assert print_steps(rounds[0].tournament) == [("Print Round 1 scoresheets", "0 of 2 divisions")]
        job = self.job(director_actor, rounds)
        assert print_steps(rounds[0].tournament) == []
        assert (job.title, job.state, job.problem) == ("Scoresheets, Round 1: Elementary, Middle", "done", "")
        text = " ".join(words(bytes(job.result.content)))
        numbers = [*range(1, 6), *range(10, 15)]
        wanted = [f"EQ-{'E' if number < 10 else 'M'}-1-{number}-v1" for number in numbers]
        assert sorted(wanted, key=text.index) == wanted
        assert self.job(director_actor, rounds).pk == job.pk, "asked twice, made once"
        assert Job.objects.filter(kind="print.document").count() == 1

    def test_refused_division_is_left_out_and_the_job_says_so(self, director_actor: Actor, rounds: list[Round]) -> None:
        job = self.job(director_actor, rounds, options={"room": "Hall"})
        assert (job.state, job.problem) == ("done", "Left out: Round 1 Elementary has no tables in Hall.")
        assert [("Hall" in page, "Gym" in page) for page in words(bytes(job.result.content))] == [(True, False)] * 5
        Table.objects.update(room="Annex")
        none = submit_document(director_actor, job.tournament, "covers", paper="a4", rounds=tuple(rounds))
        Job.objects.filter(pk=none.pk).update(params={**none.params, "options": {"room": "Hall"}})
        execution.run(none.pk)
        none.refresh_from_db()
        said = [f"Round 1 {name} has no tables in Hall." for name in ("Elementary", "Middle")]
        assert (none.state, none.problem) == ("failed", " ".join(said))

    def test_api_requests_all_divisions_by_the_round_of_one(self, director_actor: Actor, rounds: list[Round]) -> None:
        tournament = rounds[0].tournament
        program = factories.program(factories.api_token(tournament))
        path = f"/api/tournaments/{tournament.slug}/prints/documents/"

        def title(**more: Any) -> str:
            body = {"document": "scoresheets", "round": rounds[1].pk} | more
            answer = program.post(path, json.dumps(body), content_type="application/json")
            assert answer.status_code == 202, answer.content
            return str(answer.json()["title"])

        assert title() == "Scoresheets, Round 1 Middle"
        assert title(all_divisions=True) == "Scoresheets, Round 1: Elementary, Middle"
        job = Job.objects.get(params__rounds=[each.pk for each in rounds])
        assert self.job(director_actor, rounds, base_url="http://testserver") == job, "the page's own is the same"
        third = rounds_of(tournament).get(number=2, division=rounds[1].division)
        assert title(round=third.pk, all_divisions=True) == "Scoresheets, Round 2 Middle", "none is drawn"

    def test_games_are_named_if_there_are_several(self, director_actor: Actor, director: User) -> None:
        """Equations and On-Sets both have an Elementary division."""
        tournament = factories.tournament(director, "Two Games", ("agloa-equations-2019", "agloa-onsets-2014"))
        form = DocumentForm(DOCUMENTS["variations"], tournament, BASE)
        offered = {name for _, name in choices_of(form, "division")}
        assert {"Elementary, Equations", "Elementary, On-Sets"} <= offered
        division = divisions_of(tournament).get(event__game="On-Sets", letter="E")
        job = submit_document(director_actor, tournament, "variations", paper="a4", division=division)
        assert job.title == "Variation sheets, Elementary (On-Sets)"

    def test_form_offers_all_divisions_and_preselects_them(self, director_actor: Actor, rounds: list[Round]) -> None:
        tournament, event = rounds[0].tournament, rounds[0].division.event_id
        form = DocumentForm(DOCUMENTS["tents"], tournament, BASE)
        together, younger, elder = choices_of(form, "round")
        assert [together, younger[1], elder[1]] == [
            (f"{event}-1", "Round 1, all divisions"),
            "Round 1 Elementary",
            "Round 1 Middle",
        ]
        assert form["round"].value() == f"{event}-1"
        bound = DocumentForm(DOCUMENTS["tents"], tournament, BASE, {"round": together[0], "paper": "a4"})
        assert bound.is_valid()
        assert bound.arguments()["request"].rounds == tuple(rounds)
        begun = Round.objects.select_related("tournament", "division__event__book").get(pk=rounds[0].pk)
        round_actions.start(director_actor, begun)
        form = DocumentForm(DOCUMENTS["tents"], tournament, BASE)
        assert form["round"].value() == str(rounds[1].pk), "what has not begun"


class TestPieces:
    @pytest.fixture(autouse=True)
    def small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tasks, "PIECE", 2)

    def test_pieces_make_the_same_document(
        self, director_actor: Actor, round_: Round, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shared = printed_scoresheets(director_actor, round_)
        assert Job.objects.filter(kind="print.document").count() == 1
        monkeypatch.setattr(tasks, "PIECE", 75)
        Job.objects.all().delete()
        assert words(shared) == words(printed_scoresheets(director_actor, round_))

    def test_finished_piece_is_not_made_again(self, director_actor: Actor, round_: Round) -> None:
        """As if the worker had been killed after the first piece."""
        job = submit_document(director_actor, round_.tournament, "scoresheets", paper="a4", round=round_)
        claimed, report = require(execution.claim(job.pk))
        pieces = make_in_parts(claimed, report, [{**job.params, "piece": [at, at + 2]} for at in (0, 2, 4)])
        next(pieces)
        first = job.parts.order_by("created_at").first()
        job.parts.exclude(pk=require(first).pk).delete()
        assert isinstance(pieces, Generator)
        pieces.close()
        Job.objects.filter(pk=job.pk).update(state="queued", lease=None)
        execution.run(job.pk)
        assert Job.objects.get(pk=job.pk).state == "done"
        assert len(words(bytes(Job.objects.get(pk=job.pk).result.content))) == 5

    def test_failed_piece_says_why_and_can_be_retried(
        self, director_actor: Actor, round_: Round, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(_: PrintScope) -> NoReturn:
            raise Refused("The ink is out.")

        whole = DOCUMENTS["scoresheets"]
        monkeypatch.setitem(DOCUMENTS, "scoresheets", replace(whole, compose=broken))
        job = submit_document(director_actor, round_.tournament, "scoresheets", paper="a4", round=round_)
        execution.run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.problem) == ("failed", "The ink is out.")
        monkeypatch.setitem(DOCUMENTS, "scoresheets", whole)
        retry(director_actor, job)
        execution.run(job.pk)
        assert Job.objects.get(pk=job.pk).state == "done"
