"""Reads what an edition says of shakes: the scale, and the cases of each situation in their order.

    [scale]
    right = 6
    ...
    [shakes.now]
    roles = ["challenger", "mover", "third_party*"]      # one each; `*` any number
    may_present = ["challenger", "third_party"]
    cases.challenger = [{ if = ["right"], worth = "right", rule = "EQ X-B-3" }, { worth = "wrong", rule = "EQ X-B-1" }]

The last case of a role has no condition, so that every player gets a figure.
"""

from __future__ import annotations

from rulebooks.because import Because
from rulebooks.edition import TableSizes
from rulebooks.reader import Reader
from rulebooks.shakes import Case, Penalty, ShakeRules, Situation, condition, in_words


def read_shakes(reader: Reader, sizes: TableSizes, solution: str) -> ShakeRules:
    scale_reader = reader.section("scale")
    absent_rule = scale_reader.text("absent_rule") if scale_reader.has("absent") else ""
    scale = {name: scale_reader.number(name) for name in scale_reader.names()}
    shakes = reader.section("shakes")
    situations = {name: _situation(name, shakes.section(name), scale, solution) for name in shakes.names()}
    absent = None
    if "absent" in scale:
        absent = Case((), scale["absent"], Because(absent_rule, "Absent for this shake."))
    self_challenge = None
    if reader.has("self_challenge"):
        own = reader.section("self_challenge")
        self_challenge = Penalty(own.number("points"), Because(own.text("rule"), "Challenged their own move."))
        own.finish()
    procedures = {}
    if reader.has("procedures"):
        procedures = {name: str(value) for name, value in reader.section("procedures").rest().items()}
    for name, procedure in procedures.items():
        if f"{name} {procedure}" not in situations:
            reader.refuse("procedures", f"names {procedure} for {name}, which is not among the shakes")
    return ShakeRules(situations, (2, sizes.maximum), absent, self_challenge, procedures)


def _situation(name: str, reader: Reader, scale: dict[str, int], solution: str) -> Situation:
    roles = reader.texts("roles")
    counts = {role.rstrip("*"): None if role.endswith("*") else roles.count(role) for role in roles}
    may_present = frozenset(reader.texts("may_present"))
    void = reader.flag("void")
    cases: dict[str, tuple[Case, ...]] = {}
    if reader.has("cases"):
        by_role = reader.section("cases")
        for role in by_role.names():
            cases[role] = tuple(_case(role, item, scale, solution) for item in by_role.sections(role))
            if cases[role][-1].conditions:
                by_role.refuse(role, "needs a last case without a condition")
    elif not void:
        reader.refuse("cases", "is missing")
    penalty = _no_goal_penalty(reader.section("no_goal_penalty")) if reader.has("no_goal_penalty") else None
    reader.finish()
    return Situation(name.replace("_", " "), counts, may_present, cases, void, penalty)


def _case(role: str, item: Reader, scale: dict[str, int], solution: str) -> Case:
    words, worth, rule = item.texts("if"), item.text("worth"), item.text("rule")
    item.finish()
    if worth not in scale:
        item.refuse("worth", f"{worth!r} is not on the scale")
    try:
        conditions = tuple(condition(word) for word in words)
    except KeyError as unknown:
        item.refuse("if", f"knows no condition {unknown}")
    reasons = ", ".join(in_words(word, solution) for word in words) or "in every other case"
    sentence = f"{role.replace('_', ' ').capitalize()}: {reasons}."
    return Case(conditions, scale[worth], Because(rule, sentence))


def _no_goal_penalty(reader: Reader) -> Penalty:
    points, unless, rule = reader.number("points"), reader.text("unless"), reader.text("rule")
    reader.finish()
    return Penalty(points, Because(rule, "Declared No Goal though there was one."), condition(unless))
