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


def load_requests(command: str) -> dict[str, str]:
    """Each case's request by its id."""
    found = (json.loads(line) for line in (VECTORS / f"{command}.jsonl").read_text().splitlines())
    return {case["id"]: json.dumps(case["input"]) for case in found}


def measure_answer(command: str, request: str) -> float:
    """Seconds for the first answer to a request."""
    begin = time.perf_counter()
    answer_line(command, request)
    return time.perf_counter() - begin


def measure_command(command: str, lines: list[str]) -> float:
    """Seconds for all requests in one command, including the start of Python."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulebooks", command], input="\n".join(lines), text=True, check=True, capture_output=True
    )
    return time.perf_counter() - begin


def main() -> None:
    print(f"{'command':16}{'cases':>7}{'typical':>12}{'slowest':>12}{'':10}{'all, with start-up':>20}")
    for command in COMMANDS:
        requests = load_requests(command)
        measure_answer(command, next(iter(requests.values())))
        times = {name: measure_answer(command, request) for name, request in requests.items()}
        slowest = max(times, key=lambda name: times[name])
        print(
            f"{command:16}{len(requests):7}{statistics.median(times.values()) * 1000:9.2f} ms"
            f"{times[slowest] * 1000:9.1f} ms {slowest:9}{measure_command(command, list(requests.values())):18.2f} s"
        )


if __name__ == "__main__":
    main()
