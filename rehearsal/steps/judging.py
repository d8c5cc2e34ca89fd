"""Steps of the judges: calls, rulings, second opinions, penalties with and without approval, and protests."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

from rehearsal.formats import Format
from rehearsal.sample_scoresheets import form_fields
from rehearsal.state import DisputedTable, Rehearsal, RehearsedTable
from rehearsal.visitors import RehearsalFailed, Visitor

CALL = re.compile(r"/judging/(\d+)/$")
PROTEST = re.compile(r"/protests/(\d+)/$")
SEAT, SHAKE = 2, 1
MOST_IN_A_ROUND = 12
Incident = Callable[[Rehearsal, RehearsedTable, list[Visitor]], None]
SITUATION = "The Goal was 6 and the Solution 3 x 2."


def judge_tables(rehearsal: Rehearsal, number: int) -> None:
    """Let judges visit one table in ten of each division, but at least two. The kinds of incident alternate."""
    incidents = incidents_for(rehearsal.plan.format)
    for index, round_ in enumerate(rehearsal.rounds_numbered(number)):
        tables = rehearsal.tables[round_]
        count = min(len(tables), MOST_IN_A_ROUND, max(2, len(tables) // 10))
        chosen = rehearsal.random_for("judges", round_.letter, number).sample(tables, count)
        for turn, table in enumerate(chosen):
            first = (2 * (number - 1) * len(rehearsal.divisions) + 2 * index + turn) % len(incidents)
            judges = [rehearsal.judges[(turn + more) % len(rehearsal.judges)] for more in range(2)]
            incidents[first](rehearsal, table, judges)
        rehearsal.progress.step("Judges visiting tables")


# -- at a table -------------------------------------------------------------------------------------------------------


def _begin_visit(rehearsal: Rehearsal, judge: Visitor, table: RehearsedTable) -> str:
    """Begin a judge's visit at a table and return the path of its page."""
    page = judge.submit(f"{rehearsal.base_path}judging/begin/", {"sheet": str(table.sheet)}, "call.begin")
    if not CALL.search(page.path):
        raise RehearsalFailed(f"{judge.name} was sent to {page.path}")
    return page.path


def _make_ruling(judge: Visitor, visit: str) -> None:
    data = {"situation": SITUATION, "decision": "The Solution is wrong.", "effect": "none", "shake": str(SHAKE)}
    judge.submit(visit, data, "ruling.make")


def _end_visit(judge: Visitor, visit: str, about: str = "solution") -> None:
    judge.submit(f"{visit}end/", {"about": about}, "call.end")


def _rule_after_call(rehearsal: Rehearsal, table: RehearsedTable, judges: list[Visitor]) -> None:
    rehearsal.scorekeepers[0].submit(f"{rehearsal.base_path}judging/ask/", {"sheet": str(table.sheet)}, "call.ask")
    visit = _begin_visit(rehearsal, judges[0], table)
    judges[0].submit(f"{visit}about/", {"about": "move"}, "call.about")
    _make_ruling(judges[0], visit)
    _end_visit(judges[0], visit, "")


def _give_penalty(
    rehearsal: Rehearsal, judge: Visitor, table: RehearsedTable, reason: str, what: str, **more: str
) -> None:
    path = f"{rehearsal.base_path}penalties/at/{table.sheet}/{SEAT}/?reason={reason}"
    judge.submit(path, {"what": what, "words": "Given in the rehearsal.", **more}, "penalty.give")


def _take_point_alone(rehearsal: Rehearsal, table: RehearsedTable, judges: list[Visitor]) -> None:
    """A penalty of one point that one judge can give alone."""
    reason = rehearsal.plan.format.by_one
    assert reason
    visit = _begin_visit(rehearsal, judges[0], table)
    _give_penalty(rehearsal, judges[0], table, reason, "points", shake=str(SHAKE), countdown="on")
    _end_visit(judges[0], visit, "challenge")
    rehearsal.penalties[table.sheet] = {(SHAKE, SEAT): 1}


def _take_point_together(agrees: str) -> Incident:
    """A penalty of one point that needs a second judge, who approves it or not."""

    def run_incident(rehearsal: Rehearsal, table: RehearsedTable, judges: list[Visitor]) -> None:
        reason = rehearsal.plan.format.by_two
        assert reason
        visit = _begin_visit(rehearsal, judges[0], table)
        _give_penalty(rehearsal, judges[0], table, reason, "points", shake=str(SHAKE), countdown="on")
        _end_visit(judges[0], visit, "behavior")
        _answer_penalty(rehearsal, judges[1], agrees)
        rehearsal.penalties[table.sheet] = {(SHAKE, SEAT): 1} if agrees == "yes" else {}

    return run_incident


def _answer_penalty(rehearsal: Rehearsal, judge: Visitor, agrees: str) -> None:
    waiting = judge.get(f"{rehearsal.base_path}penalties/").forms("/consent/")
    judge.submit(waiting[0].action, waiting[0].fields | {"agrees": [agrees]}, "penalty.consent")


def _give_cup_penalty(rehearsal: Rehearsal, table: RehearsedTable, judges: list[Visitor]) -> None:
    """In the Cup: a penalty of part of a point off the player's score."""
    visit = _begin_visit(rehearsal, judges[0], table)
    _give_penalty(rehearsal, judges[0], table, "sportsmanship", "points", points="0.25")
    _end_visit(judges[0], visit, "behavior")


def _warn_player(rehearsal: Rehearsal, table: RehearsedTable, judges: list[Visitor]) -> None:
    visit = _begin_visit(rehearsal, judges[0], table)
    _give_penalty(rehearsal, judges[0], table, rehearsal.plan.format.warned_for, "warning")
    _end_visit(judges[0], visit, "behavior")


def _rule_on_dispute(ends: str) -> Incident:
    """Two judges agree on a ruling that the first player will protest."""

    def run_incident(rehearsal: Rehearsal, table: RehearsedTable, judges: list[Visitor]) -> None:
        first = _begin_visit(rehearsal, judges[0], table)
        _make_ruling(judges[0], first)
        judges[0].submit(f"{first}another/", {}, "opinion.ask")
        _end_visit(judges[0], first)
        second = _begin_visit(rehearsal, judges[1], table)
        _make_ruling(judges[1], second)
        judges[1].submit(f"{second}compare/", {"agrees": "yes"}, "opinion.compare")
        _end_visit(judges[1], second)
        match = CALL.search(first)
        assert match
        rehearsal.protests[table.sheet] = DisputedTable(table, int(match[1]), ends)

    return run_incident


def incidents_for(format_: Format) -> list[Incident]:
    """The incidents that can happen in this format, in order."""
    incidents: list[Incident] = [_rule_after_call, _warn_player]
    if format_.by_one:
        incidents.append(_take_point_alone)
    if format_.by_two:
        incidents += [_take_point_together("yes"), _take_point_together("no")]
    if format_.by_average:
        incidents.append(_give_cup_penalty)
    if not format_.hears_protests:
        return incidents
    disputed = [_rule_on_dispute(ends) for ends in ENDS]
    return [each for pair in zip_longest(disputed, incidents) for each in pair if each]


# -- after the round --------------------------------------------------------------------------------------------------


def hear_protests(rehearsal: Rehearsal, number: int) -> None:
    """File every protest of this round and bring it to its end."""
    for each in [each for each in rehearsal.protests.values() if each.table.key.round == number]:
        path = _file_protest(rehearsal, each)
        ENDS[each.ends](rehearsal, each, path)
    rehearsal.progress.step("Protests decided")


def _file_protest(rehearsal: Rehearsal, each: DisputedTable) -> str:
    data = {
        "sheet": str(each.table.sheet),
        "call": str(each.call),
        "about": "ruling",
        "seat": "1",
        "shake": str(SHAKE),
        "situation": SITUATION,
        "ruling": "The Solution is wrong.",
        "complaint": "Three times two is six.",
    }
    page = rehearsal.scorekeepers[0].submit(f"{rehearsal.base_path}protests/file/", data, "protest.file")
    if not PROTEST.search(page.path):
        raise RehearsalFailed(f"A protest led to {page.path}")
    return page.path


def _hear_protest(rehearsal: Rehearsal, path: str, outcome: str) -> None:
    """Accept the protest, name a panel of three who haven't ruled on it, hear it, and vote."""
    assert rehearsal.head_judge is not None
    rehearsal.head_judge.submit(f"{path}accept/", {}, "protest.accept")
    for member in rehearsal.panel:
        form = rehearsal.head_judge.get(path).form("/panel/")
        chosen = {"member": [form.options["member"][member.name]]}
        rehearsal.head_judge.submit(f"{path}panel/", form.fields | chosen, "panel.name")
    rehearsal.panel[0].submit(f"{path}hear/", {"words": "Both judges and the player."}, "protest.hear")
    _cast_votes(rehearsal, path, outcome)


def _cast_votes(rehearsal: Rehearsal, path: str, outcome: str) -> None:
    """Let two of three panel members vote for this outcome."""
    for member, voted in zip(rehearsal.panel, (outcome, "upheld", outcome), strict=True):
        member.submit(f"{path}vote/", {"outcome": voted, "reason": "As the rule says."}, "protest.vote")


def _decide_protest(rehearsal: Rehearsal, path: str, outcome: str, cells: dict[str, list[str]]) -> None:
    member = rehearsal.panel[0]
    form = member.get(f"{path}decide/", outcome=outcome).form("/decide/")
    data = {"outcome": [outcome], "rule": ["EQ VII-C-6"], "reason": ["As the rule says."]}
    member.submit(f"{path}decide/", form.fields | data | cells, "protest.decide")


def _overturn_ruling(rehearsal: Rehearsal, each: DisputedTable, path: str) -> None:
    """The panel gives the shake to the first player."""
    _hear_protest(rehearsal, path, "rescored")
    _decide_protest(rehearsal, path, "rescored", _other_winner(rehearsal, each))


def _other_winner(rehearsal: Rehearsal, each: DisputedTable) -> dict[str, list[str]]:
    """The cells of the shake with 6 for the first player, or for the second player if it was that way already."""
    seats = len(each.table.names)
    before = [form_fields(rehearsal.papers[each.table.sheet])[f"shake-{SHAKE}-{seat}"] for seat in range(1, seats + 1)]
    after = ["6", *["2"] * (seats - 1)]
    if before == after:
        after = ["2", "6", *["2"] * (seats - 2)]
    return {f"cell-{SHAKE}-{seat}": [value] for seat, value in enumerate(after, 1)}


def _uphold_ruling(rehearsal: Rehearsal, each: DisputedTable, path: str) -> None:
    _hear_protest(rehearsal, path, "upheld")
    _decide_protest(rehearsal, path, "upheld", {})


def _withdraw_protest(rehearsal: Rehearsal, each: DisputedTable, path: str) -> None:
    assert rehearsal.head_judge is not None
    rehearsal.head_judge.submit(f"{path}withdraw/", {"reason": "The player changed their mind."}, "protest.withdraw")


def _dismiss_protest(rehearsal: Rehearsal, each: DisputedTable, path: str) -> None:
    assert rehearsal.head_judge is not None
    rehearsal.head_judge.submit(f"{path}dismiss/", {"reason": "The ruling is clearly correct."}, "protest.dismiss")


def _decide_again(rehearsal: Rehearsal, each: DisputedTable, path: str) -> None:
    """The panel replaces its first decision."""
    _uphold_ruling(rehearsal, each, path)
    _cast_votes(rehearsal, path, "rescored")
    _decide_protest(rehearsal, path, "rescored", _other_winner(rehearsal, each))


ENDS = {
    "overturned": _overturn_ruling,
    "upheld": _uphold_ruling,
    "withdrawn": _withdraw_protest,
    "dismissed": _dismiss_protest,
    "decided anew": _decide_again,
}
