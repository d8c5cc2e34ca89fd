"""Checks a Solution's cubes against those on the mat after a challenge (EQ VII-B-3, XIII-A-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokenizer import ALIASES
from rulebooks.equations.tokens import Token, Tokens, flatten, printed_symbol
from rulebooks.equations.violations import Illegal
from rulebooks.wording import join_words, plural

NOW = {"now": "Now", "a_flub": "an A-flub"}
"""Challenges after which only one cube from Resources may be used; after any other, all of them may."""
MIN_OPERATIONS = 3


@dataclass(frozen=True)
class CubesOnMat:
    """Symbols by section. Forbidden cubes and those of the Goal are not available."""

    required: tuple[str, ...] = ()
    permitted: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()


def cube_symbol(text: str) -> str:
    """Return the symbol of a cube as it is named in a list: `3`, `+`, `2_R`, `√`."""
    bare = text.strip().split("_")[0]
    return {"*": "^"}.get(bare, ALIASES.get(bare, bare))


def cubes_used(tokens: Tokens) -> list[Token]:
    """Return each token that takes a cube of its own."""
    return [token for token in flatten(tokens) if token.cube and not token.repeated]


def count_operations(tokens: Tokens) -> int:
    """Count signs and factorials. Prefix x and percent count, a decimal point does not (EQ XIII-A-6)."""
    return sum(token.is_operation or token.kind == "!" for token in flatten(tokens))


def check_count(tokens: Tokens, rules: EquationRules) -> list[Illegal]:
    """Check that the Solution has enough cubes and operation signs."""
    problems = []
    if len(cubes_used(tokens)) < rules.solution_cubes:
        problems.append(Illegal("too_few_cubes", "The Solution needs at least 2 cubes."))
    if rules.three_operations and count_operations(tokens) < MIN_OPERATIONS:
        problems.append(Illegal("too_few_operations", "The Solution needs at least 3 operation signs."))
    return problems


def check_against_mat(tokens: Tokens, mat: CubesOnMat, challenge: str, rules: EquationRules) -> list[Illegal]:
    """Return every way in which the Solution misuses the cubes on the mat."""
    numerals, signs = _count_needed(tokens)
    required, permitted = _count_symbols(mat.required), _count_symbols(mat.permitted)
    resources, forbidden = _count_symbols(mat.resources), _count_symbols(mat.forbidden)
    problems: list[Illegal] = []
    from_resources: list[str] = []
    for name in sorted(numerals.keys() | signs.keys() | required.keys()):
        most = numerals[name] + signs[name]
        least = numerals[name] + (min(1, signs[name]) if rules.multiple_operations else signs[name])
        if most < required[name]:
            problems.append(
                Illegal("required_not_used", f"The Solution must use every {printed_symbol(name)} in Required.")
            )
        missing = least - required[name] - permitted[name]
        if missing > resources[name]:
            problems.append(_explain_missing(name, mat, forbidden))
        elif missing > 0:
            from_resources += [name] * missing
    if challenge in NOW and len(from_resources) > 1:
        names = join_words(printed_symbol(each) for each in from_resources)
        reason = f"After {NOW[challenge]}, the Solution may use only 1 cube from Resources, not {names}."
        problems.append(Illegal("too_many_from_resources", reason))
    return problems


def _explain_missing(name: str, mat: CubesOnMat, forbidden: Counter[str]) -> Illegal:
    symbol = printed_symbol(name)
    if forbidden[name]:
        return Illegal("forbidden_used", f"The Solution uses {symbol} from Forbidden.")
    on_mat = _count_symbols((*mat.required, *mat.permitted, *mat.resources))[name]
    if on_mat:
        reason = plural(
            on_mat,
            f"The Solution uses {symbol} too many times. Only 1 cube is available.",
            f"The Solution uses {symbol} too many times. Only {{count}} cubes are available.",
        )
        return Illegal("cube_repeated", reason)
    return Illegal("cube_not_on_mat", f"No {symbol} cube is available.")


def _count_needed(tokens: Tokens) -> tuple[Counter[str], Counter[str]]:
    """Return how often each symbol is used as a numeral or decimal point, and how often as a sign."""
    numerals: Counter[str] = Counter()
    signs: Counter[str] = Counter()
    for token in cubes_used(tokens):
        (signs if token.is_operation else numerals)[token.cube] += 1
    return numerals, signs


def _count_symbols(symbols: Iterable[str]) -> Counter[str]:
    return Counter(cube_symbol(each) for each in symbols)
