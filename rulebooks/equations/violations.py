"""Every way in which an expression or an Equation breaks a rule: code, sentence and citation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EquationViolation:
    """A broken rule. `start` and `end`: where in the text, or -1."""

    code: str
    reason: str
    rule: str
    start: int = -1
    end: int = -1


class Illegal(Exception):
    """An expression that is not legal."""

    def __init__(self, code: str, reason: str, start: int = -1, end: int = -1) -> None:
        super().__init__(reason)
        self.code, self.reason, self.start, self.end = code, reason, start, end


class NotationError(ValueError):
    """A text that is not in the notation. The message gives the position."""

    def __init__(self, sentence: str, position: int) -> None:
        super().__init__(f"Character {position + 1}: {sentence}")
        self.position = position


RULES: dict[str, tuple[str, str, str]] = {
    # code: citation in EQ, in MLAG, in ACC
    "operator_misuse": ("EQ III-B-1", "MLAG III-B-1", "ACC Resources"),
    "implicit_multiplication": ("JM E15; EQ XIII-D-11", "MLAG III-B; JM E15", "ACC Resources"),
    "empty": ("EQ III-A", "MLAG III-A", "ACC Solutions"),
    "brackets": ("EQ III-A; JM E4", "MLAG III-A; JM E4", "ACC Solutions"),
    "fraction_bar": ("JM E16", "JM E16", "ACC Solutions"),
    "vinculum": ("JM E17", "MLAG IV-B-2; JM E17", "ACC Solutions"),
    "numeral_too_long": ("EQ IV-B-1; EQ VII-B-4", "MLAG IV-B-1; MLAG VII-B-4", "ACC Goal; ACC Solutions"),
    "leading_zero": ("EQ IV-B-1", "MLAG IV-B-1", "ACC Goal"),
    "bad_digit_for_base": ("EQ XIII-B-6; JM E59", "MLAG III", "ACC Resources"),
    "variation_not_in_force": ("EQ VII-C-5-f; JM B39", "MLAG III; MLAG VII-C-3-e", "ACC Resources"),
    "sideways_zero": ("EQ XIII-A-1", "MLAG XIII", "ACC Resources"),
    "adjacent_oriented_cube": ("JM E29; JM E33; JM B40; JM B46", "MLAG XIII", "ACC Resources"),
    "both_orientations_in_goal": ("EQ XIII-A-2; JM B43", "MLAG XIII", "ACC Resources"),
    "orientation_of_non_numeral": ("EQ XIII-A-1; JM F34", "MLAG XIII", "ACC Resources"),
    "caret_turned_in_goal": ("EQ XIII-C-5; JM B74", "MLAG IV-B-1", "ACC Goal"),
    "i_not_written": ("EQ XIII-D-11; EQ Appendix A", "MLAG III", "ACC Resources"),
    "index_required": ("EQ III-B-2", "MLAG III-B-2", "ACC Resources"),
    "operation_not_used": ("EQ III-B", "MLAG III-B", "ACC Special Rules for Playing Divisions"),
    "fraction_not_allowed": ("EQ III", "MLAG III", "ACC Special Rules for Playing Divisions"),
    "irrational_not_allowed": ("EQ III", "MLAG III", "ACC Math Clarifications"),
    "division_by_zero": ("EQ III-A", "MLAG III-A", "ACC Math Clarifications"),
    "zero_index": ("EQ III-C-2-a", "MLAG III-C-2-a", "ACC Math Clarifications"),
    "zero_to_nonpositive": ("EQ III-C-2-b", "MLAG III-C-2-b", "ACC Math Clarifications"),
    "even_root_of_negative": ("EQ III-C-2-c; EQ III-C-2-d; EQ III-C-2-e", "MLAG III-C-2", "ACC Math Clarifications"),
    "undefined_power": ("EQ III-C-2", "MLAG III-C-2", "ACC Math Clarifications"),
    "exponent_not_real": ("EQ XIII-D-11", "MLAG III-C", "ACC Math Clarifications"),
    "elementary_not_whole": ("EQ XIII-A General Rule; JM E27", "MLAG III-C-3", "ACC Math Clarifications"),
    "factorial_domain": ("EQ XIII-A-4", "MLAG III", "ACC Resources"),
    "factorial_count_exceeded": ("EQ XIII-A-4; EQ XIII-A-5", "MLAG III", "ACC Resources"),
    "factorial_in_goal_with_multiple_of_k": ("EQ XIII-C-8", "MLAG III", "ACC Resources"),
    "number_of_factors_domain": ("EQ XIII-A-15; JM F6", "MLAG III", "ACC Resources"),
    "number_of_factors_range": ("EQ XIII-A-15; EQ XIII-B-11", "MLAG III", "ACC Resources"),
    "unverifiable": ("EQ XIII-C-9", "MLAG VII-B-2", "ACC Solutions"),
    "prohibited_goal_form": ("EQ XIII-C-9", "MLAG IV", "ACC Goal"),
    "smallest_prime_domain": ("EQ XIII-A-9", "MLAG III", "ACC Resources"),
    "smallest_prime_range": ("EQ XIII-A-9", "MLAG III", "ACC Resources"),
    "remainder_domain": ("EQ XIII-A-7", "MLAG III", "ACC Resources"),
    "log_domain": ("EQ XIII-D-13", "MLAG III", "ACC Resources"),
    "lcm_domain": ("EQ XIII-A-13", "MLAG III", "ACC Resources"),
    "gcf_domain": ("EQ XIII-A-14", "MLAG III", "ACC Resources"),
    "decimal_misuse": ("EQ XIII-A-11; JM B53; JM B87; JM E70", "MLAG III", "ACC Resources"),
    "decimal_digits_exceeded": ("EQ XIII-A-11", "MLAG III", "ACC Resources"),
    "decimal_not_allowed": ("EQ XIII-D-12", "MLAG III", "ACC Resources"),
    "exponent_of_exponent": ("EQ XIII-B-12; JM B71", "MLAG III", "ACC Resources"),
    "two_digit_exponent": ("EQ XIII-B-12", "MLAG III", "ACC Resources"),
    "exponent_color": ("EQ XIII-B-12; JM F17", "MLAG III", "ACC Resources"),
    "root_not_a_value": ("EQ XIII-D-11", "MLAG III-C-1", "ACC Math Clarifications"),
    "wild_inconsistent": ("EQ XIII-A-3; JM E34", "MLAG XIII", "ACC Solutions"),
    "wild_symbol_not_on_cubes": ("EQ XIII-B-3; JM F19", "MLAG XIII", "ACC Solutions"),
    "too_many_cubes": ("EQ IV-B", "MLAG IV-B", "ACC Goal"),
    "goal_not_integer": ("EQ IV-B", "MLAG IV-B", "ACC Goal"),
    "goal_negative": ("EQ IV-B", "MLAG IV-B", "ACC Special Rules for Playing Divisions"),
    "goal_out_of_range": ("EQ XIII-B-7", "MLAG IV-B", "ACC Goal"),
    "violates_physical_grouping": ("EQ IV-B-2; EQ VII-C-5-b", "MLAG IV-B-2; MLAG VII-C-3-f", "ACC Goal"),
    "no_reading": ("EQ IV-B; JM B62", "MLAG IV-B", "ACC Goal"),
    "goal_illegal": ("EQ VII-C-5-a", "MLAG VII-C-3-e", "ACC Goal"),
    "goal_not_written": ("EQ VII-B-2", "MLAG VII-B-2", "ACC Math Clarifications"),
    "goal_interpretation_illegal": ("EQ VII-C-5-b", "MLAG VII-C-3-f", "ACC Math Clarifications"),
    "goal_value_written": ("EQ VII-B-2; EQ Appendix A", "MLAG VII-B-2", "ACC Math Clarifications"),
    "too_few_cubes": ("EQ VII-B-3-a", "MLAG VII-B-3-a", "ACC Solutions"),
    "required_not_used": ("EQ VII-B-3-b", "MLAG VII-B-3-b", "ACC Move"),
    "forbidden_used": ("EQ VII-B-3-c", "MLAG VII-B-3-d", "ACC Move"),
    "too_many_from_resources": ("EQ VII-B-3-e", "MLAG VII-B-3-e", "ACC Flubs"),
    "cube_repeated": ("EQ VII-B-3; JM F26; JM F32", "MLAG VII-B-3", "ACC Solutions"),
    "cube_not_on_mat": ("EQ VII-B-3; JM E14", "MLAG VII-B-3", "ACC Solutions"),
    "too_few_operations": ("EQ XIII-A-6", "MLAG VII-B", "ACC Solutions"),
    "not_equal": ("EQ VII-B-2; EQ VII-C-5-d", "MLAG VII-B-2", "ACC Solutions"),
    "multiple_of_k_equal": ("EQ XIII-B-7; JM E56", "MLAG VII-B-2", "ACC Solutions"),
    "multiple_of_k_not_multiple": ("EQ XIII-B-7", "MLAG VII-B-2", "ACC Solutions"),
    "ambiguous_grouping": ("EQ VII-B-6; EQ VII-C-5-c", "MLAG VII-B-5", "ACC Solutions"),
    "default_conflict": ("EQ VII-B-6-c", "MLAG VII-B-5", "ACC Solutions"),
    "ambiguous_symbol": ("EQ VII-C-5-e", "MLAG VII-B-5", "ACC Solutions"),
    "root_not_indicated": ("EQ XIII-D-11; JM E65", "MLAG III-C-1", "ACC Math Clarifications"),
    "correct": ("EQ VII-B", "MLAG VII-B", "ACC Solutions"),
    "undecided": ("EQ VII-C-5-d", "MLAG VII-B-2", "ACC Solutions"),
}


def cite_rule(code: str, book: str) -> str:
    """Return the rule for a code, in the book that is being played."""
    return RULES[code][("EQ", "MLAG", "ACC").index(book)]


def to_violation(problem: Illegal, book: str) -> EquationViolation:
    return EquationViolation(problem.code, problem.reason, cite_rule(problem.code, book), problem.start, problem.end)
