"""A scorekeeper saves a sheet and the server dies before it answers. Sent again with the same key, it is saved once."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.helpers import PATIENCE
from tests.system.machine import Program, members, until

SEED = """
import json
from tests.collecting_round import scorekeeper_with_session, create_collecting_round, sheets_of
tournament = create_collecting_round(5)
user, session = scorekeeper_with_session(tournament)
print(json.dumps([tournament.slug, session, sheets_of(tournament)]))
"""


@dataclass
class Clerk:
    """A browser at the desk. It keeps what was typed, with its key, until it has an answer."""

    program: Program
    slug: str
    cookie: str
    table: int
    sheet: int
    body: str = ""

    def type(self) -> None:
        """Open the sheet and fill it in."""
        page, cookies = self._send(self.program.port, "GET", "")
        token = re.search(r"csrftoken=(\w+)", cookies)
        key = re.search(r'name="key" value="(\w+)"', page)
        assert token, cookies
        assert key, page
        self.cookie += f"; csrftoken={token[1]}"
        form = {"key": key[1], "base": "0", "source": "paper", "csrfmiddlewaretoken": token[1]}
        cells = {1: "642", 2: "246", 3: "222"}
        form |= {f"shake-{n}-{seat}": cell for seat, row in cells.items() for n, cell in enumerate(row, 1)}
        self.body = urlencode(form | {f"row-{seat}-initials": "yes" for seat in cells})

    def save(self, port: int) -> dict[str, object]:
        answer: dict[str, object] = json.loads(self._send(port, "POST", "enter/")[0])
        return answer

    def _send(self, port: int, method: str, where: str) -> tuple[str, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
            headers["Accept"] = "application/json" if method == "POST" else "text/html"
            path = f"/t/{self.slug}/sheets/{self.sheet}/{where}"
            connection.request(method, path, self.body if method == "POST" else None, headers)
            response = connection.getresponse()
            body = response.read().decode()
            assert response.status == 200, body
            return body, response.headers["Set-Cookie"] or ""


class Relay:
    """Stands between a browser and the server for one request, and lets nothing through to the browser.

    It hands the request on, and reads the whole answer or none of it before the web processes are killed.
    """

    def __init__(self, program: Program, *, reads_answer: bool) -> None:
        self.program, self.reads_answer = program, reads_answer
        self.answer: dict[str, object] = {}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._work)

    def __enter__(self) -> Relay:
        self.thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.thread.join(60)
        self.listener.close()

    def _work(self) -> None:
        browser, _ = self.listener.accept()
        web = self.program.child("gunicorn")
        with browser, socket.create_connection(("127.0.0.1", self.program.port)) as server:
            server.sendall(_whole_request(browser))
            if self.reads_answer:
                response = http.client.HTTPResponse(server)
                response.begin()
                self.answer = json.loads(response.read())
            os.killpg(web, signal.SIGKILL)
            until(lambda: members(web) == [], "every web process dead")


def _whole_request(browser: socket.socket) -> bytes:
    request = b""
    while b"\r\n\r\n" not in request:
        request += browser.recv(65536)
    head, _, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    assert length, head
    while len(body) < int(length[1]):
        body += browser.recv(65536)
    return head + b"\r\n\r\n" + body


@pytest.fixture(scope="module")
def clerks(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Callable[[], Clerk]]:
    """Each with a sheet of their own, of one program. The database is filled before a worker could take part in it."""
    program = Program(tmp_path_factory.mktemp("killed"))
    shutil.copytree(prepared, program.data)
    slug, session, sheets = json.loads(program.shell(SEED).splitlines()[-1])
    left = enumerate(sheets, 1)
    try:
        program.start().until_up()
        yield lambda: Clerk(program, slug, f"sessionid={session}", *next(left))
    finally:
        program.end()


def saved(program: Program, sheet: int) -> tuple[int, int]:
    """How many entries of this sheet there are, and how many lines of the log tell of them."""
    with closing(sqlite3.connect(Path(program.data) / "headtable.sqlite3")) as database:
        entries = database.execute("SELECT id FROM scoring_entry WHERE sheet_id = ?", [sheet]).fetchall()
        about = "SELECT subject_id FROM activity_logline WHERE action = 'sheet.enter'"
        told = {int(subject) for (subject,) in database.execute(about)}
        return len(entries), len([entry for (entry,) in entries if entry in told])


def lose_the_answer(scorekeeper: Clerk, *, reads_answer: bool) -> dict[str, object]:
    """Save while the server dies; what it had answered, if it came so far. Then it is there again, by itself."""
    before = scorekeeper.program.child("gunicorn")
    with (
        Relay(scorekeeper.program, reads_answer=reads_answer) as relay,
        pytest.raises((OSError, http.client.HTTPException)),
    ):
        scorekeeper.save(relay.port)
    until(lambda: scorekeeper.program.child("gunicorn") not in (0, before), "another web process")
    until(lambda: scorekeeper.program.get("/healthz").status == 200, "served again")
    return relay.answer


def test_sheet_whose_answer_was_lost_is_saved_once(clerks: Callable[[], Clerk]) -> None:
    scorekeeper = clerks()
    scorekeeper.type()
    answered = lose_the_answer(scorekeeper, reads_answer=True)
    assert saved(scorekeeper.program, scorekeeper.sheet) == (1, 1)
    again = scorekeeper.save(scorekeeper.program.port)
    assert again == answered
    assert (again["entry"], again["said"]) == (1, f"Round 1 Elementary, table {scorekeeper.table}: saved as entry 1.")
    assert saved(scorekeeper.program, scorekeeper.sheet) == (1, 1)


def test_sheet_whose_server_died_at_work_is_saved_once(clerks: Callable[[], Clerk]) -> None:
    """Whether it was saved before the end or not: it is, once, after it was sent again."""
    scorekeeper = clerks()
    scorekeeper.type()
    lose_the_answer(scorekeeper, reads_answer=False)
    assert saved(scorekeeper.program, scorekeeper.sheet) in [(0, 0), (1, 1)]
    assert scorekeeper.save(scorekeeper.program.port)["entry"] == 1
    assert scorekeeper.save(scorekeeper.program.port)["entry"] == 1
    assert saved(scorekeeper.program, scorekeeper.sheet) == (1, 1)
