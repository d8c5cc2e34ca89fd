"""A supervisor that is killed takes all with it; a part that dies again and again ends the program."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.system.machine import ROOT, started, until, using


def test_supervisor_killed_takes_all_with_it_and_can_be_started_again(tmp_path: Path, prepared: Path) -> None:
    with started(tmp_path, prepared=prepared) as program:
        program.until_up()
        program.until_ready()
        key, way_in = (program.data / "secret_key").read_text(), program.out.partition("/welcome/")[2]
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        program.start().until_up()
        assert (program.data / "secret_key").read_text() == key
        assert program.out.partition("/welcome/")[2] == way_in
        assert len([command for command in using(program.data) if "config.serve" in command]) == 1
        program.until_ready()
        assert program.stop() == 0
        until(lambda: using(program.data) == [], "nothing left")


def test_child_that_dies_again_and_again_ends_the_program() -> None:
    script = """
import sys
from config.supervisor import Child, Supervisor
children = [Child("web", ["/bin/false"]), Child("worker", ["/bin/sleep", "600"])]
sys.exit(Supervisor(children, print).run(lambda: True))
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert run.stdout.splitlines() == [
        *["The web process ended with status 1; it is started again."] * 4,
        "The web process ended with status 1 5 times in a row: stopping.",
        "Stopping: what is in flight is being finished.",
        "Stopped.",
    ]
