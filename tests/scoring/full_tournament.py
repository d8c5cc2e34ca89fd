"""A tournament with everything that can happen before, between, and during two rounds; its archive and standings."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from foundation.archives.actions import import_archive
from foundation.archives.archive_file import Archive
from foundation.archives.exporter import write
from foundation.images import Picture
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.actions import declare_conflict
from judging.calls import actions as calls
from judging.calls.actions import NewRuling
from judging.checker.answers import CheckerAnswer, Interpretation
from judging.checker.models import Check
from judging.models import Call
from judging.penalties import actions as penalties
from judging.penalties.actions import NewPenalty
from judging.protests.models import Decision, Document, Member, Protest, ProtestStep, Vote
from printing import actions as printing
from scoring.coach.models import Request
from scoring.entry import actions
from scoring.entry.entries import EntryNote
from scoring.models import Adjustment, Release, Sheet
from scoring.standings_pages import actions as ranks
from scoring.standings_pages.forms import kinds_of
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope, scope_choices
from tests import factories
from tests.helpers import require
from tests.scoring.conftest import paper, play
from tournament import actions as tournament_actions
from tournament.models import Event
from tournament.rooms.actions import TableRange, set_table_ranges
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.models import Place, TeamEntry
from tournament.rounds import actions as rounds
from tournament.rounds.models import ExtraTime, Finalist, Round
from tournament.setup.actions import set_up

WHY = EntryNote(reason="So it stands on the paper, says Ada’s judge.")
CORRECTED = EntryNote(correction="keyed", reason=WHY.reason)
PAPERS = [
    paper("6 4 2", "2 4 6", "2 2 2"),
    paper("6 6-1j 2", "2 2 6", "2 2 2-1-1j"),
    paper("2 6 2", "2 2 6", "6 2 2"),
    paper("4 4", "4 4", "2 2"),
    {"rows": [{"status": "absent"}, {"initials": "yes"}, {"initials": "yes"}], "columns": [{"cells": ["", "6", "2"]}]},
]


def prepare_tournament(tournament: Tournament, director_actor: Actor) -> Event:
    """Teams with alternates, one of two schools, rooms, the check-in with substitutions, a judge's conflict."""
    factories.roster(tournament, teams=3, alternates=1)
    union = factories.team(tournament, "Sums", "School 1 / School 2").school
    event = set_up(director_actor, tournament.events.get(), version=1, rounds=3, divisions=("E",))
    tournament_actions.start(director_actor, tournament)
    set_table_ranges(director_actor, tournament, event=event, ranges=[TableRange(event.divisions.get(), "Gym", 11, 30)])
    declare_conflict(director_actor, tournament, judge=factories.helper(tournament, Role.JUDGE), school=union)
    entry = TeamEntry.objects.get(event=event, team__name="Team 1")
    checkin.tick_game_set(director_actor, event, entry=entry, is_here=True)
    checkin.mark_team(director_actor, event, entry=entry, status="present")
    place, alternate = (entry.places.get(number=number) for number in (1, 6))
    checkin.substitute(director_actor, event, place=place, alternate=alternate)
    checkin.undo_substitution(director_actor, event, place=Place.objects.get(pk=place.pk))
    checkin.mark(director_actor, event, place=Place.objects.get(pk=place.pk), status="late")
    other = TeamEntry.objects.get(event=event, team__name="Team 2")
    checkin.substitute(director_actor, event, place=other.places.get(number=2), alternate=other.places.get(number=6))
    return event


def play_rounds(
    event: Event,
    director_actor: Actor,
    scorekeeper: Actor,
    other_scorekeeper: Actor,
    tie_breaks: tuple[str, ...] = ("raw_points", "head_to_head", "fewest_penalties"),
) -> Tournament:
    """The first round is closed; of the second one a sheet waits for a second person and one has a problem."""
    Event.objects.filter(pk=event.pk).update(tie_breaks=list(tie_breaks))
    for number in (1, 2):
        round_ = play(director_actor, event, number)
        ExtraTime.objects.create(
            round=round_, table="12", seconds=60, reason="Ada was called away", given_by=director_actor.user
        )
        sheets = list(Sheet.objects.filter(round=round_).order_by("table__number"))
        for at, sheet in enumerate(sheets):
            names = {1: "Nova Newcomer"} if (number, at) == (2, 1) else None
            cells = PAPERS[(at + number) % len(PAPERS)]
            actions.enter(scorekeeper, sheet, paper=cells, base=0, names=names, note=WHY)
        for sheet in sheets[: 5 if number == 1 else 4]:
            actions.check(other_scorekeeper, sheet, base=1)
        if number == 1:
            actions.enter(scorekeeper, sheets[0], paper=PAPERS[3], base=1, note=CORRECTED)
            actions.check(other_scorekeeper, sheets[0], base=2)
            rounds.close(director_actor, round_)
    refused = {"rows": [{"initials": "refused", "refusal": "Ada says no."}, *PAPERS[0]["rows"][1:]]}
    actions.enter(scorekeeper, sheets[3], paper=PAPERS[0] | refused, base=1, note=CORRECTED)
    actions.check(other_scorekeeper, sheets[3], base=2)
    ranks.set_cutoff(director_actor, event.tournament, division=event.divisions.get(), players=4, teams=1)
    ranks.set_sweepstakes(director_actor, event.tournament, best=1, least=1)
    Release.objects.create(division=event.divisions.get(), rounds=1)
    call = calls.begin(director_actor, sheets[4])
    checked = create_check(call)
    calls.rule(
        director_actor,
        call,
        ruling=NewRuling(decision="The Goal is legal.", situation="Ada set a Goal of six cubes.", shake=2),
        checked=checked,
    )
    penalties.give(
        director_actor,
        sheets[0],
        penalty=NewPenalty(seat=1, reason="time", countdown=True, shake=1, words="Ada was slow."),
    )
    penalties.give(
        director_actor, sheets[1], penalty=NewPenalty(seat=1, reason="unfair", shake=1, words="Ada had notes.")
    )
    seat = sheets[2].table.seats.first()
    Adjustment.objects.create(sheet=sheets[2], place=require(seat).place, player=require(seat).place.player, points=-1)
    calls.player_left(director_actor, call, seat=require(sheets[4].table.seats.first()))
    place = require(sheets[4].table.seats.first()).place
    Request.objects.create(
        tournament=event.tournament,
        team=require(place.entry).team,
        division=place.division,
        kind="name",
        place=place,
        words="Adah",
    )
    create_protest(sheets[2], director_actor)
    playoff = Round.objects.create(
        tournament=event.tournament, division=event.divisions.get(), number=4, playoff="teams"
    )
    Finalist.objects.create(round=playoff, place=place, match=1)
    actions.flag(director_actor, sheets[4], problem="Ask Ada about her initials.")
    actions.attach(director_actor, sheets[4], picture=Picture(jpeg_picture(), 8, 6))
    printing.set_logo(director_actor, event.tournament, picture=Picture(jpeg_picture(), 8, 6))
    printing.set_signers(
        director_actor, event.tournament, signers=["Dana Director, director", "Hal Headjudge, head judge"]
    )
    return Tournament.objects.get(pk=event.tournament_id)


def create_check(call: Call) -> Check:
    """By the judge who is there."""
    said = CheckerAnswer(
        "correct", "Every legal reading equals the Goal.", "EQ VII-B", readings=(Interpretation("goal", "37", "37"),)
    )
    return Check.objects.create(
        tournament=call.tournament,
        call=call,
        division=call.sheet.round.division,
        asked={"variations": [["0-wild", None]], "goal_mat": "37", "solution": "(6x6)+1", "goal_written": "37"},
        verdict=said.verdict,
        answer=said.as_data(),
        asked_by=require(call.judge),
    )


def create_protest(sheet: Sheet, by: Actor) -> None:
    """Decided by a panel of one; every word of it names a child."""
    sheet = Sheet.objects.get(pk=sheet.pk)
    words = {"situation": "Ada had six cubes.", "ruling": "Ada is wrong.", "complaint": "Ada is right."}
    protest = Protest.objects.create(
        tournament=sheet.tournament,
        sheet=sheet,
        seat=1,
        judges="Ada’s uncle\nAda’s aunt",
        second_judge=True,
        agreed=True,
        late_because="Ada was ill.",
        state="decided",
        filed_by=by.user,
        **words,
    )
    ProtestStep.objects.create(protest=protest, number=1, kind="filed", words="Ada was ill.", made_by=by.user)
    Member.objects.create(protest=protest, user=require(by.user))
    Vote.objects.create(protest=protest, member=require(by.user), outcome="upheld", reason="Ada is wrong.")
    Decision.objects.create(
        protest=protest,
        number=1,
        outcome="upheld",
        rule="JM General 8",
        reason="Ada is wrong.",
        votes=1,
        panel=1,
        base=sheet.current,
        made_by=by.user,
    )
    Document.objects.create(protest=protest, name="Ada.jpg", content=jpeg_picture(), content_type="image/jpeg")


def jpeg_picture() -> bytes:
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (8, 6), "white").save(out, "JPEG")
    return out.getvalue()


def export_archive(tournament: Tournament, **options: Any) -> bytes:
    out = BytesIO()
    write(tournament, out, **options)
    return out.getvalue()


def import_from_bytes(content: bytes, by: Actor) -> Tournament:
    return import_archive(by, None, file=Archive(BytesIO(content)))


def lists_of(tournament: Tournament) -> list[Standings]:
    """Every list of standings of every scope."""
    return [
        Standings(Scope(each.divisions, playoff=each.playoff), kind)
        for each in scope_choices(tournament)
        for kind in kinds_of(each)
    ]


def standings_snapshot(tournament: Tournament) -> list[Any]:
    """Everything that its standings say, without a key of the database."""
    found: list[Any] = []
    for standings in lists_of(tournament):
        cells = [(row, tuple(cell.points for cell in row.cells)) for row in standings.rows()]
        found += [
            (
                row.ranked.rank,
                row.ranked.tied,
                row.label.name,
                row.label.beside,
                row.points,
                points,
                row.why,
                row.possible_ranks,
            )
            for row, points in cells
        ]
        found.append((standings.state, standings.scope.open_sheets))
    return found
