"""A scorekeeper saves a sheet and the server dies before it responds. Sent again, it is saved once."""

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
from tests.system.program import Program, processes_in_group, wait_until

CREATE_SHEETS = """
import json
from tests.collecting_round import scorekeeper_with_session, create_collecting_round, sheets_of
tournament = create_collecting_round(5)
user, session = scorekeeper_with_session(tournament)
print(json.dumps([tournament.slug, session, sheets_of(tournament)]))
"""


@dataclass
class ScorekeeperBrowser:
    """A browser that keeps what was typed, with its key, until the server acknowledges it."""

    program: Program
    slug: str
    cookie: str
    table: int
    sheet: int
    body: str = ""

    def fill_in_sheet(self) -> None:
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
        response: dict[str, object] = json.loads(self._send(port, "POST", "enter/")[0])
        return response

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
    """A proxy that forwards one request and kills the web processes before the browser gets the response.

    `reads_response`: read the whole response first; otherwise none of it.
    """

    def __init__(self, program: Program, *, reads_response: bool) -> None:
        self.program, self.reads_response = program, reads_response
        self.response: dict[str, object] = {}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._relay_request)

    def __enter__(self) -> Relay:
        self.thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.thread.join(60)
        self.listener.close()

    def _relay_request(self) -> None:
        browser, _ = self.listener.accept()
        web = self.program.child("gunicorn")
        with browser, socket.create_connection(("127.0.0.1", self.program.port)) as server:
            server.sendall(_read_request(browser))
            if self.reads_response:
                response = http.client.HTTPResponse(server)
                response.begin()
                self.response = json.loads(response.read())
            os.killpg(web, signal.SIGKILL)
            wait_until(lambda: processes_in_group(web) == [], "every web process is dead")


def _read_request(browser: socket.socket) -> bytes:
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
def new_scorekeeper(
    tmp_path_factory: pytest.TempPathFactory, empty_installation: Path
) -> Iterator[Callable[[], ScorekeeperBrowser]]:
    """A scorekeeper per sheet. The data is created before a worker starts."""
    program = Program(tmp_path_factory.mktemp("killed"))
    shutil.copytree(empty_installation, program.data)
    slug, session, sheets = json.loads(program.run_python(CREATE_SHEETS).splitlines()[-1])
    left = enumerate(sheets, 1)
    try:
        program.start().wait_until_up()
        yield lambda: ScorekeeperBrowser(program, slug, f"sessionid={session}", *next(left))
    finally:
        program.stop_and_clean_up()


def count_saves(program: Program, sheet: int) -> tuple[int, int]:
    """The number of entries of this sheet, and of log lines about them."""
    with closing(sqlite3.connect(Path(program.data) / "headtable.sqlite3")) as database:
        entries = database.execute("SELECT id FROM scoring_entry WHERE sheet_id = ?", [sheet]).fetchall()
        about = "SELECT subject_id FROM activity_logline WHERE action = 'sheet.enter'"
        logged = {int(subject) for (subject,) in database.execute(about)}
        return len(entries), len([entry for (entry,) in entries if entry in logged])


def lose_response(scorekeeper: ScorekeeperBrowser, *, reads_response: bool) -> dict[str, object]:
    """Save, kill the server before the response arrives, and wait until it is back. Return what the relay read."""
    before = scorekeeper.program.child("gunicorn")
    with (
        Relay(scorekeeper.program, reads_response=reads_response) as relay,
        pytest.raises((OSError, http.client.HTTPException)),
    ):
        scorekeeper.save(relay.port)
    wait_until(lambda: scorekeeper.program.child("gunicorn") not in (0, before), "another web process")
    wait_until(lambda: scorekeeper.program.get("/healthz").status == 200, "served again")
    return relay.response


def test_sheet_is_saved_once_if_the_response_is_lost(new_scorekeeper: Callable[[], ScorekeeperBrowser]) -> None:
    scorekeeper = new_scorekeeper()
    scorekeeper.fill_in_sheet()
    response = lose_response(scorekeeper, reads_response=True)
    assert count_saves(scorekeeper.program, scorekeeper.sheet) == (1, 1)
    again = scorekeeper.save(scorekeeper.program.port)
    assert again == response
    assert (again["entry"], again["said"]) == (1, f"Round 1 Elementary, Table {scorekeeper.table} saved as entry 1.")
    assert count_saves(scorekeeper.program, scorekeeper.sheet) == (1, 1)


def test_sheet_is_saved_once_if_the_server_dies_while_saving(new_scorekeeper: Callable[[], ScorekeeperBrowser]) -> None:
    """Whether or not the server saved it before it died."""
    scorekeeper = new_scorekeeper()
    scorekeeper.fill_in_sheet()
    lose_response(scorekeeper, reads_response=False)
    assert count_saves(scorekeeper.program, scorekeeper.sheet) in [(0, 0), (1, 1)]
    assert scorekeeper.save(scorekeeper.program.port)["entry"] == 1
    assert scorekeeper.save(scorekeeper.program.port)["entry"] == 1
    assert count_saves(scorekeeper.program, scorekeeper.sheet) == (1, 1)
