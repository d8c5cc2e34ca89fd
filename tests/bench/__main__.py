"""Every bench in turn, for the table of docs/performance.md: `python -m tests.bench`, or some by name."""

import subprocess
import sys

EVERY = ("scoring", "standings", "printing", "coaches", "pairings", "rulebooks", "checker", "checker_onsets")

if __name__ == "__main__":
    status = 0
    for name in sys.argv[1:] or EVERY:
        print(f"\n# {name}", flush=True)
        status |= subprocess.run([sys.executable, "-m", f"tests.bench.{name}"]).returncode
    sys.exit(status)
