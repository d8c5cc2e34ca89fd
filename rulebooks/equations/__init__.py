"""The judge's checker for Equations: whether an Equation is correct, whether it is ambiguous, which grouping breaks it.

The `tokenizer` splits a text into tokens, `brackets` pairs its brackets, `elements` parses a line into numbers and
signs, `grouping` applies the signs in every legal way, `numbers` computes exact values, `goals` interprets the Goal on
the mat, and `verdicts` compares the two sides.
"""

from rulebooks.equations.checker import (
    EquationPreview,
    Evaluation,
    evaluate,
    interpret_goal,
    judge,
    preview,
)
from rulebooks.equations.cubes import CubesOnMat
from rulebooks.equations.rules import EquationsError
from rulebooks.equations.trees import Leaf, Node, Tree, as_written
from rulebooks.equations.verdicts import EquationQuestion, EquationVerdict, SideReading
from rulebooks.equations.violations import EquationViolation, NotationError

__all__ = [
    "CubesOnMat",
    "EquationPreview",
    "EquationQuestion",
    "EquationVerdict",
    "EquationViolation",
    "EquationsError",
    "Evaluation",
    "Leaf",
    "Node",
    "NotationError",
    "SideReading",
    "Tree",
    "as_written",
    "evaluate",
    "interpret_goal",
    "judge",
    "preview",
]
