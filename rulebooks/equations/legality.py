"""Checks each token separately against the shake's rules, regardless of its neighbors."""

from __future__ import annotations

from rulebooks.equations.elements import digit_value
from rulebooks.equations.rules import EquationRules
from rulebooks.equations.tokens import Token, Tokens, flatten
from rulebooks.equations.violations import Illegal

SIGN_VARIATIONS = {
    "%": ("percent", "Percent"),
    "rem": ("remainder", "Remainder"),
    "log": ("log", "Log"),
    "lcm": ("lcm", "LCM"),
    "gcf": ("gcf", "GCF"),
}


def check_tokens(tokens: Tokens, rules: EquationRules, side: str, *, on_mat: bool = False) -> list[Illegal]:
    """Return everything in the tokens that the shake's rules don't allow."""
    problems = []
    for token in flatten(tokens):
        try:
            _check_token(token, rules, side, on_mat)
        except Illegal as problem:
            problems.append(problem)
    return problems


def _check_token(token: Token, rules: EquationRules, side: str, on_mat: bool) -> None:
    _check_wild(token, rules)
    if token.kind == "digit":
        _check_digit(token, rules)
    if token.kind == "sign":
        _check_sign(token, rules, on_mat)
    elif token.turn:
        _check_turn(token, rules, side)
    if token.kind == "i":
        _check_i(token, rules, on_mat)
    elif token.kind == "point" and not rules.decimal_point and not (rules.decimal_in_goal and side == "goal"):
        code = "decimal_not_allowed" if rules.decimal_in_goal else "variation_not_in_force"
        raise Illegal(code, "A decimal point isn’t allowed here.", token.start, token.end)
    elif token.kind == "!" and not rules.factorial:
        _raise_not_in_force(token, "Factorial")
    elif token.kind == "pob" and not rules.powers_of_base:
        _raise_not_in_force(token, "Powers of the Base")
    elif token.kind == "sup":
        _check_exponent(token, rules)
    elif token.repeated and not rules.multiple_operations:
        _raise_not_in_force(token, "Multiple Operations")


def _raise_not_in_force(token: Token, name: str) -> None:
    raise Illegal("variation_not_in_force", f"{name} isn’t in force.", token.start, token.end)


def _check_wild(token: Token, rules: EquationRules) -> None:
    if token.wild and token.wild != rules.wild:
        _raise_not_in_force(token, f"{token.wild} Wild")
    if token.wild and not rules.wild_for_signs and token.kind not in ("digit", "pob"):
        raise Illegal(
            "wild_symbol_not_on_cubes",
            "In this division, a wild 0 can stand only for a numeral.",
            token.start,
            token.end,
        )


def _check_digit(token: Token, rules: EquationRules) -> None:
    if token.symbol in ("T", "E") and not (rules.ten if token.symbol == "T" else rules.eleven):
        reason = "Base twelve isn’t in force."
        if token.symbol == "T":
            reason = "Neither base eleven nor base twelve is in force."
        raise Illegal("variation_not_in_force", reason, token.start, token.end)
    if digit_value(token) >= rules.base:
        raise Illegal(
            "bad_digit_for_base", f"{token.symbol} isn’t a digit in base {rules.base}.", token.start, token.end
        )


def _check_sign(token: Token, rules: EquationRules, on_mat: bool) -> None:
    if token.symbol in SIGN_VARIATIONS:
        attribute, name = SIGN_VARIATIONS[token.symbol]
        if not getattr(rules, attribute):
            _raise_not_in_force(token, name)
    if not token.turn or (token.symbol == rules.wild and not token.wild):
        return
    if token.symbol == "/" and token.turn == "sw":
        if not (rules.remainder or rules.log):
            reason = "Neither Remainder nor Log is in force."
            raise Illegal("variation_not_in_force", reason, token.start, token.end)
    elif token.symbol == "r" and token.turn == "ud":
        if not rules.percent:
            _raise_not_in_force(token, "Percent")
    elif token.symbol == "^" and on_mat:
        raise Illegal(
            "caret_turned_in_goal", "A ^ in the Goal can’t be sideways or upside-down.", token.start, token.end
        )
    elif not (token.symbol == "r" and rules.eleven):
        raise Illegal(
            "orientation_of_non_numeral", "Only a number cube can be sideways or upside-down.", token.start, token.end
        )


def _check_turn(token: Token, rules: EquationRules, side: str) -> None:
    if "sw" in token.turn and not rules.sideways:
        _raise_not_in_force(token, "Sideways")
    if "ud" in token.turn and not rules.upside_down:
        _raise_not_in_force(token, "Upside-down")
    if token.turn == "swud" and side == "goal":
        raise Illegal(
            "both_orientations_in_goal", "A cube in the Goal can’t be both sideways and upside-down.",
            token.start, token.end,
        )  # fmt: skip
    bare_wild = token.symbol == "0" and not token.wild and rules.wild == "0"
    if token.kind == "digit" and "sw" in token.turn and digit_value(token) == 0 and not bare_wild:
        raise Illegal("sideways_zero", "A 0 can’t be sideways.", token.start, token.end)


def _check_i(token: Token, rules: EquationRules, on_mat: bool) -> None:
    if not rules.imaginary:
        _raise_not_in_force(token, "Imaginary")
    if "sw" in token.turn:
        raise Illegal("orientation_of_non_numeral", "An i can’t be sideways.", token.start, token.end)
    if token.symbol == "|" and not on_mat:
        raise Illegal("i_not_written", "The imaginary unit must be written as i.", token.start, token.end)


def _check_exponent(token: Token, rules: EquationRules) -> None:
    """An exponent is one numeral cube of the color, optionally followed by ! (EQ XIII-B-12)."""
    if not rules.exponent:
        _raise_not_in_force(token, "Exponent")
    inside = flatten(token.inside[0])
    if any(each.kind == "sup" for each in inside):
        raise Illegal(
            "exponent_of_exponent", "An exponent cube can’t have its own exponent cube.", token.start, token.end
        )
    cubes = [each for each in inside if each.cube and each.kind != "point"]
    if any(not each.is_numeral for each in cubes):
        raise Illegal("operator_misuse", "Only a numeral can be an exponent by its color.", token.start, token.end)
    if len(cubes) > 1:
        raise Illegal("two_digit_exponent", "An exponent without ^ must be a single cube.", token.start, token.end)
    if any(each.color and each.color != rules.exponent for each in cubes):
        raise Illegal("exponent_color", "This cube isn’t the exponent color.", token.start, token.end)
