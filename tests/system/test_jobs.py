"""Print jobs through a real worker: finished at a stop, and done at the next start when nobody was there to be woken.

What becomes of the job of a worker that is killed, see `test_faults_here.py`.
"""

from __future__ import annotations

from pathlib import Path

from tests.system.machine import Program, started, until

ASK = """
from tests import factories
from printing.actions import print_badges
from foundation.people.actor import Actor
director = factories.user("Dana Director")
for number in range({jobs}):
    meet = factories.tournament(director, f"Meet {{number}}")
    for badge in range({badges}):
        factories.badge(meet, label=f"Scores {{badge}}")
    job = print_badges(Actor(user=director), meet, base="http://192.0.2.1", paper="letter")
    print("job", job.pk)
"""


def shell(program: Program, code: str) -> str:
    return program.shell(code)


def jobs(program: Program) -> list[tuple[str, int, int]]:
    """State, attempts and results of each, in the order they were asked for."""
    return program.ask(
        "SELECT state, attempts, (SELECT count(*) FROM jobs_jobresult r WHERE r.job_id = j.id) "
        "FROM jobs_job j ORDER BY created_at"
    )


def test_job_at_the_stop_is_finished_and_one_asked_for_meanwhile_done_at_the_next_start(
    tmp_path: Path, prepared: Path
) -> None:
    with started(tmp_path, prepared=prepared) as program:
        program.until_ready()
        program.shell(ASK.format(jobs=1, badges=200))
        until(lambda: jobs(program)[0][0] == "running", "the job is being made")
        assert program.stop() == 0
        assert jobs(program) == [("done", 1, 1)]
        program.shell(ASK.format(jobs=1, badges=2))
        for message in (program.data / "broker").rglob("*.json"):
            message.unlink()  # even the wake-up is lost
        program.start().until_ready()
        until(lambda: jobs(program) == [("done", 1, 1), ("done", 1, 1)], "the job is done")
