"""The speed of the judge's checker on all its test cases: `python -m tests.bench.checker`."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from rulebooks.commands import answer_line

VECTORS = Path(__file__).parents[1] / "data" / "checker"
COMMANDS = ("evaluate", "read-goal", "judge-equation")


def requests(command: str) -> dict[str, str]:
    """Each case's request by its id."""
    found = (json.loads(line) for line in (VECTORS / f"{command}.jsonl").read_text().splitlines())
    return {case["id"]: json.dumps(case["input"]) for case in found}


def timed(command: str, request: str) -> float:
    """Seconds for the first answer to a request."""
    begin = time.perf_counter()
    answer_line(command, request)
    return time.perf_counter() - begin


def whole(command: str, lines: list[str]) -> float:
    """Seconds for all requests in one command, including the start of Python."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulebooks", command], input="\n".join(lines), text=True, check=True, capture_output=True
    )
    return time.perf_counter() - begin


def main() -> None:
    print(f"{'command':16}{'cases':>7}{'typical':>12}{'slowest':>12}{'':10}{'all, with start-up':>20}")
    for command in COMMANDS:
        asked = requests(command)
        timed(command, next(iter(asked.values())))
        taken = {name: timed(command, request) for name, request in asked.items()}
        slowest = max(taken, key=lambda name: taken[name])
        print(
            f"{command:16}{len(asked):7}{statistics.median(taken.values()) * 1000:9.2f} ms"
            f"{taken[slowest] * 1000:9.1f} ms {slowest:9}{whole(command, list(asked.values())):18.2f} s"
        )


if __name__ == "__main__":
    main()
