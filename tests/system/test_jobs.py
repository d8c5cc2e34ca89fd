"""Print jobs in a real worker: a stop finishes the running job, and the next start runs jobs that are left.

`test_faults_sqlite.py` tests the job of a killed worker.
"""

from __future__ import annotations

from pathlib import Path

from tests.system.program import Program, running_program, wait_until

ORDER_BADGES = """
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


def list_jobs(program: Program) -> list[tuple[str, int, int]]:
    """State, attempts, and number of results of each job, in the order of the requests."""
    return program.query_database(
        "SELECT state, attempts, (SELECT count(*) FROM jobs_jobresult r WHERE r.job_id = j.id) "
        "FROM jobs_job j ORDER BY created_at"
    )


def test_stop_finishes_the_running_job_and_the_next_start_runs_a_new_one(
    tmp_path: Path, empty_installation: Path
) -> None:
    with running_program(tmp_path, template=empty_installation) as program:
        program.wait_until_ready()
        program.run_python(ORDER_BADGES.format(jobs=1, badges=200))
        wait_until(lambda: list_jobs(program)[0][0] == "running", "the job runs")
        assert program.stop() == 0
        assert list_jobs(program) == [("done", 1, 1)]
        program.run_python(ORDER_BADGES.format(jobs=1, badges=2))
        for message in (program.data / "broker").rglob("*.json"):
            message.unlink()  # even the wake-up message is lost
        program.start().wait_until_ready()
        wait_until(lambda: list_jobs(program) == [("done", 1, 1), ("done", 1, 1)], "the job is done")
