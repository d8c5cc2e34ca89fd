"""The schedule of a rehearsal: its steps in order, up to the requested stage of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rehearsal.acknowledgments import Acknowledgments
from rehearsal.connections import Connection
from rehearsal.sample_roster import make_roster
from rehearsal.state import Plan, Progress, Rehearsal
from rehearsal.steps import judging, results, roster, rounds, scoresheets, setup
from rehearsal.visitors import Visitor

RehearsalStep = Callable[[Rehearsal], object]
RoundStep = Callable[..., object]
PLAY_ROUND: tuple[RoundStep, ...] = (
    rounds.draw_round,
    rounds.order_documents,
    rounds.start_round,
    judging.judge_tables,
    rounds.collect_sheets,
    scoresheets.fill_out_papers,
)
FINISH_ROUND: tuple[RoundStep, ...] = (scoresheets.enter_all, judging.hear_protests, rounds.close_round)
FIRST_STAGES = {
    "set-up": "set up, with staff but no players yet",
    "checked-in": "players checked in, no tables yet",
    "drawn": "Round 1 tables published",
    "playing": "Round 1 in progress, with judge calls",
    "collecting": "Round 1 collecting, with half of the scoresheets entered",
}
PLAYED_OFF = "playoffs"
FINISHED = "finished"


def stages(round_count: int) -> dict[str, str]:
    """The stages at which a rehearsal can stop, in order, each with its description."""
    closed = {f"round-{number}": f"Round {number} closed" for number in range(1, round_count + 1)}
    ends = {
        PLAYED_OFF: "team and player playoffs closed",
        FINISHED: "finished, with awards and final results",
    }
    return FIRST_STAGES | closed | ends


def _steps_by_stage(rehearsal: Rehearsal) -> Iterator[tuple[str, list[RehearsalStep]]]:
    """Each stage with the steps that lead to it from the one before."""
    if not rehearsal.slug:
        yield "", [setup.create_tournament]
    yield "set-up", [setup.choose_settings, setup.invite_staff]
    yield "checked-in", [roster.import_roster, roster.check_in]
    yield "drawn", [*_in_round(1, rounds.draw_round, rounds.order_documents), results.publish_tables]
    yield "playing", [setup.start_tournament, *_in_round(1, rounds.start_round, judging.judge_tables)]
    yield "collecting", _in_round(1, rounds.collect_sheets, scoresheets.fill_out_papers)
    for number in range(1, rehearsal.plan.rounds + 1):
        steps: list[RehearsalStep] = []
        if number > 1:
            steps = [roster.check_in_latecomers] if number == 2 else []
            steps += _in_round(number, *PLAY_ROUND)
        yield f"round-{number}", [*steps, *_in_round(number, *FINISH_ROUND, results.release_results)]
    yield PLAYED_OFF, [results.set_cutoff, *_playoffs(rehearsal.plan.rounds)]
    yield FINISHED, [results.hold_ceremony, results.finish_tournament]


def _playoffs(round_count: int) -> Iterator[RehearsalStep]:
    """The steps of the team playoffs, then those of the player playoffs."""
    for number, playoff in enumerate(results.PLAYOFFS, round_count + 1):
        yield partial(results.set_up_playoff, playoff=playoff)
        yield from _in_round(number, *PLAY_ROUND, *FINISH_ROUND)


def _in_round(number: int, *steps: RoundStep) -> list[RehearsalStep]:
    return [partial(step, number=number) for step in steps]


def run_rehearsal(rehearsal: Rehearsal, until: str = FINISHED) -> None:
    """Play up to this stage. At "collecting", half of the scoresheets are entered; the rest is left for training."""
    for name, steps in _steps_by_stage(rehearsal):
        for step in steps:
            step(rehearsal)
        if name == until:
            break
    if until == "collecting":
        scoresheets.enter_all(rehearsal, 1, share=0.5)
    rehearsal.progress.step("Done", rehearsal.progress.total)


def _count_steps(plan: Plan, until: str) -> int:
    """About how many progress steps it takes: mostly teams to check in and two entries of every scoresheet."""
    teams, tables = -(-plan.players // 5), -(-plan.players // 3)
    divisions = len(make_roster(plan.players, plan.seed, plan.format.edition).divisions)
    drawn, playing, entered = divisions + 1, divisions + 2, 2 * tables
    leads_to = {"set-up": 3, "checked-in": 1 + teams, "drawn": drawn, "playing": playing, "collecting": 0}
    leads_to |= {PLAYED_OFF: 1 + 2 * (drawn + playing + 3) + 12 * divisions, FINISHED: 2}
    count = 0
    for name in stages(plan.rounds):
        count += leads_to.get(name, entered + 2 + (0 if name == "round-1" else drawn + playing))
        if name == until:
            break
    return count + (tables if until == "collecting" else 0)


def create_rehearsal(
    plan: Plan,
    connection: Connection,
    director: Visitor,
    acknowledged: Acknowledgments,
    report: Callable[[int, int, str], None],
    until: str,
) -> Rehearsal:
    """A rehearsal that hasn't started yet, with its made-up roster."""
    progress = Progress(_count_steps(plan, until), report)
    people = make_roster(plan.players, plan.seed, plan.format.edition)
    return Rehearsal(plan, people, connection, acknowledged, progress, director)
