"""The load test at its smallest: all roles use a real `bin/run`, and the audit finds nothing wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.system.program import ROOT, clean_environment, processes_using

DAY = ("--players", "30", "--minutes", "8", "--factor", "80", "--on", "SQLite")


def test_hour_of_thirty_players_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    environment = clean_environment() | {"TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.load", "day", *DAY]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=170)
    assert done.stdout.splitlines()[-1:] == [
        "No error. Every acknowledged entry is there once, and every verified sheet counts."
    ], done.stdout + done.stderr
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"2\d entries, 10 sheets verified, 2 visits of judges, 2 documents, 6 backups\.", done.stdout)
    assert processes_using(tmp_path) == []
