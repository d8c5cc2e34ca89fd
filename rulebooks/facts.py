"""An edition in words: chapters of facts, each with its rule. Used by `show`, `diff` and the rule book page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebooks.citations import Ruled
from rulebooks.edition import Edition
from rulebooks.penalties import PenaltyRule
from rulebooks.shakes import Situation
from rulebooks.timing import PlayLimit
from rulebooks.variations import Variation

MINUS = "−"
VALUE_LABELS = {
    "lot": "by lot",
    "left-of-scorekeeper": "who sits left of the scorekeeper",
    "same": "the same player again",
    "left": "the next player to the left",
    "before-round": "from a round on, before it starts",
    "at-table": "from a round on, also at the table",
    "leave-out": "left out: the others are placed without them",
    "winner": "the winner, or one who shares first place",
    "official": "an official collects it",
    "judge": "a judge",
    "players-then-judge": "the players, then a judge",
    "all-agree": "an oversight, if all players agree",
    "never": "nothing",
    "lower-score": "the lower total stays",
    "zero": "0 for the round",
    "judges-decide": "the judges decide: bad sportsmanship",
    "yes": "yes",
    "no": "no",
    "silent": "the book does not say",
    "half-up": "halves up",
    "half-even": "halves to the even figure",
    "digits": "any numeral",
}
EQUIPMENT_LABELS = {
    "table": "On each table",
    "player": "A player may use",
    "team": "Each team brings",
    "organizer": "The organizer provides",
    "nobody": "Not allowed",
}


@dataclass(frozen=True)
class Fact:
    """One number or policy. `key` is the same in every edition, so two editions can be compared.

    `group` and `name`: facts of one group can be listed by their short names. `stands_for`: what to compare instead of
    the value when the value only follows from it, as the points of a case follow from the scale.
    """

    key: str
    label: str
    value: str
    rule: str
    group: str = ""
    name: str = ""
    stands_for: str = ""


@dataclass(frozen=True)
class Chapter:
    title: str
    facts: tuple[Fact, ...]

    def by_key(self) -> dict[str, Fact]:
        return {fact.key: fact for fact in self.facts}


def chapters(edition: Edition) -> tuple[Chapter, ...]:
    """Return everything an edition sets, chapter by chapter. Empty chapters are left out."""
    sections = (
        ("Words", _words(edition)),
        ("Divisions and tables", _divisions(edition)),
        ("Goal and play", _play(edition)),
        ("Points", _shakes(edition)),
        ("Result of a match", _results(edition)),
        ("Time limits", (_limit(limit) for limit in edition.limits.values())),
        ("The round's script", _script(edition)),
        ("Penalties", _penalties(edition)),
        ("Variations", _variations(edition)),
        ("The scoresheet", _sheet(edition)),
        ("Protests", _protests(edition)),
        ("Equipment", _equipment(edition)),
    )
    return tuple(Chapter(title, chapter_facts) for title, facts in sections if (chapter_facts := tuple(facts)))


def format_points(points: int) -> str:
    return f"{MINUS}{-points}" if points < 0 else str(points)


def format_duration(seconds: int) -> str:
    if seconds % 60 == 0 and seconds:
        return f"{seconds // 60} min"
    return f"{seconds} s"


def _ruled_fact(key: str, label: str, ruled: Ruled[int] | Ruled[str] | Ruled[bool] | None) -> Iterator[Fact]:
    """Yield a fact from a value with its rule; nothing where the book has no such value."""
    if ruled is None:
        return
    value = ruled.value
    if isinstance(value, bool):
        text = "yes" if value else "no"
    else:
        text = format_points(value) if isinstance(value, int) else VALUE_LABELS.get(value, value)
    yield Fact(key, label, text, ruled.rule)


def _words(edition: Edition) -> Iterator[Fact]:
    names = edition.names
    yield Fact("names.shake", "One roll of the cubes is called", names.shake, names.rule)
    yield Fact("names.solution", "What is written is called", names.solution, names.rule)
    yield Fact("names.setter", "Who sets the Goal is called", names.goal_setter, names.rule)
    yield Fact("names.now", "Solvable with one more cube: the challenge is called", names.now, names.rule)
    yield Fact("names.impossible", "Not solvable any more: the challenge is called", names.impossible, names.rule)
    yield Fact("names.result", "The result of a round is called", names.result, names.rule)
    for each in edition.formats:
        value = "with variations" if each.variations else "without variations"
        yield Fact(f"format.{each.id}", f"Format {each.name}", value, each.rule)


def _divisions(edition: Edition) -> Iterator[Fact]:
    for each in edition.divisions:
        yield Fact(f"division.{each.name}", each.name, f"grade {each.max_grade} and below", each.rule)
        if each.special:
            special = " ".join(each.special.value)
            yield Fact(f"division.{each.name}.special", f"{each.name}, special rules", special, each.special.rule)
    sizes = edition.tables
    value = f"{sizes.minimum} to {sizes.maximum}, {sizes.preferred} where possible"
    yield Fact("tables", "Players at a table", value, sizes.rule)


def _play(edition: Edition) -> Iterator[Fact]:
    goal, play = edition.goal, edition.play
    yield from _ruled_fact("cubes", "Cubes rolled", edition.cubes.count)
    yield from _ruled_fact("goal.cubes", "Cubes in the Goal, at most", goal.most_cubes)
    yield from _ruled_fact("goal.digits", "Digits of a numeral in the Goal, at most", goal.numeral_digits)
    yield from _ruled_fact("solution.digits", "Digits of a numeral in the Solution", goal.solution_digits)
    yield from _ruled_fact("goal.order", "The ordinary order of operations applies", goal.ordinary_order)
    yield from _ruled_fact("play.first", "First to set the Goal", play.first_setter)
    yield from _ruled_fact("play.void", "After No Goal that nobody challenged, the Goal is set by", play.after_void)
    yield from _ruled_fact("play.bonus", "The player in the lead may make a bonus move", play.leader_may_bonus)


def _shakes(edition: Edition) -> Iterator[Fact]:
    rules = edition.shakes
    for name, figure in rules.scale.value.items():
        yield Fact(f"scale.{name}", f"The scale: {name}", format_points(figure), rules.scale.rule)
    for situation in rules.situations.values():
        yield from _situation(edition, situation)
    if rules.absent:
        yield Fact("absent", "Absent", format_points(rules.absent.points), rules.absent.because.rule)
    else:
        yield Fact("absent", "Absent", "no points, the row is crossed out", edition.play.never_seated.rule)
    for name, each in rules.procedures.items():
        value = f"{each.names[each.default]}; or, if chosen, " + " or ".join(
            words for other, words in each.names.items() if other != each.default
        )
        yield Fact(f"procedure.{name}", "When No Goal is challenged", value, each.rule)


def _situation(edition: Edition, situation: Situation) -> Iterator[Fact]:
    title = situation.title.format(now=edition.names.now, impossible=edition.names.impossible)
    if situation.void:
        yield Fact(f"shakes.{situation.title}", title, "void: nobody gets points", situation.void_rule)
    for part, cases in situation.cases.items():
        for case in cases:
            key = f"shakes.{situation.title}.{part}.{'+'.join(case.words)}"
            what, points = case.because.sentence.rstrip("."), format_points(case.points)
            yield Fact(key, f"{title} · {what}", points, case.because.rule, title, f"{what} {points}", case.worth)


def _results(edition: Edition) -> Iterator[Fact]:
    for places, points in sorted(edition.match_points.items(), key=lambda item: (-len(item[0]), item[0])):
        name = "-".join(map(str, places))
        rule = edition.match_points_rule
        yield Fact(f"match.{name}", f"Match points for places {name}", ", ".join(map(str, points)), rule)
    score = edition.player_score
    if score:
        rule = f"{score.places.rule}; {score.rounding.rule}"
        value = f"total ÷ games at that table, {score.places.value} decimals, {VALUE_LABELS[score.rounding.value]}"
        yield Fact("match.average", "Player score of a round", value, rule)
        yield from _ruled_fact(
            "match.no_goal", "No Goal that nobody challenged counts as a game played", score.no_goal_counts
        )
        yield from _ruled_fact("match.team", "Team score", score.team)
    yield from _ruled_fact("match.never", "Never sat down at this table", edition.play.never_seated)
    yield from _ruled_fact("match.disqualified", "Disqualified", edition.play.disqualified)
    yield from _ruled_fact("match.substitutes", "Somebody plays for another", edition.play.substitutes)


def _limit(limit: PlayLimit) -> Fact:
    def format_amount(amount: int) -> str:
        if limit.unit == "seconds":
            return format_duration(amount) if amount else "no fixed time"
        one = limit.unit.removesuffix("s")
        return f"{amount} {one if amount == 1 else limit.unit}"

    longer = "".join(
        f"; {format_amount(amount)} with {slug.replace('-', ' ').title()}" for slug, amount in limit.longer.items()
    )
    note = f" {limit.note}" if limit.note else ""
    return Fact(f"limit.{limit.id}", limit.what, f"{format_amount(limit.amount)}{longer}.{note}", limit.rule)


def _script(edition: Edition) -> Iterator[Fact]:
    for line in edition.script:
        yield Fact(f"script.{line.id}", f"At {line.at // 60}:{line.at % 60:02}", f"“{line.say}”", line.rule)


def _penalties(edition: Edition) -> Iterator[Fact]:
    rules = edition.penalties
    if rules.initials:
        names = [each.name for each in edition.divisions if each.letter in rules.initials]
        label = "A judge initials every one-point penalty in"
        yield Fact("penalty initials", label, ", ".join(names), rules.initials_rule)
    for reason in rules.reasons.values():
        yield Fact(f"penalty.{reason.id}", reason.what, describe_penalty(reason), reason.rule)


def describe_penalty(reason: PenaltyRule) -> str:
    """Return a penalty rule in words, for example `−1 for the late player after the ten-second countdown.`"""
    kinds = {"none": "no penalty", "disqualification": "disqualified", "discretion": "as the judges decide"}
    words = [kinds.get(reason.kind) or format_points(reason.points), f"for {reason.who}"]
    if reason.consent != "judge":
        words.append(f"by {reason.consent}")
    if reason.warning:
        words.append("after a warning")
    if reason.countdown:
        words.append("after the ten-second countdown")
    if reason.until:
        words.append(f"if noticed before {reason.until}")
    text = " ".join(words) + (f": {reason.effect}." if reason.effect else ".")
    if reason.then:
        text += f" Then {format_points(reason.then.points)}: {reason.then.effect}."
    for out_of, consent in reason.expels.items():
        text += f" Out of the {out_of} by a judge." if consent == "judge" else f" Out of the {out_of} by {consent}."
    return text.replace("by head judge", "by the head judge")


def _variations(edition: Edition) -> Iterator[Fact]:
    rules = edition.variations
    if not rules.picks:
        yield Fact("picks", "Variations to pick", "none", rules.none_rule)
    for division in edition.divisions:
        picks = rules.picks.get(division.letter)
        if picks:
            value = (
                f"{_range(picks.each)}; in a two-player match {_range(picks.other_of_two)} by who is not Goal-setter"
            )
            yield Fact(f"picks.{division.name}", f"{division.name}: variations each player picks", value, picks.rule)
        for variation in rules.lists[division.letter]:
            yield _variation(division.name, variation)
    yield from _ruled_fact("picks.illegal", "An illegal pick", rules.illegal)
    yield from _ruled_fact(
        "picks.unlisted", "A pick that is not on this year's list, or is always in force", rules.unlisted
    )
    yield from _ruled_fact(
        "picks.insulated", "An illegal pick that nobody noticed in time (it is ignored)", rules.insulated
    )
    yield from _ruled_fact("picks.too_many", "A pick too many (it is struck out)", rules.too_many)
    yield from _ruled_fact("picks.before", "A pick before the cubes are rolled (it is set aside)", rules.before_roll)


def _range(numbers: tuple[int, int]) -> str:
    return str(numbers[0]) if numbers[0] == numbers[1] else f"{numbers[0]} to {numbers[1]}"


def _variation(division: str, variation: Variation) -> Fact:
    words = [variation.says]
    if variation.always:
        words.append("In force in every shake, not picked.")
    if variation.years != "every":
        words.append(f"In {variation.years} years.")
    if variation.blank and variation.blank.of:
        words.append(f"Blank: {', '.join(variation.blank.of)}.")
    elif variation.blank and variation.blank.kind == "number":
        words.append(f"Blank: {variation.blank.least} to {variation.blank.most}.")
    if variation.needs and not variation.always:
        words.append(f"Needs {' or '.join(variation.needs)}{' (derived)' if variation.derived else ''}.")
    key = f"variation.{division}.{variation.slug}"
    label, group = f"{division} {variation.number}. {variation.name}", f"{division}: variations"
    return Fact(key, label, " ".join(words), variation.rule, group, variation.name)


def _sheet(edition: Edition) -> Iterator[Fact]:
    sheet = edition.sheet
    for number, each in enumerate(sheet.initials, 1):
        yield Fact(f"sheet.initials.{number}", f"Initials: {each.who}", each.what, each.rule)
    yield from _ruled_fact("sheet.columns", f"Columns for {edition.names.shake}s", sheet.columns)
    yield from _ruled_fact("sheet.scorekeeper", "Scorekeeper", sheet.scorekeeper)
    yield from _ruled_fact("sheet.official", "What counts where sheets differ", sheet.official)
    yield from _ruled_fact("sheet.turned_in", "Who turns the sheet in", sheet.turned_in_by)
    yield from _ruled_fact("sheet.before", "Before initialing, errors are corrected by", sheet.before_initials)
    yield from _ruled_fact("sheet.after", "After initialing, what may be corrected", sheet.after_initials)
    yield from _ruled_fact("sheet.lower", "Meant to deceive, own score too low", sheet.deceit_lower)
    yield from _ruled_fact("sheet.higher", "Meant to deceive, own score too high", sheet.deceit_higher)


def _protests(edition: Edition) -> Iterator[Fact]:
    policy = edition.protests
    yield from _ruled_fact("protest.allowed", "A ruling may be appealed", policy.appeals)
    yield from _ruled_fact("protest.second", "Only if a second judge was called", policy.second_judge)
    yield from _ruled_fact("protest.initials", "Only if the player has not initialed", policy.not_initialed)
    yield from _ruled_fact("protest.names", "The form names the judges who ruled", policy.names_on_form)
    yield from _ruled_fact("protest.papers", "The disputed papers go with the form", policy.papers)
    yield from _ruled_fact("protest.agreed", f"No appeal about an accepted {edition.names.solution}", policy.agreed)
    yield from _ruled_fact("protest.third", "A third judge", policy.third_judge)
    yield from _ruled_fact("protest.minutes", "Minutes to hand in the form after the match", policy.minutes)
    yield from _ruled_fact("protest.panel", "Members of the appeals panel", policy.panel)
    yield from _ruled_fact("protest.standard", "The panel's measure", policy.standard)
    yield from _ruled_fact("protest.final", "Last word", policy.final_word)


def _equipment(edition: Edition) -> Iterator[Fact]:
    for number, each in enumerate(edition.equipment, 1):
        yield Fact(f"equipment.{number}", EQUIPMENT_LABELS[each.who], each.what, each.rule)
