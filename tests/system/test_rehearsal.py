"""The rehearsal over the network, with its own server, real sign-ins, a worker that prints, and every check."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.system.program import ROOT, clean_environment, processes_using


def run_rehearsal(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    environment = clean_environment() | {"TMPDIR": str(folder), "HEADTABLE_DATA": str(folder / "own")}
    command = [sys.executable, "manage.py", "rehearse", *options]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_twelve_players_play_a_round_and_leave_no_files(tmp_path: Path) -> None:
    done = run_rehearsal(tmp_path, "--players", "12", "--rounds", "1", "--seed", "3")
    *_, changes, verdict = done.stdout.replace("\r", "\n").splitlines() or ["", ""]
    assert (done.returncode, done.stderr) == (0, "")
    assert changes.startswith("12 players, ")
    assert verdict == (
        "Created 10 documents with 20 pages. All checks passed. Standings fingerprint: 671516366a7b1a7a."
    )
    assert processes_using(tmp_path) == []
    assert list(tmp_path.glob("headtable-rehearsal-*")) == []


def test_unknown_stage_is_reported(tmp_path: Path) -> None:
    done = run_rehearsal(tmp_path, "--until", "lunch")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("CommandError: Unknown stage “lunch”. Use one of these: set-up, checked-in, drawn,")
