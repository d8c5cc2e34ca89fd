"""The load's hour at its smallest: everybody of the day at a real `bin/run`, and an audit that finds nothing wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.system.machine import OURS, ROOT, using

DAY = ("--players", "30", "--minutes", "8", "--factor", "80", "--on", "SQLite")


def test_hour_of_thirty_players_leaves_what_was_acknowledged(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in OURS} | {"TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.load", "day", *DAY]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=170)
    assert done.stdout.splitlines()[-1:] == [
        "No error. Every acknowledged entry is there once, and every verified sheet counts."
    ], done.stdout + done.stderr
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"2\d entries, 10 sheets verified, 2 visits of judges, 2 documents, 6 backups\.", done.stdout)
    assert using(tmp_path) == []
