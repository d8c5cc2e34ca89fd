"""Work on files that somebody sends, in a process of its own with little memory and little time: what is made to burst
bursts there.

A file of a few kilobytes can say that it is larger than any machine. Whoever makes room for it is killed.
"""

from __future__ import annotations

import resource
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


class Burst(ValueError):
    """What was sent cannot be read, or is more than fits into the process. `code`: what the script said at its end."""

    def __init__(self, code: int = 1) -> None:
        super().__init__(code)
        self.code = code


def apart(script: str, content: bytes, *, memory: int, seconds: int) -> bytes:
    """What the script writes about what was sent. It runs alone: without the settings, the database or a secret."""
    command = [sys.executable, "-I", __file__, script, str(memory), str(seconds)]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=2 * seconds, env={})
    except subprocess.TimeoutExpired:
        raise Burst from None
    if done.returncode:
        raise Burst(done.returncode)
    return done.stdout


def _main(script: str, memory: str, seconds: str) -> None:
    """In the process of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.path.append(str(ROOT))
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    _main(*sys.argv[1:])
