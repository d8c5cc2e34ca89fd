"""If the supervisor is killed, all its processes end. A process that keeps dying ends the program."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.system.program import ROOT, processes_using, running_program, wait_until


def test_killed_supervisor_leaves_no_process_and_can_be_started_again(tmp_path: Path, empty_installation: Path) -> None:
    with running_program(tmp_path, template=empty_installation) as program:
        program.wait_until_up()
        program.wait_until_ready()
        key, link = (program.data / "secret_key").read_text(), program.out.partition("/welcome/")[2]
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        program.start().wait_until_up()
        assert (program.data / "secret_key").read_text() == key
        assert program.out.partition("/welcome/")[2] == link
        assert len([command for command in processes_using(program.data) if "config.serve" in command]) == 1
        program.wait_until_ready()
        assert program.stop() == 0
        wait_until(lambda: processes_using(program.data) == [], "no process is left")


def test_process_that_keeps_dying_ends_the_program() -> None:
    script = """
import sys
from config.supervisor import Child, Supervisor
children = [Child("web", ["/bin/false"]), Child("worker", ["/bin/sleep", "600"])]
sys.exit(Supervisor(children, print).run(lambda: True))
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert run.stdout.splitlines() == [
        *["The web process stopped (exit status 1). Restarting it."] * 4,
        "The web process stopped 5 times in a row (exit status 1). Giving up.",
        "Stopping… Finishing work in progress.",
        "Stopped.",
    ]
