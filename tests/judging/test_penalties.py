"""Penalties and warnings: the book's reasons and approvals, the scoresheet, later rounds, and Cup scores."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.calls import actions as calls
from judging.calls.actions import NewRuling
from judging.models import Call
from judging.penalties import actions
from judging.penalties.actions import NewPenalty
from judging.penalties.models import Penalty
from judging.penalties.queries import penalties_seen_by, records_of
from pairings.proposals import propose_tables
from scoring.entry import actions as sheets
from scoring.entry.entries import EntryNote
from scoring.entry.queries import seated_players
from scoring.models import Adjustment, Entry, Result, Sheet
from scoring.queries import sheets_to_verify
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope
from tests import factories
from tests.helpers import SignIn, require
from tests.reused_fixtures import reused
from tests.scoring.conftest import PLAIN, paper, play, sheet_of, verify_all
from tests.scoring.test_sheets import set_verification
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.models import Round
from tournament.setup.actions import set_up

TIME: dict[str, Any] = {"seat": 1, "reason": "time", "countdown": True, "shake": 2}
UNFAIR: dict[str, Any] = {"seat": 1, "reason": "unfair", "shake": 2}
RUDE: dict[str, Any] = {"seat": 1, "reason": "behavior", "shake": 2}
WARNING: dict[str, Any] = {"seat": 1, "reason": "behavior", "what": "warning"}
REFUSES: dict[str, Any] = {"seat": 1, "reason": "refuses", "what": "round"}


def points_of(sheet: Sheet) -> list[tuple[int, int, str]]:
    found = Result.objects.filter(sheet=sheet).values_list("total", "penalties", "points")
    return [(require(total), penalties, str(points)) for total, penalties, points in found]


def enter_and_review(sheet: Sheet, scorekeeper: Actor, other_scorekeeper: Actor, **changed: Any) -> Sheet:
    sheets.enter(scorekeeper, sheet, paper=PLAIN | changed, base=0)
    sheets.check(other_scorekeeper, sheet, base=1)
    return Sheet.objects.get(pk=sheet.pk)


class TestApprovals:
    def test_one_judge_is_enough_for_a_time_penalty(self, sheet: Sheet, judge: Actor) -> None:
        penalty = actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        assert (penalty.state, penalty.points, penalty.consents.count()) == ("given", -1, 1)

    def test_second_judge_must_approve_if_the_book_requires_two(self, sheet: Sheet, judges: list[Actor]) -> None:
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(**UNFAIR))
        assert penalty.state == "waits"
        with pytest.raises(NotAllowed, match="Your answer is on record"):
            actions.consent(judges[0], penalty, agrees=True)
        assert actions.consent(judges[1], penalty, agrees=True).state == "given"
        with pytest.raises(Refused, match="This penalty no longer needs approval"):
            actions.consent(judges[2], penalty, agrees=True)

    def test_head_judge_does_not_count_as_two_judges(self, sheet: Sheet, head_judge: Actor) -> None:
        assert actions.give(head_judge, sheet, penalty=NewPenalty(**UNFAIR)).state == "waits"

    def test_one_rejection_declines_the_penalty(self, sheet: Sheet, judges: list[Actor]) -> None:
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(**UNFAIR))
        assert actions.consent(judges[1], penalty, agrees=False).state == "declined"
        assert Sheet.objects.get(pk=sheet.pk).given == []

    def test_disqualification_from_the_tournament_needs_two(self, sheet: Sheet, judges: list[Actor]) -> None:
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(seat=1, reason="behavior", what="tournament"))
        assert penalty.state == "waits"
        assert actions.consent(judges[1], penalty, agrees=True).state == "given"

    def test_database_stores_one_approval_per_judge(self, sheet: Sheet, judge: Actor) -> None:
        penalty = actions.give(judge, sheet, penalty=NewPenalty(**UNFAIR))
        with pytest.raises(IntegrityError), transaction.atomic():
            penalty.consents.create(judge=require(judge.user), agrees=True)


class TestBookRules:
    @pytest.mark.parametrize(
        ("penalty", "sentence"),
        [
            (
                TIME | {"countdown": False},
                "Count down 10 seconds first. Without the countdown, there’s no time penalty.",
            ),
            (TIME | {"shake": None}, "Enter the shake. The penalty is recorded there on the scoresheet."),
            (TIME | {"seat": 4}, "Choose a player at this table."),
            (RUDE, "Warn the player first. Points are taken only after a warning."),
            (TIME | {"reason": "illegal_procedure"}, "There’s no penalty for this. The cube goes back"),
            (TIME | {"what": "round"}, "No one is disqualified from the round for this."),
            (TIME | {"reason": "", "countdown": True}, "Choose a reason for the penalty."),
        ],
    )
    def test_refusal_says_why(self, sheet: Sheet, judge: Actor, penalty: dict[str, Any], sentence: str) -> None:
        with pytest.raises(Refused) as refusal:
            actions.give(judge, sheet, penalty=NewPenalty(**penalty))
        assert refusal.value.sentence.startswith(sentence)
        assert not Penalty.objects.exists()

    def test_warning_follows_its_player_to_any_table_of_later_rounds(
        self,
        event: Event,
        round_: Round,
        sheet: Sheet,
        judge: Actor,
        director_actor: Actor,
        scorekeeper: Actor,
        other_scorekeeper: Actor,
    ) -> None:
        warned = seated_players(sheet)[0].seat.place
        actions.give(judge, sheet, penalty=NewPenalty(**WARNING))
        verify_all(round_, scorekeeper, other_scorekeeper)
        rounds.close(director_actor, round_)
        later = play(director_actor, event, 2)
        there = next(each for each in Sheet.objects.filter(round=later) if warned in _places_at(each))
        seat = _places_at(there).index(warned) + 1
        records_by_seat = records_of(judge, event.tournament, seated_players(there, with_teams=True))
        assert {at: [(each.words, each.round) for each in records] for at, records in records_by_seat.items()} == {
            seat: [("warning", str(round_))]
        }
        assert actions.give(judge, there, penalty=NewPenalty(**RUDE | {"seat": seat})).state == "given"
        with pytest.raises(Refused, match="Warn the player first"):
            actions.give(judge, there, penalty=NewPenalty(**RUDE | {"seat": seat % 3 + 1}))


def _places_at(sheet: Sheet) -> list[Any]:
    return [seated_player.seat.place for seated_player in seated_players(sheet)]


class TestScoresheet:
    def test_entry_without_the_penalty_is_refused(self, sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
        actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        with pytest.raises(Refused) as doubtful:
            sheets.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        name = seated_players(sheet)[0].name
        assert f"Judges’ penalties cost {name} 1, but the scoresheet shows none." in doubtful.value.sentence
        entry = sheets.enter(scorekeeper, sheet, paper=paper("6 4-1 2", "2 4 6", "2 2 2"), base=0)
        assert entry.doubts == []

    def test_verified_sheet_gets_a_new_entry_at_once(
        self, sheet: Sheet, judge: Actor, scorekeeper: Actor, other_scorekeeper: Actor
    ) -> None:
        enter_and_review(sheet, scorekeeper, other_scorekeeper)
        assert points_of(sheet) == [(12, 0, "5.00"), (12, 0, "5.00"), (6, 0, "2.00")]
        actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        assert points_of(sheet) == [(11, 1, "4.00"), (12, 0, "6.00"), (6, 0, "2.00")]
        now = Sheet.objects.get(pk=sheet.pk)
        assert (now.is_verified, require(now.current).number, require(now.current).source) == (True, 2, "ruling")
        assert require(now.current).paper["columns"][1]["cells"] == ["4-1j", "4", "2"]

    def test_unverified_sheet_still_waits_for_its_review(self, sheet: Sheet, judge: Actor, scorekeeper: Actor) -> None:
        sheets.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        now = Sheet.objects.get(pk=sheet.pk)
        assert (now.state, require(now.current).source, points_of(sheet)) == ("entered", "ruling", [])

    @pytest.mark.parametrize("verification", ["check", "rekey"])
    def test_scorekeeper_cannot_review_their_own_entry_after_a_ruling(
        self,
        sheet: Sheet,
        event: Event,
        director_actor: Actor,
        judges: list[Actor],
        scorekeeper: Actor,
        other_scorekeeper: Actor,
        client_of: SignIn,
        verification: str,
    ) -> None:
        """Even after judges changed the sheet, the scorekeeper's entry is under theirs."""
        set_verification(director_actor, event, verification)
        sheets.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        actions.give(judges[0], sheet, penalty=NewPenalty(**TIME))
        actions.give(judges[1], sheet, penalty=NewPenalty(**TIME | {"seat": 2}))
        verify: Any = {"check": sheets.check, "rekey": partial(sheets.add_double_entry, paper=PLAIN)}[verification]
        with pytest.raises(NotAllowed, match="You entered this scoresheet, so someone else has to verify it"):
            verify(scorekeeper, sheet, base=3)
        pages = [
            client_of(who.user).get(reverse("sheet", args=[sheet.tournament.slug, sheet.pk]))
            for who in (scorekeeper, other_scorekeeper)
        ]
        assert [page.context["mode"] for page in pages] == ["show", verification]
        assert [
            list(sheets_to_verify(sheet.tournament, require(who.user))) for who in (scorekeeper, other_scorekeeper)
        ] == [
            [],
            [sheet],
        ]

    def test_penalty_that_the_sheet_already_shows_is_not_applied_twice(
        self, sheet: Sheet, judges: list[Actor], scorekeeper: Actor, other_scorekeeper: Actor
    ) -> None:
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(**UNFAIR))
        sheets.enter(scorekeeper, sheet, paper=paper("6 4-1j 2", "2 4 6", "2 2 2"), base=0)
        sheets.check(other_scorekeeper, sheet, base=1)
        actions.consent(judges[1], penalty, agrees=True)
        assert Entry.objects.filter(sheet=sheet).count() == 1
        assert points_of(sheet)[0] == (11, 1, "4.00")

    def test_sheet_with_totals_only_is_flagged(
        self, sheet: Sheet, judge: Actor, scorekeeper: Actor, other_scorekeeper: Actor
    ) -> None:
        rows = [{"initials": "yes", "total": total} for total in (12, 11, 6)]
        sheets.enter(scorekeeper, sheet, paper={"rows": rows}, base=0)
        sheets.check(other_scorekeeper, sheet, base=1)
        actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        now = Sheet.objects.get(pk=sheet.pk)
        assert now.problem == "A judge’s decision isn’t on this totals-only scoresheet. Review it."
        assert points_of(sheet)[0] == (12, 0, "6.00")

    def test_withdrawn_penalty_no_longer_lowers_points(
        self, sheet: Sheet, judge: Actor, head_judge: Actor, scorekeeper: Actor, other_scorekeeper: Actor
    ) -> None:
        enter_and_review(sheet, scorekeeper, other_scorekeeper)
        penalty = actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        with pytest.raises(NotAllowed, match="Ask the head judge"):
            actions.withdraw_penalty(judge, penalty, reason="A slip.")
        with pytest.raises(Refused, match="Enter the reason for withdrawing"):
            actions.withdraw_penalty(head_judge, penalty, reason=" ")
        actions.withdraw_penalty(head_judge, penalty, reason="Nobody had counted down.")
        assert points_of(sheet) == [(12, 0, "5.00"), (12, 0, "5.00"), (6, 0, "2.00")]
        assert (Sheet.objects.get(pk=sheet.pk).given, Entry.objects.filter(sheet=sheet).count()) == ([], 3)

    def test_judge_can_withdraw_their_own_waiting_penalty(self, sheet: Sheet, judges: list[Actor]) -> None:
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(**UNFAIR))
        with pytest.raises(NotAllowed):
            actions.withdraw_penalty(judges[1], penalty, reason="No.")
        assert actions.withdraw_penalty(judges[0], penalty, reason="I was mistaken.").state == "undone"

    def test_disqualified_player_gets_no_points_and_others_keep_their_places(
        self, sheet: Sheet, judge: Actor, scorekeeper: Actor, other_scorekeeper: Actor
    ) -> None:
        enter_and_review(sheet, scorekeeper, other_scorekeeper)
        actions.give(judge, sheet, penalty=NewPenalty(**REFUSES))
        assert points_of(sheet) == [(12, 0, "0.00"), (12, 0, "5.00"), (6, 0, "2.00")]
        assert list(Result.objects.filter(sheet=sheet).values_list("status", flat=True)) == ["disqualified", "", ""]

    def test_player_out_of_the_tournament_is_not_seated_again(
        self,
        event: Event,
        round_: Round,
        sheet: Sheet,
        judges: list[Actor],
        scorekeeper: Actor,
        other_scorekeeper: Actor,
        director_actor: Actor,
    ) -> None:
        gone = seated_players(sheet)[0].seat.place
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(seat=1, reason="behavior", what="tournament"))
        actions.consent(judges[1], penalty, agrees=True)
        gone.refresh_from_db()
        assert gone.attendance.status == "withdrawn"
        later = Round.objects.get(division=round_.division, number=2)
        assert gone.pk not in {seat for table in propose_tables(later, seed=1).tables for seat in table}

    def test_only_judges_change_a_closed_round(
        self,
        round_: Round,
        sheet: Sheet,
        judge: Actor,
        director_actor: Actor,
        scorekeeper: Actor,
        other_scorekeeper: Actor,
    ) -> None:
        verify_all(round_, scorekeeper, other_scorekeeper)
        rounds.close(director_actor, round_)
        with pytest.raises(Refused, match="is closed"):
            sheets.enter(scorekeeper, sheet, paper=PLAIN, base=1, note=EntryNote(correction="keyed"))
        actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        assert points_of(sheet)[0] == (11, 1, "4.00")


class TestHeadJudge:
    """MLAG: the head judge takes points for bad behavior."""

    @pytest.fixture
    @reused
    def tournament(self, director: User) -> Tournament:
        return factories.tournament(director, "Saturday", ("mlag-basic-2018",))

    def test_other_judges_cannot_replace_the_head_judge(
        self, round_: Round, sheet: Sheet, judges: list[Actor], head_judge: Actor, director_actor: Actor
    ) -> None:
        actions.give(judges[0], sheet, penalty=NewPenalty(**WARNING))
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(**RUDE))
        for each in (judges[1], judges[2], director_actor):
            with pytest.raises(NotAllowed, match="Only the head judge can approve or reject"):
                actions.consent(each, penalty, agrees=True)
        assert (penalty.state, Sheet.objects.get(pk=sheet.pk).given) == ("waits", [])
        assert actions.consent(head_judge, penalty, agrees=True).state == "given"
        assert [each["points"] for each in Sheet.objects.get(pk=sheet.pk).given] == [-1]

    def test_head_judge_alone_is_enough(self, round_: Round, sheet: Sheet, head_judge: Actor) -> None:
        actions.give(head_judge, sheet, penalty=NewPenalty(**WARNING))
        assert actions.give(head_judge, sheet, penalty=NewPenalty(**RUDE)).state == "given"

    def test_second_time_penalty_is_refused(self, round_: Round, sheet: Sheet, judge: Actor) -> None:
        with pytest.raises(Refused, match=r"There’s no second penalty for this\."):
            actions.give(judge, sheet, penalty=NewPenalty(**TIME, again=True))


class TestCup:
    @pytest.fixture
    @reused
    def tournament(self, director: User) -> Tournament:
        return factories.tournament(director, "Cup Day", ("acc-2026",))

    @pytest.fixture
    @reused
    def cup(self, tournament: Tournament, director_actor: Actor) -> Round:
        factories.roster(tournament, teams=5, division="Grade 5")
        event = set_up(
            director_actor, tournament.events.get(), version=1, rounds=2, divisions=("5",), verification="none"
        )
        tournament_actions.start(director_actor, tournament)
        return play(director_actor, event, 1)

    def standings(self, round_: Round, kind: str) -> dict[str, tuple[str, str]]:
        found = Standings(Scope((round_.division,)), kind)
        return {row.label.name: (row.points, row.adjusted) for row in found.rows()}

    def test_penalty_lowers_the_player_and_team_scores(self, cup: Round, judge: Actor, scorekeeper: Actor) -> None:
        sheet = sheet_of(cup)
        seated_player = seated_players(sheet, with_teams=True)[0]
        _enter_cup_sheets(cup, scorekeeper)
        before = self.standings(cup, "players")[seated_player.name], self.standings(cup, "teams")[seated_player.team]
        actions.give(judge, sheet, penalty=NewPenalty(seat=1, reason="sportsmanship", points=Decimal("1.25")))
        after = self.standings(cup, "players")[seated_player.name], self.standings(cup, "teams")[seated_player.team]
        assert [each[1] for each in before] == ["", ""]
        assert [each[1] for each in after] == ["judges: −1.25"] * 2
        assert [Decimal(one[0]) - Decimal(other[0]) for one, other in zip(before, after, strict=True)] == [
            Decimal("1.25")
        ] * 2
        assert Sheet.objects.get(pk=sheet.pk).given == []

    def test_team_penalty_does_not_lower_the_player_score(
        self, cup: Round, judge: Actor, head_judge: Actor, scorekeeper: Actor
    ) -> None:
        sheet = sheet_of(cup)
        seated_player = seated_players(sheet, with_teams=True)[0]
        _enter_cup_sheets(cup, scorekeeper)
        penalty = actions.give(
            judge, sheet, penalty=NewPenalty(seat=1, reason="sportsmanship", points=Decimal(2), of_team=True)
        )
        assert self.standings(cup, "players")[seated_player.name][1] == ""
        assert self.standings(cup, "teams")[seated_player.team][1] == "judges: −2"
        actions.withdraw_penalty(head_judge, penalty, reason="The wrong team.")
        assert self.standings(cup, "teams")[seated_player.team][1] == ""
        assert Adjustment.objects.get().until is not None


def _enter_cup_sheets(round_: Round, scorekeeper: Actor) -> None:
    for sheet in Sheet.objects.filter(round=round_):
        cells = ["2 1", "1 2", "1 1", "2 0", "0 1"][: len(seated_players(sheet))]
        sheets.enter(scorekeeper, sheet, paper=paper(*cells, games=2), base=0, note=EntryNote(reason="as it stands"))


class TestBlindOpinions:
    def test_judge_who_may_give_the_next_opinion_does_not_see_the_penalty(
        self, sheet: Sheet, judges: list[Actor], head_judge: Actor, tournament: Any
    ) -> None:
        call = calls.begin(judges[0], sheet)
        calls.rule(judges[0], call, ruling=NewRuling(decision="Late.", effect="penalty"))
        actions.give(judges[0], sheet, penalty=NewPenalty(**TIME), call=call)
        assert [penalties_seen_by(each, tournament).count() for each in (*judges[:2], head_judge)] == [1, 1, 1]
        calls.ask_for_another(judges[0], call)
        calls.end(judges[0], call)
        assert [penalties_seen_by(each, tournament).count() for each in (*judges[:2], head_judge)] == [1, 0, 1]
        again = calls.begin(head_judge, sheet)
        assert [penalties_seen_by(each, tournament).count() for each in (*judges[:2], head_judge)] == [1, 0, 0]
        calls.rule(head_judge, again, ruling=NewRuling(decision="Not late."))
        assert [penalties_seen_by(each, tournament).count() for each in (*judges[:2], head_judge)] == [1, 1, 1]


class TestPages:
    @pytest.mark.parametrize("entered", [False, True])
    def test_second_judge_cannot_learn_the_penalty_by_entering_the_sheet(
        self,
        client: Any,
        round_: Round,
        sheet: Sheet,
        judges: list[Actor],
        head_judge: Actor,
        scorekeeper: Actor,
        entered: bool,
    ) -> None:
        """Not on the page, while typing, on saving, or in the round's grid. After ruling, everywhere."""
        if entered:
            sheets.enter(scorekeeper, sheet, paper=PLAIN, base=0)
        call = calls.begin(judges[0], sheet)
        calls.rule(judges[0], call, ruling=NewRuling(decision="Late.", effect="penalty"))
        actions.give(judges[0], sheet, penalty=NewPenalty(**TIME), call=call)
        calls.ask_for_another(judges[0], call)
        calls.end(judges[0], call)
        again = calls.begin(head_judge, sheet)
        client.force_login(head_judge.user)
        page, preview, enter = (
            reverse(name, args=[sheet.tournament.slug, sheet.pk]) for name in ("sheet", "sheet_preview", "sheet_enter")
        )
        grid = reverse("sheet_bulk", args=[sheet.tournament.slug, round_.pk])
        typed = {"base": "2" if entered else "0", "correction": "keyed", "key": "once"}
        typed |= {f"row-{seat}-initials": "yes" for seat in (1, 2, 3)}
        typed |= {f"shake-{shake}-{seat}": "2" for shake in (1, 2, 3) for seat in (1, 2, 3)}
        row = {f"{sheet.pk}-total-{seat}": str(total) for seat, total in ((1, 12), (2, 10), (3, 6))}

        def read_pages() -> list[str]:
            answers = [client.get(page), client.post(preview, typed), client.post(enter, typed)]
            answers += [client.post(grid, row, follow=True), client.get(grid)]
            return [answer.content.decode() for answer in answers]

        pages = read_pages()
        assert ["penalties cost" in answer for answer in pages] == [False] * 5
        closed = f"You’re giving a separate opinion at Table {sheet.table.number}. Rule there first"
        assert [closed in answer for answer in pages] == [False, False, True, True, False]
        assert f'name="{sheet.pk}-total-1"' not in pages[4]
        with pytest.raises(NotAllowed, match=closed):
            sheets.enter(head_judge, sheet, paper=PLAIN, base=2 if entered else 0)
        calls.rule(head_judge, again, ruling=NewRuling(decision="Not late."))
        assert "penalties cost" in read_pages()[1]

    def test_penalty_takes_two_taps_and_a_confirmation(self, client: Any, sheet: Sheet, judges: list[Actor]) -> None:
        client.force_login(judges[0].user)
        call = calls.begin(judges[0], sheet)
        slug = sheet.tournament.slug
        page = client.get(reverse("call", args=[slug, call.pk]))
        give = reverse("penalty_give", args=[slug, sheet.pk, 1])
        assert give in page.content.decode()
        assert "?reason=unfair" in client.get(give).content.decode()
        form = client.get(f"{give}?reason=unfair")
        assert sorted(form.context["form"].fields) == ["key", "shake", "what", "words"]
        refused = client.post(f"{give}?reason=unfair", {"what": "points", "words": "A calculator."})
        assert refused.status_code == 422
        assert "A calculator." in refused.content.decode()
        assert [form.context["form"].fields["shake"].required, refused.context["form"].errors["shake"]] == [
            True,
            ["Enter the shake. The penalty is recorded there on the scoresheet."],
        ]
        assert not client.get(f"{give}?reason=behavior").context["form"].fields["shake"].required
        done = client.post(f"{give}?reason=unfair", {"what": "points", "shake": "2", "words": "A calculator."})
        assert done.headers["Location"] == reverse("call", args=[slug, call.pk])
        penalty = Penalty.objects.get()
        assert (penalty.call, penalty.state, penalty.words) == (Call.objects.get(), "waits", "A calculator.")

    def test_second_judge_sees_the_penalty_and_approves(self, client: Any, sheet: Sheet, judges: list[Actor]) -> None:
        penalty = actions.give(judges[0], sheet, penalty=NewPenalty(**UNFAIR))
        client.force_login(judges[1].user)
        slug = sheet.tournament.slug
        assert "1 penalty needs your approval" in client.get(reverse("calls", args=[slug])).content.decode()
        assert "Approve penalty" in client.get(reverse("penalties", args=[slug])).content.decode()
        client.post(reverse("penalty_consent", args=[slug, penalty.pk]), {"agrees": "yes"})
        penalty.refresh_from_db()
        assert penalty.state == "given"
        assert "your approval" not in client.get(reverse("calls", args=[slug])).content.decode()

    def test_sheet_page_shows_penalties_to_scorekeepers_but_not_to_judges(
        self, client: Any, sheet: Sheet, judge: Actor, scorekeeper: Actor
    ) -> None:
        actions.give(judge, sheet, penalty=NewPenalty(**TIME))
        url = reverse("sheet", args=[sheet.tournament.slug, sheet.pk])
        sentence = f"Rulings at this table: {seated_players(sheet)[0].name}: −1 in shake 2"
        client.force_login(scorekeeper.user)
        assert sentence in client.get(url).content.decode()
        client.force_login(judge.user)
        assert "Rulings at this table" not in client.get(url).content.decode()
