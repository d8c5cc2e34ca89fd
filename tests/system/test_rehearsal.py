"""The rehearsal over the network: a server of its own, real sign-ins, a worker that prints, and every check."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.system.machine import OURS, ROOT, using


def rehearse(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in OURS}
    environment |= {"TMPDIR": str(folder), "HEADTABLE_DATA": str(folder / "own")}
    command = [sys.executable, "manage.py", "rehearse", *options]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_twelve_children_play_a_round_and_nothing_is_left_behind(tmp_path: Path) -> None:
    done = rehearse(tmp_path, "--players", "12", "--rounds", "1", "--seed", "3")
    *_, changes, verdict = done.stdout.replace("\r", "\n").splitlines() or ["", ""]
    assert (done.returncode, done.stderr) == (0, "")
    assert changes.startswith("12 players, ")
    assert verdict == "10 documents with 20 pages are printed. Everything agrees. Standings 671516366a7b1a7a."
    assert using(tmp_path) == []
    assert list(tmp_path.glob("headtable-rehearsal-*")) == []


def test_what_cannot_be_rehearsed_is_said(tmp_path: Path) -> None:
    done = rehearse(tmp_path, "--until", "lunch")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("CommandError: There is no stage “lunch”: set-up, checked-in, drawn,")
