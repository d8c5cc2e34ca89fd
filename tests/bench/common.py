"""Shared by the benchmarks of the web server: a run on each database, the server, and a browser that saves sheets."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from tests.servers import free_port, postgres

SHAKES = ("6", "4", "2"), ("2", "4", "6"), ("2", "2", "2")


def on_both_databases(module: str) -> None:
    """Run `python -m module measure` on an empty SQLite database and on an empty PostgreSQL database."""
    settings = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    with postgres() as url:
        for words, more in {"SQLite": {}, "PostgreSQL": {"DATABASE_URL": url}}.items():
            with tempfile.TemporaryDirectory(prefix="bench-") as folder:
                environment = settings | {"HEADTABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"} | more
                print(f"== {words}", flush=True)
                subprocess.run([sys.executable, "-m", module, "measure"], env=environment, check=True)


@contextmanager
def serving() -> Iterator[int]:
    """Run the web server like `bin/run`, with the bare view added, and yield its port."""
    from config.serve import web_command

    port = free_port()
    command = web_command(Namespace(bind="127.0.0.1", port=port, workers=None))
    process = subprocess.Popen([*command, "tests.bench.server:application"])
    try:
        while True:
            try:
                http.client.HTTPConnection("127.0.0.1", port).request("GET", "/healthz")
                break
            except ConnectionRefusedError:
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


class Browser:
    """A browser with one open connection, a session, and a CSRF token."""

    def __init__(self, port: int, slug: str, session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.slug, self.token, self.cookie = slug, "", f"sessionid={session}"

    def get(self, path: str) -> tuple[http.client.HTTPResponse, bytes]:
        self.connection.request("GET", path, headers={"Cookie": self.cookie, "Accept-Encoding": "br, gzip"})
        answer = self.connection.getresponse()
        return answer, answer.read()

    def open_sheet(self, sheet: int) -> bytes:
        answer, body = self.get(f"/t/{self.slug}/sheets/{sheet}/")
        assert answer.status == 200, answer.status
        token = re.search(r"csrftoken=(\w+)", answer.headers["Set-Cookie"] or "")
        assert token, answer.headers
        self.token = token[1]
        self.cookie += f"; csrftoken={self.token}"
        return body

    def save(self, sheet: int) -> float:
        """Save a scoresheet and return the milliseconds until the response."""
        form = {"key": uuid.uuid4().hex, "base": "0", "source": "paper", "csrfmiddlewaretoken": self.token}
        for seat, cells in enumerate(SHAKES, 1):
            form |= {f"shake-{number}-{seat}": cell for number, cell in enumerate(cells * 2, 1)}
            form[f"row-{seat}-initials"] = "yes"
        headers = {
            "Cookie": self.cookie,
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self._post(f"/t/{self.slug}/sheets/{sheet}/enter/", urlencode(form), headers)

    def save_bare(self, rows: dict[str, Any]) -> float:
        return self._post("/bare/", json.dumps(rows), {"Content-Type": "application/json"})

    def _post(self, path: str, body: str, headers: dict[str, str]) -> float:
        begin = time.perf_counter()
        self.connection.request("POST", path, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        took = (time.perf_counter() - begin) * 1000
        assert (answer.status, json.loads(content)["entry"]) == (200, 1), content
        return took
