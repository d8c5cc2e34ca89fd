"""Whether each mark is allowed by the laws of the shake, whatever stands around it."""

from __future__ import annotations

from rulebooks.equations.codes import Illegal
from rulebooks.equations.elements import digit
from rulebooks.equations.laws import Laws
from rulebooks.equations.marks import Mark, Marks, flat

NAMES = {
    "%": ("percent", "Percent"),
    "rem": ("remainder", "Remainder"),
    "log": ("log", "Log"),
    "lcm": ("lcm", "LCM"),
    "gcf": ("gcf", "GCF"),
}


def check_marks(marks: Marks, laws: Laws, side: str, *, on_mat: bool = False) -> list[Illegal]:
    """Everything in the marks that the laws of the shake do not allow."""
    found = []
    for mark in flat(marks):
        try:
            _check(mark, laws, side, on_mat)
        except Illegal as problem:
            found.append(problem)
    return found


def _check(mark: Mark, laws: Laws, side: str, on_mat: bool) -> None:
    _check_wild(mark, laws)
    if mark.kind == "digit":
        _check_digit(mark, laws)
    if mark.kind == "sign":
        _check_sign(mark, laws, on_mat)
    elif mark.turn:
        _check_turn(mark, laws, side)
    if mark.kind == "i":
        _check_i(mark, laws, on_mat)
    elif mark.kind == "point" and not laws.decimal_point and not (laws.decimal_in_goal and side == "goal"):
        code = "decimal_not_allowed" if laws.decimal_in_goal else "variation_not_in_force"
        raise Illegal(code, "A decimal point is not allowed here.", mark.start, mark.end)
    elif mark.kind == "!" and not laws.factorial:
        _not_in_force(mark, "Factorial")
    elif mark.kind == "pob" and not laws.powers_of_base:
        _not_in_force(mark, "Powers of the Base")
    elif mark.kind == "sup":
        _check_exponent(mark, laws)
    elif mark.repeated and not laws.multiple_operations:
        _not_in_force(mark, "Multiple Operations")


def _not_in_force(mark: Mark, name: str) -> None:
    raise Illegal("variation_not_in_force", f"{name} is not in force in this shake.", mark.start, mark.end)


def _check_wild(mark: Mark, laws: Laws) -> None:
    if mark.wild and mark.wild != laws.wild:
        _not_in_force(mark, f"{mark.wild} Wild")
    if mark.wild and not laws.wild_for_signs and mark.kind not in ("digit", "pob"):
        raise Illegal("wild_symbol_not_on_cubes", "In this division 0 stands for a numeral only.", mark.start, mark.end)


def _check_digit(mark: Mark, laws: Laws) -> None:
    if mark.symbol in ("T", "E") and not (laws.ten if mark.symbol == "T" else laws.eleven):
        _not_in_force(mark, "Base eleven or twelve" if mark.symbol == "T" else "Base twelve")
    if digit(mark) >= laws.base:
        raise Illegal("bad_digit_for_base", f"{mark.symbol} is not a digit in base {laws.base}.", mark.start, mark.end)


def _check_sign(mark: Mark, laws: Laws, on_mat: bool) -> None:
    if mark.symbol in NAMES:
        attribute, name = NAMES[mark.symbol]
        if not getattr(laws, attribute):
            _not_in_force(mark, name)
    if not mark.turn or (mark.symbol == laws.wild and not mark.wild):
        return
    if mark.symbol == "/" and mark.turn == "sw":
        if not (laws.remainder or laws.log):
            _not_in_force(mark, "Remainder or Log")
    elif mark.symbol == "r" and mark.turn == "ud":
        if not laws.percent:
            _not_in_force(mark, "Percent")
    elif mark.symbol == "^" and on_mat:
        raise Illegal("caret_turned_in_goal", "^ is never turned in the Goal.", mark.start, mark.end)
    elif not (mark.symbol == "r" and laws.eleven):
        raise Illegal("orientation_of_non_numeral", "Only a number can be turned.", mark.start, mark.end)


def _check_turn(mark: Mark, laws: Laws, side: str) -> None:
    if "sw" in mark.turn and not laws.sideways:
        _not_in_force(mark, "Sideways")
    if "ud" in mark.turn and not laws.upside_down:
        _not_in_force(mark, "Upside-down")
    if mark.turn == "swud" and side == "goal":
        raise Illegal(
            "both_orientations_in_goal", "In the Goal a cube is not both sideways and upside-down.",
            mark.start, mark.end,
        )  # fmt: skip
    bare_wild = mark.symbol == "0" and not mark.wild and laws.wild == "0"
    if mark.kind == "digit" and "sw" in mark.turn and digit(mark) == 0 and not bare_wild:
        raise Illegal("sideways_zero", "Zero has no reciprocal.", mark.start, mark.end)


def _check_i(mark: Mark, laws: Laws, on_mat: bool) -> None:
    if not laws.imaginary:
        _not_in_force(mark, "Imaginary")
    if "sw" in mark.turn:
        raise Illegal("orientation_of_non_numeral", "i is not turned sideways.", mark.start, mark.end)
    if mark.symbol == "|" and not on_mat:
        raise Illegal("i_not_written", "The imaginary unit must be written as i.", mark.start, mark.end)


def _check_exponent(mark: Mark, laws: Laws) -> None:
    """EQ XIII-B-12: one numeral cube of the colour, perhaps with ! behind it."""
    if not laws.exponent:
        _not_in_force(mark, "Exponent")
    inside = flat(mark.inside[0])
    if any(each.kind == "sup" for each in inside):
        raise Illegal(
            "exponent_of_exponent", "An exponent cube is not raised by another exponent cube.", mark.start, mark.end
        )
    cubes = [each for each in inside if each.cube and each.kind != "point"]
    if any(not each.is_numeral for each in cubes):
        raise Illegal("operator_misuse", "Only a numeral can be an exponent by its colour.", mark.start, mark.end)
    if len(cubes) > 1:
        raise Illegal("two_digit_exponent", "Each exponent is one cube.", mark.start, mark.end)
    if any(each.color and each.color != laws.exponent for each in cubes):
        raise Illegal("exponent_color", "This cube does not have the exponent colour.", mark.start, mark.end)
