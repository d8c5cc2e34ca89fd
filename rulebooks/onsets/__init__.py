"""The judge's checker for On-Sets: which cards a Solution gives, how many, and whether it is correct and legal.

Pure: it knows the rules of OS VI, VII and XIII and the editions' lists of variations, nothing else. `judge` answers a
judge's question, and `preview` shows how a text is read while someone types it.
"""

from rulebooks.onsets.checker import SolutionQuestion, judge
from rulebooks.onsets.cube_use import MatSections
from rulebooks.onsets.goal import Goal, GoalCube
from rulebooks.onsets.rules import OnSetsError
from rulebooks.onsets.solution import WrittenSolution
from rulebooks.onsets.typing_preview import PreviewReading, SetPreview, preview
from rulebooks.onsets.verdicts import SolutionReading, SolutionVerdict, SolutionViolation

__all__ = [
    "Goal",
    "GoalCube",
    "MatSections",
    "OnSetsError",
    "PreviewReading",
    "SetPreview",
    "SolutionQuestion",
    "SolutionReading",
    "SolutionVerdict",
    "SolutionViolation",
    "WrittenSolution",
    "judge",
    "preview",
]
