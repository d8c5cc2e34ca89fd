"""A disk that is full and a data folder that cannot be written to: one clear sentence, nothing lost, and on it goes.

The data folder is a small file system of its own, mounted for the program alone and gone with it; and the program has
given up the right to write where permissions forbid it, which only root has.
"""

from __future__ import annotations

import ctypes
import http.client
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from config.processes import signal_on_parent_death
from tests.system.errands import Errand, Errands
from tests.system.machine import ROOT, Program

CHANGES = "SELECT count(*) FROM activity_logline WHERE user_id IS NOT NULL"  # a worker may just finish a backup
SIZE = 128 * 1024 * 1024  # room for backups too, until it is filled
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
FULL = "The disk of the computer that runs Headtable is full. Make room on it, then go on."
LOCKED = "Headtable cannot write to its data folder at the moment."
libc = ctypes.CDLL(None, use_errno=True)


def small_disk(folder: Path) -> Callable[[], None]:
    """What a process does to itself: from here on this folder is an empty file system that it alone sees."""
    target, options, root = str(folder).encode(), f"size={SIZE}".encode(), os.geteuid() == 0
    maps = {"setgroups": "deny", "uid_map": f"0 {os.geteuid()} 1", "gid_map": f"0 {os.getegid()} 1"}

    def mount() -> None:
        if libc.unshare(CLONE_NEWNS | (0 if root else CLONE_NEWUSER)):
            os._exit(70)
        for name, line in {} if root else maps.items():
            Path(f"/proc/self/{name}").write_text(line)
        libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None)  # refused where / is no mount: then nobody shares it
        if libc.mount(b"tmpfs", target, b"tmpfs", 0, options):
            os._exit(71)
        libc.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)

    return mount


class Enclosed(Program):
    """Its data folder is seen by itself alone: who asks its database, or looks into the folder, does it from there."""

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        self.before_shell = self._entering(signal_on_parent_death(signal.SIGKILL))
        code = f"""
import json
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute({question!r})
    print(json.dumps([[str(each) for each in row] for row in cursor.fetchall()]))
"""
        rows = json.loads(self.shell(code))
        return [tuple(int(each) if each.isdigit() else each for each in row) for row in rows]

    def _entering(self, tie: Callable[[], None]) -> Callable[[], None]:
        def enter() -> None:
            tie()
            root = os.open(f"/proc/{self.pid}/root", os.O_RDONLY | os.O_DIRECTORY)
            for kind in ("user", "mnt"):
                there, here = (os.open(f"/proc/{which}/ns/{kind}", os.O_RDONLY) for which in (self.pid, "self"))
                if not os.path.sameopenfile(there, here) and libc.setns(there, 0):
                    os._exit(72)
            os.fchdir(root)
            os.chroot(".")
            os.chdir(ROOT)

        return enter

    @property
    def folder_inside(self) -> Path:
        return Path(f"/proc/{self.pid}/root{self.data}")


@pytest.fixture(scope="module")
def errands(tmp_path_factory: pytest.TempPathFactory, staged: Path) -> Iterator[Errands]:
    """One program on a small disk. Who mounts it fills it."""
    program = Enclosed(tmp_path_factory.mktemp("disk"))
    mount = small_disk(program.data)

    def before() -> None:
        mount()
        shutil.copytree(staged, program.data, dirs_exist_ok=True)

    program.before = before
    try:
        program.start().until_ready()
        yield Errands(program, json.loads((staged / "stage.json").read_text()))
    finally:
        program.end()


@contextmanager
def full(program: Enclosed) -> Iterator[None]:
    """To the last byte."""
    program.ask("PRAGMA wal_checkpoint(TRUNCATE)")  # what is room inside of SQLite's files is none
    filler = program.folder_inside / "a large film"
    try:
        with filler.open("wb", buffering=0) as film:
            size = 1024 * 1024
            while size:
                try:
                    film.write(b"\0" * size)
                except OSError:
                    size //= 2
        yield
    finally:
        filler.unlink()


@contextmanager
def locked(program: Enclosed) -> Iterator[None]:
    """Nothing in the folder may be written to."""
    folder = program.folder_inside
    before = {path: path.stat().st_mode for path in (folder, *folder.rglob("*")) if not path.is_symlink()}
    try:
        for path in before:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield
    finally:
        for path, mode in before.items():
            if path.exists():
                path.chmod(mode)


@pytest.mark.parametrize(("fault", "sentence"), [(full, FULL), (locked, LOCKED)], ids=["full", "read-only"])
def test_disk_that_takes_nothing(
    errands: Errands, fault: Callable[[Any], AbstractContextManager[None]], sentence: str
) -> None:
    """Every kind of change gets the sentence, and is done once it is sent again. Nobody starts anything anew."""
    program = errands.program
    people = {word: program.child(word) for word in ("gunicorn", "celery")}
    errands.run(errands.handful(), lambda: None)
    handful = errands.handful()
    before = program.ask(CHANGES)
    with fault(program):
        errands.run(handful, lambda: None, once=True)
        assert [each.answers for each in handful] == [[503]] * len(handful)
        for each in handful:
            must_say(each, sentence)
        assert form_comes_back(program, errands.stage) == (503, sentence, "5")
        assert program.get("/healthz").status == 200
    assert program.ask(CHANGES) == before
    errands.run(handful, lambda: None)
    errands.must_be_there_once()
    errands.until_printed()
    program.until_ready()
    assert {word: program.child(word) for word in people} == people


def must_say(errand: Errand, sentence: str) -> None:
    """In the page, or in what a program reads."""
    if errand.said.startswith("{"):
        assert json.loads(errand.said)["title"] == sentence
    else:
        assert f"<p>{sentence}</p>" in errand.said


def form_comes_back(program: Program, stage: dict) -> tuple[int, str, str]:
    """A form that a browser sends: what was typed is on the page, with a button that sends it again."""
    scene = stage["appeals"]
    errand = Errands(program, stage)._decide(scene["protests"][-1])
    origin = f"http://127.0.0.1:{program.port}"
    with closing(http.client.HTTPConnection("127.0.0.1", program.port, timeout=60)) as connection:
        connection.request("POST", errand.path, errand.body, errand.headers | {"Origin": origin})
        response = connection.getresponse()
        page = response.read().decode()
    assert '<input type="hidden" name="reason" value="It is right.">' in page
    assert f'<input type="hidden" name="key" value="{errand.key}">' in page
    assert "Send again" in page
    said = page.partition("</h1>")[2].partition("<p>")[2].partition("</p>")[0]
    return response.status, said.strip(), response.headers["Retry-After"]
