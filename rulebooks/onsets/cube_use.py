"""Whether a Solution uses the cubes correctly (OS VII-B-4).

A cube may be used once in the Restriction part and once in the Set-Name. Every cube in Required is in both, except that
= and ⊂ are only in the Restriction part. With Multiple Operations one operation cube may be used many times
(OS XIII-A-6); interchangeable symbols may replace each other (OS XIII-A-3, XIII-A-4).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulebooks.onsets.cubes_and_cards import INTERCHANGEABLE_PAIRS, OPERATIONS, RELATIONS, SYMBOLS, printed_symbol
from rulebooks.onsets.rules import OnSetsRules
from rulebooks.onsets.tokens import SetToken
from rulebooks.onsets.verdicts import SolutionViolation
from rulebooks.wording import join_words

MIN_CUBES = 2
CUBES_WITHOUT_DIGITS = 15
AVAILABLE_CUBES_RULE = "OS VII-B-4-d; OS VII-B-4-e; OS VII-B-4-f"


@dataclass(frozen=True)
class MatSections:
    """The cubes on the mat and in Resources by their symbols. `after_now`: only one cube from Resources may be used."""

    required: tuple[str, ...] = ()
    permitted: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    after_now: bool = False

    @property
    def rolled(self) -> tuple[str, ...]:
        """Every symbol that was rolled; empty unless all fifteen cubes without digits are known (OS I-B-2)."""
        cubes = self.required + self.permitted + self.forbidden + self.resources
        return cubes if len(cubes) == CUBES_WITHOUT_DIGITS else ()


@dataclass(frozen=True)
class CubesUsed:
    """The cubes of a Solution, part by part. `restriction` is None if there is no Restriction."""

    set_name: tuple[SetToken, ...]
    restriction: tuple[SetToken, ...] | None = None

    @property
    def parts(self) -> tuple[tuple[SetToken, ...], ...]:
        return (self.set_name,) if self.restriction is None else (self.restriction, self.set_name)


def cubes_used(set_name: Iterable[SetToken], restrictions: Iterable[Iterable[SetToken]]) -> CubesUsed:
    """Collect the cubes. All Restrictions together are one part (OS VI-B)."""
    together = [tuple(token for token in tokens if token.cube) for tokens in restrictions]
    restriction = tuple(token for tokens in together for token in tokens) if together else None
    return CubesUsed(tuple(token for token in set_name if token.cube), restriction)


def check_cube_use(cubes: CubesUsed, sections: MatSections | None, rules: OnSetsRules) -> tuple[SolutionViolation, ...]:
    """Return every rule on the use of cubes that the Solution breaks; without a mat, only those that need none."""
    rules = _without_wild_pair(cubes, rules)
    violations = [_check_minimum(cubes, rules), _check_required_cube(cubes, sections, rules)]
    if sections is not None:
        violations += [_check_restriction(cubes, sections, rules), *_check_required(cubes, sections, rules)]
        violations += _check_available(cubes, sections, rules)
    return tuple(each for each in violations if each)


def _without_wild_pair(cubes: CubesUsed, rules: OnSetsRules) -> OnSetsRules:
    """Drop the ∪/∩ pair if a wild U stands for another symbol: it does so throughout (OS XIII-A-3 comment c)."""
    pair = rules.pair_of(rules.wild)
    tokens = itertools.chain.from_iterable(cubes.parts)
    if len(pair) == 1 or all(token.cube != rules.wild or token.means in pair for token in tokens):
        return rules
    return replace(
        rules, active={slug: each for slug, each in rules.active.items() if (slug, pair) not in INTERCHANGEABLE_PAIRS}
    )


# -- how many cubes are used ------------------------------------------------------------------------------------------


def _symbol_groups(rules: OnSetsRules) -> list[str]:
    """Return interchangeable symbols together, and every other symbol alone."""
    alone = [symbol for symbol in SYMBOLS if rules.pair_of(symbol) == symbol]
    return [*rules.pairs, *alone]


def _usable_symbols(token: SetToken, rules: OnSetsRules) -> str:
    """Return the symbols of the cubes that can be used here. A wild cube that stands for another symbol is itself."""
    pair = rules.pair_of(token.cube)
    return pair if token.means in pair else token.cube


def _min_cubes_for_part(tokens: Iterable[SetToken], rules: OnSetsRules) -> Counter[str]:
    """Return the fewest cubes that can make this part, by usable symbols."""
    many = rules.has("multiple-operations")
    written: Counter[str] = Counter()
    for token in tokens:
        symbols = _usable_symbols(token, rules)
        written[symbols] = 1 if many and token.means in OPERATIONS else written[symbols] + 1
    return written


def _min_cubes(cubes: CubesUsed, rules: OnSetsRules) -> Counter[str]:
    """Return the fewest cubes for the whole Solution. Both parts may use the same cubes."""
    needed: Counter[str] = Counter()
    for part in cubes.parts:
        needed |= _min_cubes_for_part(part, rules)
    return needed


def _check_minimum(cubes: CubesUsed, rules: OnSetsRules) -> SolutionViolation | None:
    if _min_cubes(cubes, rules).total() >= MIN_CUBES:
        return None
    return SolutionViolation("too_few_cubes", "A Solution needs at least 2 cubes.", "OS VII-B-4-a")


def _check_available(cubes: CubesUsed, sections: MatSections, rules: OnSetsRules) -> list[SolutionViolation]:
    """Find cubes that are missing, or more from Resources than the challenge allows."""
    on_mat = Counter(sections.required) + Counter(sections.permitted)
    resources = Counter(sections.resources)
    needs = _min_cubes(cubes, rules)
    violations: list[SolutionViolation] = []
    from_resources = 0
    for group in _symbol_groups(rules):
        count = _from_resources(group, needs, on_mat, resources)
        if count is None:
            violations.append(_explain_missing(group, on_mat + resources, sections))
        else:
            from_resources += count
    if sections.after_now and from_resources > 1:
        sentence = f"After Now, a Solution may use only 1 cube from Resources, not {from_resources}."
        violations.append(SolutionViolation("too_many_resources", sentence, "OS VII-B-4-e"))
    return violations


def _from_resources(group: str, needs: Counter[str], on_mat: Counter[str], resources: Counter[str]) -> int | None:
    """Return how many cubes of these symbols must come from Resources; None if there are not enough."""
    exact = {symbol: needs[symbol] for symbol in group} if len(group) > 1 else {}
    if any(count > on_mat[symbol] + resources[symbol] for symbol, count in exact.items()):
        return None
    short = sum(max(0, count - on_mat[symbol]) for symbol, count in exact.items())
    spare = sum(max(0, on_mat[symbol] - exact.get(symbol, 0)) for symbol in group)
    total = short + max(0, needs[group] - spare)
    return total if total <= sum(resources[symbol] for symbol in group) else None


def _explain_missing(group: str, available: Mapping[str, int], sections: MatSections) -> SolutionViolation:
    name = join_words(map(printed_symbol, group), "or")
    if any(available[symbol] for symbol in group):
        sentence = f"There aren’t enough {name} cubes."
        return SolutionViolation("cube_repeated", sentence, f"{AVAILABLE_CUBES_RULE}; OS XIII-A-6")
    if any(symbol in sections.forbidden for symbol in group):
        return SolutionViolation("forbidden_cube_used", f"{name} is in Forbidden.", "OS VII-B-4-d")
    return SolutionViolation("cube_not_there", f"No {name} cube is available.", "OS VII-B-4")


# -- what must be used ------------------------------------------------------------------------------------------------


def _check_required_cube(
    cubes: CubesUsed, sections: MatSections | None, rules: OnSetsRules
) -> SolutionViolation | None:
    """Check that the cube itself is used. A wild cube that stands for it is not enough (OS XIII-A-1, JM OS-E11)."""
    required = rules.required_cube
    if not required:
        return None
    is_there = sections is None or required in sections.required + sections.permitted + sections.resources
    if is_there and any(required in _usable_symbols(token, rules) for part in cubes.parts for token in part):
        return None
    sentence = f"The Solution must use the Required Cube, {printed_symbol(required)}."
    return SolutionViolation("required_cube_missing", sentence, rules.rule("required-cube"))


def _check_restriction(cubes: CubesUsed, sections: MatSections, rules: OnSetsRules) -> SolutionViolation | None:
    required = [symbol for symbol in sections.required if symbol in RELATIONS]
    if not rules.uses_restrictions or not required or cubes.restriction is not None:
        return None
    sentence = f"{printed_symbol(required[0])} is in Required, so there must be a Restriction."
    return SolutionViolation("restriction_required", sentence, "OS VII-B-2")


def _check_required(cubes: CubesUsed, sections: MatSections, rules: OnSetsRules) -> list[SolutionViolation]:
    """Find cubes of Required that are missing in a part (OS VII-B-4-b)."""
    violations = []
    anywhere = Counter(_usable_symbols(token, rules) for part in cubes.parts for token in part)
    for group in _symbol_groups(rules):
        required = Counter(symbol for symbol in sections.required if symbol in group)
        if not required:
            continue
        if group in RELATIONS:
            parts = {"restriction": cubes.restriction} if rules.uses_restrictions else {}
        else:
            parts = {"restriction": cubes.restriction, "set_name": cubes.set_name}
        for part, tokens in parts.items():
            if tokens is None or _uses_all(required, tokens, rules, group):
                continue
            name = join_words(map(printed_symbol, group), "or")
            sentence = f"{name} is in Required and must be used in the Set-Name."
            if part == "restriction":
                sentence = f"{name} is in Required and must be used in the Restriction."
            used_elsewhere = any(anywhere[symbols] for symbols in {group, *group})
            code = f"required_not_used_in_{part}" if used_elsewhere else "required_not_used"
            violations.append(SolutionViolation(code, sentence, "OS VII-B-4-b", part))
    return sorted(violations, key=lambda violation: violation.code != "required_not_used")


def _uses_all(required: Counter[str], tokens: Iterable[SetToken], rules: OnSetsRules, group: str) -> bool:
    written = Counter(_usable_symbols(token, rules) for token in tokens)
    left = sum(max(0, required[symbol] - (written[symbol] if len(group) > 1 else 0)) for symbol in group)
    return left <= written[group]
