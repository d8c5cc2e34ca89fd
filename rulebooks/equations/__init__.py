"""The judge's checker for Equations: is this Equation right, is it ambiguous, which grouping breaks it.

A text is read into marks (`notation`), its brackets are paired (`brackets`), a line becomes numbers and signs
(`elements`), the signs take numbers in every legal way (`grouping`), values are exact (`numbers`), the Goal on the mat
has its own readings (`goals`), and the two sides are compared (`verdicts`).
"""

from rulebooks.equations.checker import Evaluation, Preview, evaluate, interpret_goal, judge, preview
from rulebooks.equations.codes import NotationError, Violation
from rulebooks.equations.cubes import CubesOnMat
from rulebooks.equations.laws import LawError
from rulebooks.equations.trees import Leaf, Node, Tree, as_written
from rulebooks.equations.verdicts import Reading, Verdict

__all__ = [
    "CubesOnMat",
    "Evaluation",
    "LawError",
    "Leaf",
    "Node",
    "NotationError",
    "Preview",
    "Reading",
    "Tree",
    "Verdict",
    "Violation",
    "as_written",
    "evaluate",
    "interpret_goal",
    "judge",
    "preview",
]
