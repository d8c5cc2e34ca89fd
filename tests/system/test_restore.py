"""Back to a backup, as a director does it: the program made it, is stopped, restored and started again."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.system.machine import ROOT, Program, started, until
from tests.system.test_jobs import shell

ASK = """
from tests import factories
from tournament.backups.actions import back_up
from tournament.people.actor import Actor
director = factories.user("Dana Director")
meet = factories.tournament(director, "Fall Meet")
back_up(Actor(user=director), meet)
"""
SPOIL = """
from tests import factories
factories.tournament(factories.user("Sam Slip"), "Spoiled Meet")
"""
LOOK = """
import json
from tournament.backups.models import Backup
from tournament.jobs.models import Job
from tournament.models import Tournament
print(json.dumps({
    "meets": list(Tournament.objects.order_by("name").values_list("name", flat=True)),
    "backups": list(Backup.objects.filter(made_at__isnull=False).values_list("filename", "bytes")),
    "jobs": list(Job.objects.values_list("state", flat=True)),
}))
"""


def look(program: Program) -> dict:
    return json.loads(shell(program, LOOK).splitlines()[-1])


def restore(program: Program, name: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "bin" / "run"), "--data", str(program.data), "manage", "restore", name]
    return subprocess.run(command, capture_output=True, text=True)


def test_backup_is_made_and_restored_and_what_was_there_is_kept(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        program.until_ready()
        shell(program, ASK)
        until(lambda: look(program)["backups"], "the backup is made")
        (name, size) = look(program)["backups"][0]
        assert (program.data / "backups" / name).stat().st_size == size
        shell(program, SPOIL)
        refused = restore(program, name)
        assert (refused.returncode, refused.stderr) == (
            1,
            f"CommandError: Headtable is running on {program.data}. Stop it first.\n",
        )
        assert program.stop() == 0
        done = restore(program, name)
        assert (done.returncode, done.stderr) == (0, "")
        first, second = done.stdout.splitlines()
        assert first == f"The database is that of {name} now."
        aside = Path(second.removeprefix("The one of before is kept as ").removesuffix("."))
        assert (aside.parent, aside.stat().st_size >= size) == (program.data / "backups", True)
        assert look(program)["meets"] == ["Fall Meet"]
        program.start().until_ready()
        until(lambda: look(program)["jobs"] == ["done"], "the backup's own job finds its file")
        assert look(program)["backups"] == [[name, size]]
        assert program.stop() == 0
        restore(program, aside.name)
        assert look(program)["meets"] == ["Fall Meet", "Spoiled Meet"]


def test_nothing_is_restored_while_a_web_process_or_a_worker_runs_alone(tmp_path: Path) -> None:
    for name in ("web", "worker"):
        (tmp_path / name).mkdir()
    with started(tmp_path / "web", "web") as web:
        until(lambda: web.get("/readyz").status, "served")
        (web.data / "backups").mkdir()
        (web.data / "backups" / "a.sqlite3").touch()
        refused = f"CommandError: Headtable is running on {web.data}. Stop it first.\n"
        assert restore(web, "a.sqlite3").stderr == refused
        worker = Program(tmp_path / "worker", "worker")
        worker.data = web.data
        try:
            worker.start()
            until(lambda: '"worker": "ok"' in web.get("/readyz").body, "a worker")
            web.stop()
            assert restore(web, "a.sqlite3").stderr == refused
            worker.stop()
        finally:
            worker.end()
        sentence = f"{web.data}/backups/a.sqlite3 is not a database of Headtable. Nothing was changed."
        assert restore(web, "a.sqlite3").stderr == f"CommandError: {sentence}\n"
