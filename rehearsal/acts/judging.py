"""The judges: calls and rulings, second opinions, penalties with and without consent, and protests to their end."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

from rehearsal.formats import Format
from rehearsal.play import typed
from rehearsal.stage import Protested, Stage, Table
from rehearsal.visitors import NotTaken, Visitor

CALL = re.compile(r"/judging/(\d+)/$")
PROTEST = re.compile(r"/protests/(\d+)/$")
SEAT, SHAKE = 2, 1
MOST_IN_A_ROUND = 12
Matter = Callable[[Stage, Table, list[Visitor]], None]
SITUATION = "The Goal was 6 and the Solution 3 x 2."


def visits(stage: Stage, number: int) -> None:
    """At one table in ten of each division a hand goes up, at two or more; what happens there goes by turns."""
    matters = matters_of(stage.plan.format)
    for at, round_ in enumerate(stage.in_round(number)):
        tables = stage.tables[round_]
        count = min(len(tables), MOST_IN_A_ROUND, max(2, len(tables) // 10))
        chosen = stage.chance("judges", round_.letter, number).sample(tables, count)
        for turn, table in enumerate(chosen):
            first = (2 * (number - 1) * len(stage.divisions) + 2 * at + turn) % len(matters)
            judges = [stage.judges[(turn + more) % len(stage.judges)] for more in range(2)]
            matters[first](stage, table, judges)
        stage.progress.step("Judges are at tables")


# -- at a table -------------------------------------------------------------------------------------------------------


def _come(stage: Stage, judge: Visitor, table: Table) -> str:
    """The address of the visit."""
    page = judge.send(f"{stage.board}judging/begin/", {"sheet": str(table.sheet)}, "call.begin")
    if not CALL.search(page.path):
        raise NotTaken(f"{judge.name} came to {page.path}")
    return page.path


def _rule(judge: Visitor, visit: str) -> None:
    told = {"situation": SITUATION, "decision": "The Solution is wrong.", "effect": "none", "shake": str(SHAKE)}
    judge.send(visit, told, "ruling.make")


def _leave(judge: Visitor, visit: str, about: str = "solution") -> None:
    judge.send(f"{visit}end/", {"about": about}, "call.end")


def _plain_ruling(stage: Stage, table: Table, judges: list[Visitor]) -> None:
    stage.clerks[0].send(f"{stage.board}judging/ask/", {"sheet": str(table.sheet)}, "call.ask")
    visit = _come(stage, judges[0], table)
    judges[0].send(f"{visit}about/", {"about": "move"}, "call.about")
    _rule(judges[0], visit)
    _leave(judges[0], visit, "")


def _fine(stage: Stage, judge: Visitor, table: Table, reason: str, what: str, **more: str) -> None:
    address = f"{stage.board}penalties/at/{table.sheet}/{SEAT}/?reason={reason}"
    judge.send(address, {"what": what, "words": "As the rehearsal wants it.", **more}, "penalty.give")


def _point(stage: Stage, table: Table, judges: list[Visitor]) -> None:
    """A point, by one judge alone."""
    reason = stage.plan.format.by_one
    assert reason
    visit = _come(stage, judges[0], table)
    _fine(stage, judges[0], table, reason, "points", shake=str(SHAKE), countdown="on")
    _leave(judges[0], visit, "challenge")
    stage.fines[table.sheet] = {(SHAKE, SEAT): 1}


def _point_by_two(agrees: str) -> Matter:
    """A point that a second judge must agree to, and does or does not."""

    def happen(stage: Stage, table: Table, judges: list[Visitor]) -> None:
        reason = stage.plan.format.by_two
        assert reason
        visit = _come(stage, judges[0], table)
        _fine(stage, judges[0], table, reason, "points", shake=str(SHAKE), countdown="on")
        _leave(judges[0], visit, "behavior")
        _consent(stage, judges[1], agrees)
        stage.fines[table.sheet] = {(SHAKE, SEAT): 1} if agrees == "yes" else {}

    return happen


def _consent(stage: Stage, judge: Visitor, agrees: str) -> None:
    waiting = judge.get(f"{stage.board}penalties/").forms("/consent/")
    judge.send(waiting[0].action, waiting[0].fields | {"agrees": [agrees]}, "penalty.consent")


def _off_the_score(stage: Stage, table: Table, judges: list[Visitor]) -> None:
    """In the Cup: a part of a point off the player's score."""
    visit = _come(stage, judges[0], table)
    _fine(stage, judges[0], table, "sportsmanship", "points", points="0.25")
    _leave(judges[0], visit, "behavior")


def _warning(stage: Stage, table: Table, judges: list[Visitor]) -> None:
    visit = _come(stage, judges[0], table)
    _fine(stage, judges[0], table, stage.plan.format.warned_for, "warning")
    _leave(judges[0], visit, "behavior")


def _disputed(ends: str) -> Matter:
    """Two judges rule alike, and the first player will protest all the same."""

    def happen(stage: Stage, table: Table, judges: list[Visitor]) -> None:
        first = _come(stage, judges[0], table)
        _rule(judges[0], first)
        judges[0].send(f"{first}another/", {}, "opinion.ask")
        _leave(judges[0], first)
        second = _come(stage, judges[1], table)
        _rule(judges[1], second)
        judges[1].send(f"{second}compare/", {"agrees": "yes"}, "opinion.compare")
        _leave(judges[1], second)
        found = CALL.search(first)
        assert found
        stage.protests[table.sheet] = Protested(table, int(found[1]), ends)

    return happen


def matters_of(format_: Format) -> list[Matter]:
    """What can happen by this format, one after the other."""
    found: list[Matter] = [_plain_ruling, _warning]
    if format_.by_one:
        found.append(_point)
    if format_.by_two:
        found += [_point_by_two("yes"), _point_by_two("no")]
    if format_.by_average:
        found.append(_off_the_score)
    if not format_.hears_protests:
        return found
    disputed = [_disputed(ends) for ends in ENDS]
    return [each for pair in zip_longest(disputed, found) for each in pair if each]


# -- after the round --------------------------------------------------------------------------------------------------


def protests(stage: Stage, number: int) -> None:
    """Each is written down and goes its way, before the round is closed."""
    for each in [each for each in stage.protests.values() if each.table.where.round == number]:
        address = _file(stage, each)
        ENDS[each.ends](stage, each, address)
    stage.progress.step("Protests are heard")


def _file(stage: Stage, each: Protested) -> str:
    told = {
        "sheet": str(each.table.sheet),
        "call": str(each.call),
        "about": "ruling",
        "seat": "1",
        "shake": str(SHAKE),
        "situation": SITUATION,
        "ruling": "The Solution is wrong.",
        "complaint": "Three times two is six.",
    }
    page = stage.clerks[0].send(f"{stage.board}protests/file/", told, "protest.file")
    if not PROTEST.search(page.path):
        raise NotTaken(f"A protest led to {page.path}")
    return page.path


def _hear(stage: Stage, address: str, outcome: str) -> None:
    """Accepted, a panel of three who have not ruled on it, heard, and a majority."""
    assert stage.head is not None
    stage.head.send(f"{address}accept/", {}, "protest.accept")
    for member in stage.panel:
        form = stage.head.get(address).form("/panel/")
        chosen = {"member": [form.options["member"][member.name]]}
        stage.head.send(f"{address}panel/", form.fields | chosen, "panel.name")
    stage.panel[0].send(f"{address}hear/", {"words": "Both judges and the player."}, "protest.hear")
    _vote(stage, address, outcome)


def _vote(stage: Stage, address: str, outcome: str) -> None:
    """Two of three are for it."""
    for member, voted in zip(stage.panel, (outcome, "upheld", outcome), strict=True):
        member.send(f"{address}vote/", {"outcome": voted, "reason": "As the rule says."}, "protest.vote")


def _decide(stage: Stage, address: str, outcome: str, cells: dict[str, list[str]]) -> None:
    member = stage.panel[0]
    form = member.get(f"{address}decide/", outcome=outcome).form("/decide/")
    told = {"outcome": [outcome], "rule": ["EQ VII-C-6"], "reason": ["As the rule says."]}
    member.send(f"{address}decide/", form.fields | told | cells, "protest.decide")


def _overturned(stage: Stage, each: Protested, address: str) -> None:
    """The first player wins the shake that the judges had given to others."""
    _hear(stage, address, "rescored")
    _decide(stage, address, "rescored", _other_winner(stage, each))


def _other_winner(stage: Stage, each: Protested) -> dict[str, list[str]]:
    """The cells of the shake with six for the first player, or for the second where it was so already."""
    seats = len(each.table.names)
    before = [typed(stage.papers[each.table.sheet])[f"shake-{SHAKE}-{seat}"] for seat in range(1, seats + 1)]
    after = ["6", *["2"] * (seats - 1)]
    if before == after:
        after = ["2", "6", *["2"] * (seats - 2)]
    return {f"cell-{SHAKE}-{seat}": [value] for seat, value in enumerate(after, 1)}


def _upheld(stage: Stage, each: Protested, address: str) -> None:
    _hear(stage, address, "upheld")
    _decide(stage, address, "upheld", {})


def _withdrawn(stage: Stage, each: Protested, address: str) -> None:
    assert stage.head is not None
    stage.head.send(f"{address}withdraw/", {"reason": "Changed their mind."}, "protest.withdraw")


def _dismissed(stage: Stage, each: Protested, address: str) -> None:
    assert stage.head is not None
    stage.head.send(f"{address}dismiss/", {"reason": "The ruling is right, and plain."}, "protest.dismiss")


def _decided_anew(stage: Stage, each: Protested, address: str) -> None:
    """The panel looks at it once more: its first decision is replaced by another."""
    _upheld(stage, each, address)
    _vote(stage, address, "rescored")
    _decide(stage, address, "rescored", _other_winner(stage, each))


ENDS = {
    "overturned": _overturned,
    "upheld": _upheld,
    "withdrawn": _withdrawn,
    "dismissed": _dismissed,
    "decided anew": _decided_anew,
}
