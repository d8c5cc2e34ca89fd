"""The disk is full, or the data folder is read-only: one clear sentence, nothing is lost, and everything continues.

The data folder is a small file system that only the program sees and that disappears with it. The program also gives up
root's right to write where permissions forbid it.
"""

from __future__ import annotations

import ctypes
import http.client
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from config.processes import signal_on_parent_death
from tests.system.pending_requests import PendingRequest, Workload
from tests.system.program import ROOT, Program

CHANGES = "SELECT count(*) FROM activity_logline WHERE user_id IS NOT NULL"  # a worker may just finish a backup
SIZE = 128 * 1024 * 1024  # room for backups too, until it is filled
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
FULL = "The disk on the computer that runs Headtable is full. Free up some space, then continue."
LOCKED = "Headtable can’t write to its data folder right now."
libc = ctypes.CDLL(None, use_errno=True)


def small_disk(folder: Path) -> Callable[[], None]:
    """Mount an empty file system that only this process sees."""
    target, options, root = str(folder).encode(), f"size={SIZE}".encode(), os.geteuid() == 0
    maps = {"setgroups": "deny", "uid_map": f"0 {os.geteuid()} 1", "gid_map": f"0 {os.getegid()} 1"}

    def mount() -> None:
        if libc.unshare(CLONE_NEWNS | (0 if root else CLONE_NEWUSER)):
            os._exit(70)
        for name, line in {} if root else maps.items():
            Path(f"/proc/self/{name}").write_text(line)
        libc.mount(
            b"none", b"/", None, MS_REC | MS_PRIVATE, None
        )  # refused if / is no mount, but then no one shares it
        if libc.mount(b"tmpfs", target, b"tmpfs", 0, options):
            os._exit(71)
        libc.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)

    return mount


class IsolatedProgram(Program):
    """A program whose data folder only it can see, so queries run inside its namespace."""

    def query_database(self, sql: str) -> list[tuple[Any, ...]]:
        self.python_preexec = self._enter_namespace(signal_on_parent_death(signal.SIGKILL))
        code = f"""
import json
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute({sql!r})
    print(json.dumps([[str(each) for each in row] for row in cursor.fetchall()]))
"""
        rows = json.loads(self.run_python(code))
        return [tuple(int(each) if each.isdigit() else each for each in row) for row in rows]

    def _enter_namespace(self, first: Callable[[], None]) -> Callable[[], None]:
        def enter() -> None:
            first()
            root = os.open(f"/proc/{self.pid}/root", os.O_RDONLY | os.O_DIRECTORY)
            for kind in ("user", "mnt"):
                theirs, ours = (os.open(f"/proc/{which}/ns/{kind}", os.O_RDONLY) for which in (self.pid, "self"))
                if not os.path.sameopenfile(theirs, ours) and libc.setns(theirs, 0):
                    os._exit(72)
            os.fchdir(root)
            os.chroot(".")
            os.chdir(ROOT)

        return enter

    @property
    def folder_inside(self) -> Path:
        return Path(f"/proc/{self.pid}/root{self.data}")


@pytest.fixture(scope="module")
def workload(tmp_path_factory: pytest.TempPathFactory, scenario_folder: Path) -> Iterator[Workload]:
    """One program on a small disk, filled with the scenario."""
    program = IsolatedProgram(tmp_path_factory.mktemp("disk"))
    mount = small_disk(program.data)

    def mount_and_fill() -> None:
        mount()
        shutil.copytree(scenario_folder, program.data, dirs_exist_ok=True)

    program.preexec = mount_and_fill
    try:
        program.start().wait_until_ready()
        yield Workload(program, json.loads((scenario_folder / "scenario.json").read_text()))
    finally:
        program.stop_and_clean_up()


@contextmanager
def full_disk(program: IsolatedProgram) -> Iterator[None]:
    """Fill the disk to the last byte."""
    program.query_database("PRAGMA wal_checkpoint(TRUNCATE)")  # so that SQLite's files have no free space inside
    filler = program.folder_inside / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            size = 1024 * 1024
            while size:
                try:
                    file.write(b"\0" * size)
                except OSError:
                    size //= 2
        yield
    finally:
        filler.unlink()


@contextmanager
def read_only_folder(program: IsolatedProgram) -> Iterator[None]:
    """Make the data folder read-only. A backup that is being written may delete a file meanwhile."""
    folder = program.folder_inside
    modes = {}
    try:
        for path in (folder, *folder.rglob("*")):
            with suppress(FileNotFoundError):
                if not path.is_symlink():
                    modes[path] = path.stat().st_mode
                    path.chmod(0o555 if path.is_dir() else 0o444)
        yield
    finally:
        for path, mode in modes.items():
            with suppress(FileNotFoundError):
                path.chmod(mode)


@pytest.mark.parametrize(
    ("fault", "sentence"), [(full_disk, FULL), (read_only_folder, LOCKED)], ids=["full", "read-only"]
)
def test_disk_that_cannot_be_written(
    workload: Workload, fault: Callable[[Any], AbstractContextManager[None]], sentence: str
) -> None:
    """Every kind of change is refused with one sentence and succeeds when it is sent again, without a restart."""
    program = workload.program
    children = {word: program.child(word) for word in ("gunicorn", "celery")}
    workload.run(workload.next_batch())
    batch = workload.next_batch()
    before = program.query_database(CHANGES)
    with fault(program):
        workload.run(batch, once=True)
        assert [each.statuses for each in batch] == [[503]] * len(batch)
        for each in batch:
            assert_response_says(each, sentence)
        assert_form_is_shown_again(workload, sentence)
        assert program.get("/healthz").status == 200
    assert program.query_database(CHANGES) == before
    workload.run(batch)
    workload.assert_saved_once()
    workload.wait_until_printed()
    program.wait_until_ready()
    assert {word: program.child(word) for word in children} == children


def assert_response_says(request: PendingRequest, sentence: str) -> None:
    """The response, a page or JSON, contains this sentence."""
    if request.response_text.startswith("{"):
        assert json.loads(request.response_text)["title"] == sentence
    else:
        assert f"<p>{sentence}</p>" in request.response_text


def assert_form_is_shown_again(workload: Workload, sentence: str) -> None:
    """A browser gets the sentence and a page with everything that was typed, and a button that sends it again."""
    request = workload.decision_request(workload.scenario["appeals"]["protests"][-1])
    port = workload.program.port
    origin = f"http://127.0.0.1:{port}"
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", request.path, request.body, request.headers | {"Origin": origin})
        response = connection.getresponse()
        page = response.read().decode()
    assert '<input type="hidden" name="reason" value="It is right.">' in page
    assert f'<input type="hidden" name="key" value="{request.key}">' in page
    assert "Send again" in page
    shown = page.partition("</h1>")[2].partition("<p>")[2].partition("</p>")[0]
    assert (response.status, shown.strip(), response.headers["Retry-After"]) == (503, sentence, "5")
