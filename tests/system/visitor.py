"""A person at a plain browser without scripts: keeps cookies, sends forms with their token, follows redirects."""

from __future__ import annotations

import http.cookiejar
import urllib.parse
import urllib.request
from urllib.error import HTTPError

from tests.system.machine import Answer, Program


class Visitor:
    """Cookies belong to the host whatever the port: one visitor can walk from one web process to another."""

    def __init__(self) -> None:
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, program: Program, path: str) -> Answer:
        return self._open(urllib.request.Request(self._url(program, path)))

    def post(self, program: Program, path: str, **fields: str | list[str]) -> Answer:
        token = next((cookie.value or "" for cookie in self.cookies if cookie.name == "csrftoken"), "")
        body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}, doseq=True).encode()
        return self._open(urllib.request.Request(self._url(program, path), data=body))

    def read(self, program: Program, path: str) -> bytes:
        with self.opener.open(self._url(program, path), timeout=30) as response:
            return response.read()

    def _url(self, program: Program, path: str) -> str:
        return f"http://127.0.0.1:{program.port}{path}"

    def _open(self, request: urllib.request.Request) -> Answer:
        try:
            with self.opener.open(request, timeout=30) as response:
                return Answer(response.status, response.read().decode(), urllib.parse.urlsplit(response.url).path)
        except HTTPError as refusal:
            return Answer(refusal.code, refusal.read().decode(), urllib.parse.urlsplit(refusal.url).path)


def make_first_account(visitor: Visitor, program: Program) -> None:
    path = "/welcome/" + program.out.partition("/welcome/")[2].split("/")[0] + "/"
    visitor.get(program, path)
    account = {"name": "Dana Director", "email": "dana@example.org", "password": "cubes on the mat"}
    answer = visitor.post(program, path, **account)
    assert answer.path == "/", answer.body


def create_tournament(visitor: Visitor, program: Program, name: str) -> str:
    """The address of its board."""
    facts = {"name": name, "starts_on": "2099-11-14", "ends_on": "2099-11-14", "time_zone": "America/New_York"}
    visitor.get(program, "/new/")
    answer = visitor.post(program, "/new/", **facts, editions=["agloa-equations-2019"])
    assert answer.path.startswith("/t/"), answer.body
    return answer.path.removesuffix("games/")
