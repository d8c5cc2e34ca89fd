"""The order of the day: acts one after the other, up to the stage that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rehearsal.acts import arriving, drawing, ending, judging, keying, setting_up
from rehearsal.cast import make_cast
from rehearsal.ledger import Ledger
from rehearsal.stage import Plan, Progress, Stage
from rehearsal.visitors import Visitor
from rehearsal.ways import Way

Part = Callable[[Stage], object]
FIRST_STAGES = {
    "set-up": "set up, with a staff and nobody on the roster",
    "checked-in": "checked in: to be drawn",
    "drawn": "the first round is drawn and published",
    "playing": "the first round is being played: judges are called",
    "collecting": "sheets of the first round come in: half are keyed",
}
PLAYED_OFF = "playoffs"
FINISHED = "finished"


def stages(rounds: int) -> dict[str, str]:
    """Where a rehearsal can stop, in order, with what is the case there."""
    closed = {f"round-{number}": f"round {number} is closed" for number in range(1, rounds + 1)}
    ends = {
        PLAYED_OFF: "the playoffs of teams and players are over",
        FINISHED: "everything is over: awards, final results",
    }
    return FIRST_STAGES | closed | ends


def parts(stage: Stage) -> Iterator[tuple[str, list[Part]]]:
    """What leads to each stage from the one before."""
    if not stage.slug:
        yield "", [setting_up.create]
    yield "set-up", [setting_up.choose, setting_up.staff]
    yield "checked-in", [arriving.import_roster, arriving.check_in]
    yield "drawn", [_of(drawing.draw, 1), _of(drawing.print_papers, 1), ending.show_tables]
    yield "playing", [setting_up.start_the_day, _of(drawing.start, 1), _of(judging.visits, 1)]
    yield "collecting", [_of(drawing.collect, 1), _of(keying.played, 1)]
    for number in range(1, stage.plan.rounds + 1):
        before: list[Part] = []
        if number > 1:
            before = [arriving.latecomers] if number == 2 else []
            before += [_of(act, number) for act in (drawing.draw, drawing.print_papers, drawing.start)]
            before += [_of(act, number) for act in (judging.visits, drawing.collect, keying.played)]
        after = [_of(act, number) for act in (keying.key_all, judging.protests, drawing.close, ending.show_results)]
        yield f"round-{number}", [*before, *after]
    yield PLAYED_OFF, [ending.cut, *_playoffs(stage.plan.rounds)]
    yield FINISHED, [ending.ceremony, ending.finish]


def _playoffs(rounds: int) -> Iterator[Part]:
    """First those of teams, then those of players."""
    for number, playoff in enumerate(ending.PLAYOFFS, rounds + 1):
        yield partial(ending.call, playoff=playoff)
        yield from (_of(act, number) for act in (drawing.draw, drawing.print_papers, drawing.start, judging.visits))
        yield from (_of(act, number) for act in (drawing.collect, keying.played, keying.key_all))
        yield from (_of(act, number) for act in (judging.protests, drawing.close))


def _of(act: Callable[[Stage, int], object], number: int) -> Part:
    return lambda stage: act(stage, number)


def run(stage: Stage, until: str = FINISHED) -> None:
    """Play up to this stage. Of sheets that come in, the first half is keyed, so that helpers have both to train."""
    for name, acts in parts(stage):
        for act in acts:
            act(stage)
        if name == until:
            break
    if until == "collecting":
        keying.key_all(stage, 1, share=0.5)
    stage.progress.step("Done", stage.progress.total)


def steps(plan: Plan, until: str) -> int:
    """About how many steps it takes: teams to check in, and two readings of every sheet."""
    teams, tables = -(-plan.players // 5), -(-plan.players // 3)
    divisions = len(make_cast(plan.players, plan.seed, plan.format.edition).divisions)
    drawn, playing, keyed = divisions + 1, divisions + 2, 2 * tables
    leads_to = {"set-up": 3, "checked-in": 1 + teams, "drawn": drawn, "playing": playing, "collecting": 0}
    leads_to |= {PLAYED_OFF: 1 + 2 * (drawn + playing + 3) + 12 * divisions, FINISHED: 2}
    count = 0
    for name in stages(plan.rounds):
        count += leads_to.get(name, keyed + 2 + (0 if name == "round-1" else drawn + playing))
        if name == until:
            break
    return count + (tables if until == "collecting" else 0)


def open_stage(
    plan: Plan, way: Way, director: Visitor, ledger: Ledger, report: Callable[[int, int, str], None], until: str
) -> Stage:
    progress = Progress(steps(plan, until), report)
    return Stage(plan, make_cast(plan.players, plan.seed, plan.format.edition), way, ledger, progress, director)
