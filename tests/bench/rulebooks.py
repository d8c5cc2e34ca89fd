"""The speed of the rule books: `python -m tests.bench.rulebooks`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import timeit
from pathlib import Path

from rulebooks import Shake, ShakeCell, ShakeSeat, get, running_totals, score_match, score_shake
from rulebooks.catalog import printed_catalog

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
EQUATIONS = get("agloa-equations-2019")
SEATS = (
    ShakeSeat("A", "challenger", presented=True, correct=True),
    ShakeSeat("B", "mover"),
    ShakeSeat("C", "third_party", presented=True, correct=False),
)


def measure_command(name: str, vectors: str) -> float:
    """Seconds for a whole file of requests, including the start of Python."""
    requests = "\n".join(json.dumps(json.loads(line)["input"]) for line in (VECTORS / vectors).read_text().splitlines())
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulebooks", name], input=requests, text=True, check=True, capture_output=True
    )
    return time.perf_counter() - begin


def measure_loading() -> float:
    printed_catalog.cache_clear()
    begin = time.perf_counter()
    printed_catalog()
    return time.perf_counter() - begin


def score_written_rows() -> None:
    rows = [{"A": ShakeCell(6), "B": ShakeCell(2), "C": ShakeCell(2, (-1,))}] * 6
    score_match(EQUATIONS, running_totals(rows)[-1])


def score_played_shakes() -> None:
    points = [score_shake(EQUATIONS.shakes, Shake("now", SEATS)).points for _ in range(6)]
    score_match(
        EQUATIONS, running_totals([{name: ShakeCell(value) for name, value in row.items()} for row in points])[-1]
    )


def measure_call(work: object, times: int = 5_000) -> float:
    """Microseconds for one call, the best of three runs."""
    return min(timeit.repeat(work, number=times, repeat=3)) / times * 1e6  # type: ignore[arg-type]


def main() -> None:
    print(f"score-shake, 658 shakes with start-up   {measure_command('score-shake', 'shakes.jsonl'):8.2f} s")
    print(f"check-selection, 106 picks with start-up{measure_command('check-selection', 'selections.jsonl'):8.2f} s")
    print(f"all editions loaded                     {min(measure_loading() for _ in range(5)) * 1000:8.1f} ms")
    print(f"one match from six written rows         {measure_call(score_written_rows):8.1f} µs")
    print(f"one match from six shakes played out    {measure_call(score_played_shakes):8.1f} µs")


if __name__ == "__main__":
    main()
