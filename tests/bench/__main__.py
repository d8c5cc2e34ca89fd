"""Runs all benchmarks, or some by name, for the table in docs/performance.md: `python -m tests.bench [name ...]`."""

import subprocess
import sys

EVERY = ("scoring", "standings", "printing", "coaches", "pairings", "rulebooks", "checker", "checker_onsets")

if __name__ == "__main__":
    status = 0
    for name in sys.argv[1:] or EVERY:
        print(f"\n# {name}", flush=True)
        status |= subprocess.run([sys.executable, "-m", f"tests.bench.{name}"]).returncode
    sys.exit(status)
