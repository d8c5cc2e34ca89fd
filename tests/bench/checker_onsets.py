"""The speed of the On-Sets checker on all worked examples: `python -m tests.bench.checker_onsets`."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rulebooks.commands import answer_line

VECTORS = Path(__file__).parents[1] / "data" / "checker" / "judge-onsets.jsonl"
CARDS = ["BRGY", "BRG", "BRY", "BR", "BGY", "BG", "B", "RGY", "RY", "R", "GY", "G", "Y", "blank"]


def measure_requests(requests: list[str], runs: int = 5) -> list[float]:
    """Milliseconds for each request including its JSON, the best of several runs."""
    answer_line("judge-onsets", requests[0])
    found = []
    for request in requests:
        best = float("inf")
        for _ in range(runs):
            begin = time.perf_counter()
            answer_line("judge-onsets", request)
            best = min(best, time.perf_counter() - begin)
        found.append(best * 1000)
    return found


def make_chains(sets: int, count: int = 50) -> list[str]:
    """Requests with Set-Names without parentheses, the worst case that a player could write."""
    rnd = random.Random(sets)
    shake: dict[str, Any] = {"ruleset": "agloa-onsets-2014", "division": "senior", "universe": CARDS}
    shake["goal"] = {"config": "single", "cubes": [{"d": 3}]}
    names = [
        rnd.choice("BRGY") + "".join(rnd.choice("Un-") + rnd.choice("BRGYVL") for _ in range(sets - 1))
        for _ in range(count)
    ]
    return [json.dumps(shake | {"solution": {"set_name": name}}) for name in names]


def measure_command(requests: list[str]) -> float:
    """Seconds for all requests in one command, including the start of Python."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulebooks", "judge-onsets"],
        input="\n".join(requests),
        text=True,
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - begin


def main() -> None:
    requests = [json.dumps(json.loads(line)["input"]) for line in VECTORS.read_text().splitlines()]
    times = measure_requests(requests)
    print(f"{len(requests)} worked examples, the middle one       {statistics.median(times):8.2f} ms")
    print(f"{len(requests)} worked examples, the slowest          {max(times):8.2f} ms")
    for sets in (6, 8, 11, 14):
        print(f"{sets:2} sets and no parentheses, the slowest  {max(measure_requests(make_chains(sets), 2)):8.2f} ms")
    print(f"all worked examples with start-up          {measure_command(requests):8.2f} s")


if __name__ == "__main__":
    main()
