"""Reads the scoring rules of shakes from an edition: the scale, and the ordered cases of each situation.

    [scale]
    right = 6
    ...
    [shakes.now]
    title = "{now} challenge"                            # in the edition's own words, see [names]
    roles = ["challenger", "mover", "third_party?"]      # one; `?` at most one, `*` any number, `+` two or more
    may_present = ["challenger", "third_party"]
    cases.challenger = [{ if = ["right"], worth = "right", rule = "EQ X-B-3" }, { worth = "wrong", rule = "EQ X-B-1" }]

The last case of a role has no condition, so every player gets points.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebooks.citations import Because, Ruled
from rulebooks.edition import BookNames, TableSizes
from rulebooks.shakes import (
    NoGoalPenalties,
    Procedures,
    ScoringCase,
    ShakePenalty,
    ShakeRules,
    Situation,
    describe_condition,
    describe_role,
    parse_condition,
)
from rulebooks.toml_reader import TomlReader
from rulebooks.wording import in_quotes, join_words

COUNTS = {"?": (0, 1), "*": (0, 99), "+": (2, 99)}


def read_shakes(reader: TomlReader, sizes: TableSizes, names: BookNames, absent: Ruled[int] | None) -> ShakeRules:
    scale_reader = reader.section("scale")
    scale_rule = scale_reader.rule()
    scale = {name: scale_reader.number(name) for name in scale_reader.names()}
    situations = {
        name: _read_situation(name, part, scale, names) for name, part in reader.sections_by_name("shakes").items()
    }
    if not situations:
        reader.refuse("shakes", "is missing")
    procedures = {
        name: _read_procedures(name, part, situations) for name, part in reader.sections_by_name("procedures").items()
    }
    return ShakeRules(
        situations=situations,
        sizes=(2, sizes.maximum),
        scale=Ruled(scale, scale_rule),
        absent=ScoringCase((), absent.value, Because(absent.rule, "Absent for this shake.")) if absent else None,
        self_challenge=_read_penalty(reader, "self_challenge", "Challenged their own move."),
        procedures=procedures,
        no_goal_fines=_read_no_goal_fines(reader.section("no_goal_fines")) if reader.has("no_goal_fines") else None,
    )


def _read_procedures(situation: str, part: TomlReader, situations: Mapping[str, Situation]) -> Procedures:
    words = part.section("names")
    names = {name: words.text(name) for name in words.names()}
    for name in names:
        if f"{situation} {name}" not in situations:
            part.refuse("names", f"has {name}, but there’s no shake {situation} {name}")
    return part.finish_with(Procedures(part.choice("is", names), names, part.rule()))


def _read_situation(name: str, reader: TomlReader, scale: dict[str, int], names: BookNames) -> Situation:
    title = reader.text("title")
    roles = reader.texts("roles")
    counts = {role.rstrip("?*+"): COUNTS.get(role[-1], (roles.count(role),) * 2) for role in roles}
    may_present = frozenset(reader.texts("may_present"))
    void = reader.flag("void")
    void_rule = reader.rule() if void else ""
    cases: dict[str, tuple[ScoringCase, ...]] = {}
    if reader.has("cases"):
        by_role = reader.section("cases")
        for role in by_role.names():
            cases[role] = tuple(_read_case(role, item, scale, names) for item in by_role.sections(role))
            if cases[role][-1].conditions or any(not case.conditions for case in cases[role][:-1]):
                by_role.refuse(role, "needs one case without a condition, at the end")
    elif not void:
        reader.refuse("cases", "is missing")
    for part in may_present - set(cases):
        reader.refuse("may_present", f"names {part}, which has no cases")
    reader.finish()
    return Situation(name.replace("_", " "), title, counts, may_present, cases, void, void_rule)


def _read_case(role: str, item: TomlReader, scale: dict[str, int], names: BookNames) -> ScoringCase:
    words, worth, rule = item.texts("if"), item.text("worth"), item.rule()
    item.finish()
    if worth not in scale:
        item.refuse("worth", f"must be on the scale, not {in_quotes(worth)}")
    try:
        conditions = tuple(parse_condition(word) for word in words)
    except KeyError as unknown:
        item.refuse("if", f"has an unknown condition, {in_quotes(unknown.args[0])}")
    reasons = join_words(describe_condition(word, names.solution) for word in words) or "in all other cases"
    sentence = f"{describe_role(role, names.impossible)}: {reasons}."
    return ScoringCase(conditions, scale[worth], Because(rule, sentence), tuple(words), worth)


def _read_penalty(reader: TomlReader, key: str, sentence: str) -> ShakePenalty | None:
    if not reader.has(key):
        return None
    part = reader.section(key)
    return part.finish_with(ShakePenalty(part.number("points"), Because(part.rule(), sentence)))


def _read_no_goal_fines(reader: TomlReader) -> NoGoalPenalties:
    declared = _read_penalty(reader, "declared", "Declared No Goal when a Goal was possible.")
    withdrawn = _read_penalty(reader, "withdrawn", "Disagreed with No Goal, then didn’t set a Goal either.")
    if declared is None or withdrawn is None:
        reader.refuse("declared" if declared is None else "withdrawn", "is missing")
    return reader.finish_with(NoGoalPenalties(reader.text("procedure"), declared, withdrawn))
