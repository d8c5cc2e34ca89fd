"""An edition in words: chapters of facts, each with its rule. Used by `show`, `diff` and the rule book page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebooks.citations import Ruled
from rulebooks.edition import Edition
from rulebooks.penalties import PenaltyRule
from rulebooks.shakes import Situation
from rulebooks.timing import PlayLimit
from rulebooks.variations import Variation, describe_needs
from rulebooks.wording import as_sentence, join_words

MINUS = "−"
VALUE_LABELS = {
    "lot": "the player who rolls the highest digit",
    "left-of-scorekeeper": "the player to the scorekeeper’s left",
    "same": "the same player",
    "left": "the next player to the left",
    "before-round": "can step in before a round starts",
    "at-table": "can step in before a round starts or at the table",
    "leave-out": "aren’t placed; the others are placed without them",
    "winner": "the winner, or one of the tied winners",
    "official": "an official",
    "judge": "a judge",
    "players-then-judge": "the players, or a judge if they can’t agree",
    "all-agree": "an oversight, if all players agree",
    "never": "nothing",
    "lower-score": "the lower total counts",
    "zero": "0 for the round",
    "judges-decide": "the judges decide (bad sportsmanship)",
    "yes": "yes",
    "no": "no",
    "silent": "the book doesn’t say",
    "half-up": "halves rounded up",
    "half-even": "halves rounded to even",
}
PENALTY_COSTS = {"none": "no penalty", "disqualification": "disqualified", "discretion": "the judges decide"}
CONSENT_SENTENCES = {"two judges": "Two judges must agree.", "head judge": "The head judge must approve."}
EXPULSION_SENTENCES = {
    "judge": "A judge can disqualify the player from {scope}.",
    "two judges": "Two judges can disqualify the player from {scope}.",
    "head judge": "The head judge can disqualify the player from {scope}.",
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
        ("Terms", _words(edition)),
        ("Divisions and tables", _divisions(edition)),
        ("Goal and play", _play(edition)),
        ("Points", _shakes(edition)),
        ("Match results", _results(edition)),
        ("Time limits", (_limit(limit) for limit in edition.limits.values())),
        ("Announcer’s script", _script(edition)),
        ("Penalties", _penalties(edition)),
        ("Variations", _variations(edition)),
        ("Scoresheet", _sheet(edition)),
        ("Protests", _protests(edition)),
        ("Equipment", _equipment(edition)),
    )
    return tuple(Chapter(title, chapter_facts) for title, facts in sections if (chapter_facts := tuple(facts)))


def format_points(points: int) -> str:
    return f"{MINUS}{-points}" if points < 0 else str(points)


def format_duration(seconds: int) -> str:
    if seconds % 60 == 0 and seconds:
        return f"{seconds // 60} min"
    return f"{seconds} sec"


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
    yield Fact("names.solution", "What players write is called", names.solution, names.rule)
    yield Fact("names.setter", "The player who sets the Goal is called", names.goal_setter, names.rule)
    yield Fact("names.now", "A challenge that claims one more cube is enough is called", names.now, names.rule)
    yield Fact(
        "names.impossible", "A challenge that claims no solution is possible is called", names.impossible, names.rule
    )
    yield Fact("names.result", "The result of a round is called", names.result, names.rule)
    for each in edition.formats:
        value = "with variations" if each.variations else "without variations"
        yield Fact(f"format.{each.id}", f"{each.name} format", value, each.rule)


def _divisions(edition: Edition) -> Iterator[Fact]:
    for each in edition.divisions:
        yield Fact(f"division.{each.name}", each.name, f"grade {each.max_grade} and below", each.rule)
        if each.special:
            special = " ".join(each.special.value)
            yield Fact(f"division.{each.name}.special", f"{each.name}: special rules", special, each.special.rule)
    sizes = edition.tables
    value = f"{sizes.minimum} to {sizes.maximum} ({sizes.preferred} whenever possible)"
    yield Fact("tables", "Players at a table", value, sizes.rule)


def _play(edition: Edition) -> Iterator[Fact]:
    goal, play = edition.goal, edition.play
    yield from _ruled_fact("cubes", "Cubes rolled", edition.cubes.count)
    yield from _ruled_fact("goal.cubes", "Most cubes in the Goal", goal.most_cubes)
    yield from _ruled_fact("goal.digits", "Most digits per numeral in the Goal", goal.numeral_digits)
    yield from _ruled_fact("solution.digits", "Digits per numeral in the Solution", goal.solution_digits)
    yield from _ruled_fact("goal.order", "The usual order of operations applies", goal.ordinary_order)
    yield from _ruled_fact("play.first", "The first Goal is set by", play.first_setter)
    yield from _ruled_fact("play.void", "After an unchallenged No Goal, the Goal is set by", play.after_void)
    yield from _ruled_fact("play.bonus", "The player in the lead may make a bonus move", play.leader_may_bonus)


def _shakes(edition: Edition) -> Iterator[Fact]:
    rules = edition.shakes
    for name, figure in rules.scale.value.items():
        yield Fact(f"scale.{name}", f"Points on the scale: {name}", format_points(figure), rules.scale.rule)
    for situation in rules.situations.values():
        yield from _situation(edition, situation)
    if rules.absent:
        yield Fact("absent", "Absent for a shake", format_points(rules.absent.points), rules.absent.because.rule)
    else:
        yield Fact("absent", "Absent for a shake", "no points; the row is crossed out", edition.play.never_seated.rule)
    for name, each in rules.procedures.items():
        others = [f"Can be chosen: {words}." for other, words in each.names.items() if other != each.default]
        value = " ".join([f"Default: {each.names[each.default]}.", *others])
        yield Fact(f"procedure.{name}", "When No Goal is challenged", value, each.rule)


def _situation(edition: Edition, situation: Situation) -> Iterator[Fact]:
    title = situation.title.format(now=edition.names.now, impossible=edition.names.impossible)
    situation_key = f"shakes.{situation.name}.{'+'.join(sorted(situation.roles))}"
    if situation.void:
        yield Fact(situation_key, title, "voided; no one gets points", situation.void_rule)
    for part, cases in situation.cases.items():
        for case in cases:
            key = f"{situation_key}.{part}.{'+'.join(case.words)}"
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
        rounding = VALUE_LABELS[score.rounding.value]
        value = f"total ÷ games played at the table, to {score.places.value} decimals, {rounding}"
        yield Fact("match.average", "Player score for a round", value, rule)
        yield from _ruled_fact("match.no_goal", "An unchallenged No Goal counts as a game played", score.no_goal_counts)
        yield from _ruled_fact("match.team", "Team score", score.team)
    yield from _ruled_fact("match.never", "No-shows", edition.play.never_seated)
    yield from _ruled_fact("match.disqualified", "A disqualified player’s points", edition.play.disqualified)
    yield from _ruled_fact("match.substitutes", "Substitutes", edition.play.substitutes)


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
        label = "Divisions where a judge initials every 1-point penalty"
        yield Fact("penalty initials", label, join_words(names), rules.initials_rule)
    for reason in rules.reasons.values():
        yield Fact(f"penalty.{reason.id}", reason.what, describe_penalty(reason), reason.rule)


def describe_penalty(reason: PenaltyRule) -> str:
    """Return a penalty rule in words, for example `Late player: −1. Only after the 10-second countdown.`"""
    cost = PENALTY_COSTS.get(reason.kind) or format_points(reason.points)
    sentences = [as_sentence(f"{reason.who}: {cost}"), *describe_conditions(reason)]
    if reason.effect:
        sentences.append(reason.effect)
    if reason.then:
        sentences += [f"Then another {format_points(reason.then.points)}.", reason.then.effect]
    for consent, sentence in EXPULSION_SENTENCES.items():
        scopes = [f"the {out_of}" for out_of, needed in reason.expels.items() if needed == consent]
        if scopes:
            sentences.append(sentence.format(scope=join_words(scopes, "or")))
    return " ".join(sentences)


def describe_conditions(reason: PenaltyRule) -> list[str]:
    """Return who must agree besides one judge, and what has to happen first, as sentences."""
    sentences = []
    if reason.consent in CONSENT_SENTENCES:
        sentences.append(CONSENT_SENTENCES[reason.consent])
    if reason.warning:
        sentences.append("Only after a warning.")
    if reason.countdown:
        sentences.append("Only after the 10-second countdown.")
    if reason.until:
        sentences.append(f"Only if it’s noticed before {reason.until}.")
    return sentences


def _variations(edition: Edition) -> Iterator[Fact]:
    rules = edition.variations
    if not rules.picks:
        yield Fact("picks", "Variations to pick", "none", rules.none_rule)
    for division in edition.divisions:
        picks = rules.picks.get(division.letter)
        if picks:
            value, setter = f"{format_range(picks.each)}.", edition.names.goal_setter
            if picks.other_of_two != picks.each:
                number = format_range(picks.other_of_two)
                value += f" In a 2-player match, the player who isn’t the {setter} picks {number}."
            label = f"{division.name}: variations each player picks"
            numbers = f"{picks.each} {picks.other_of_two}"  # another word for the Goal-setter is no difference here
            yield Fact(f"picks.{division.name}", label, value, picks.rule, stands_for=numbers)
        for variation in rules.lists[division.letter]:
            yield _variation(division.name, variation)
    yield from _ruled_fact("picks.illegal", "Penalty for an illegal pick", rules.illegal)
    label = "Penalty for a pick that isn’t on this year’s list or is always in force"
    yield from _ruled_fact("picks.unlisted", label, rules.unlisted)
    label = "Penalty for an illegal pick that no one noticed in time (the pick is ignored)"
    yield from _ruled_fact("picks.insulated", label, rules.insulated)
    label = "Penalty for picking too many variations (the extra ones are crossed out)"
    yield from _ruled_fact("picks.too_many", label, rules.too_many)
    label = "Penalty for a pick before the cubes are rolled (the pick is set aside)"
    yield from _ruled_fact("picks.before", label, rules.before_roll)


def format_range(numbers: tuple[int, int]) -> str:
    """Return `2`, `1 or 2`, or `2 to 4`."""
    least, most = numbers
    if least == most:
        return str(least)
    return f"{least} or {most}" if most == least + 1 else f"{least} to {most}"


def _variation(division: str, variation: Variation) -> Fact:
    words = [variation.says]
    if variation.always:
        words.append("It’s always in force, so no one picks it.")
    if variation.years != "every":
        words.append(f"It’s played only in {variation.years} years.")
    if variation.blank and variation.blank.of:
        words.append(f"Choices for the blank: {join_words(variation.blank.of, 'or')}.")
    elif variation.blank and variation.blank.kind == "number":
        words.append(f"Choices for the blank: {variation.blank.least} to {variation.blank.most}.")
    if variation.needs and not variation.always:
        needs = describe_needs(variation)
        words.append(
            f"By the rule on picks with no effect, it needs {needs}."
            if variation.derived
            else f"It has no effect without {needs}."
        )
    key = f"variation.{division}.{variation.slug}"
    label, group = f"{division} {variation.number}. {variation.name}", f"{division}: variations"
    return Fact(key, label, " ".join(words), variation.rule, group, variation.name)


def _sheet(edition: Edition) -> Iterator[Fact]:
    sheet = edition.sheet
    for number, each in enumerate(sheet.initials, 1):
        yield Fact(f"sheet.initials.{number}", f"Initialed by {each.who}", each.what, each.rule)
    yield from _ruled_fact("sheet.columns", f"Columns for {edition.names.shakes}", sheet.columns)
    yield from _ruled_fact("sheet.scorekeeper", "Scorekeeper", sheet.scorekeeper)
    yield from _ruled_fact("sheet.official", "What counts when sheets differ", sheet.official)
    yield from _ruled_fact("sheet.turned_in", "The scoresheet is turned in by", sheet.turned_in_by)
    yield from _ruled_fact("sheet.before", "Before initialing, errors are corrected by", sheet.before_initials)
    yield from _ruled_fact("sheet.after", "What can be corrected after initialing", sheet.after_initials)
    yield from _ruled_fact("sheet.lower", "Player’s own score too low, meant to deceive", sheet.deceit_lower)
    yield from _ruled_fact("sheet.higher", "Player’s own score too high, meant to deceive", sheet.deceit_higher)


def _protests(edition: Edition) -> Iterator[Fact]:
    policy = edition.protests
    yield from _ruled_fact("protest.allowed", "A ruling can be protested", policy.appeals)
    yield from _ruled_fact("protest.second", "A protest requires that a second judge was called", policy.second_judge)
    yield from _ruled_fact("protest.initials", "A player who has initialed can’t protest", policy.not_initialed)
    yield from _ruled_fact("protest.names", "The form must name the judges who ruled", policy.names_on_form)
    yield from _ruled_fact("protest.papers", "The disputed papers must go with the form", policy.papers)
    yield from _ruled_fact("protest.agreed", f"No protest about an accepted {edition.names.solution}", policy.agreed)
    yield from _ruled_fact("protest.third", "A third judge", policy.third_judge)
    yield from _ruled_fact("protest.minutes", "Minutes to turn in the form after the match", policy.minutes)
    yield from _ruled_fact("protest.panel", "Members of the appeals panel", policy.panel)
    yield from _ruled_fact("protest.standard", "The panel’s standard", policy.standard)
    yield from _ruled_fact("protest.final", "Final decision", policy.final_word)


def _equipment(edition: Edition) -> Iterator[Fact]:
    for number, each in enumerate(edition.equipment, 1):
        yield Fact(f"equipment.{number}", EQUIPMENT_LABELS[each.who], each.what, each.rule)
