"""The judge's checker for On-Sets: which cards a Solution gives, how many, and whether it is right and legal.

Pure: it knows the rules of OS VI, VII and XIII, the editions' lists of variations, and nothing else. `judge` answers;
`read_typed` reads what is being typed; `drawing` shows readings with the symbols of the cubes.
"""

from rulebooks.onsets.goal import Goal, GoalCube
from rulebooks.onsets.in_force import OnSetsError
from rulebooks.onsets.judge import Case, judge
from rulebooks.onsets.mat import Sections
from rulebooks.onsets.solution import WrittenSolution
from rulebooks.onsets.typing_in import Typed, TypedReading, read_typed
from rulebooks.onsets.verdict import Reading, Verdict, Violation

__all__ = [
    "Case",
    "Goal",
    "GoalCube",
    "OnSetsError",
    "Reading",
    "Sections",
    "Typed",
    "TypedReading",
    "Verdict",
    "Violation",
    "WrittenSolution",
    "judge",
    "read_typed",
]
