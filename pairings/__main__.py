"""Draws from a shell, without database or server.

`python -m pairings assign < instance.json > draw.json` draws; `python -m pairings warm` compiles what drawing needs, so
that the first draw does not wait for it.
"""

from __future__ import annotations

import sys

from pairings.engine.problem import Problem, ProblemError
from pairings.engine.wire import draw_as_json, read_instance

USAGE = "usage: python -m pairings assign < instance.json > draw.json"


def main(arguments: list[str]) -> int:
    if arguments == ["warm"]:
        return warm()
    if arguments != ["assign"]:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        problem = read_instance(sys.stdin.read())
        from pairings.engine.search import solve  # compiled code: not for those who only made a slip

        print(draw_as_json(solve(problem)))
    except (ProblemError, UnicodeDecodeError, RecursionError) as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


def warm() -> int:
    """One small draw of each kind."""
    from pairings.engine.search import solve

    nine = tuple(range(9))
    solve(Problem(team=nine, rounds=1, sizes=(3, 3, 3), scores=nine, seconds=0))
    solve(Problem(team=nine, rounds=5, sizes=(3, 3, 3), seconds=0))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
