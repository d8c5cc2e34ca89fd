"""Reads uploaded files in a subprocess with limited memory and time, so a decompression bomb can't hurt the server.

A file of a few kilobytes can unpack to more memory than any machine has.
"""

from __future__ import annotations

import resource
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


class SandboxError(ValueError):
    """The subprocess failed: the file can't be read, or it needs too much memory or time. `code`: its exit status."""

    def __init__(self, code: int = 1) -> None:
        super().__init__(code)
        self.code = code


def run_sandboxed(script: str, content: bytes, *, memory: int, seconds: int) -> bytes:
    """Return what the script writes for this content. It runs without settings, database, or environment."""
    command = [sys.executable, "-I", __file__, script, str(memory), str(seconds)]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=2 * seconds, env={})
    except subprocess.TimeoutExpired:
        raise SandboxError from None
    if done.returncode:
        raise SandboxError(done.returncode)
    return done.stdout


def _main(script: str, memory: str, seconds: str) -> None:
    """Set the limits and run the script, in the subprocess."""
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.path.append(str(ROOT))
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    _main(*sys.argv[1:])
