"""A browser without scripts: keeps cookies, submits forms with their CSRF token, and follows redirects."""

from __future__ import annotations

import http.cookiejar
import urllib.parse
import urllib.request
from urllib.error import HTTPError

from tests.system.program import Answer, Program


class PlainBrowser:
    """Cookies are valid on every port of a host, so one browser can use several web processes."""

    def __init__(self) -> None:
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, program: Program, path: str) -> Answer:
        return self._open(urllib.request.Request(self._url(program, path)))

    def post(self, program: Program, path: str, **fields: str | list[str]) -> Answer:
        token = next((cookie.value or "" for cookie in self.cookies if cookie.name == "csrftoken"), "")
        body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}, doseq=True).encode()
        return self._open(urllib.request.Request(self._url(program, path), data=body))

    def download(self, program: Program, path: str) -> bytes:
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


def create_first_account(browser: PlainBrowser, program: Program) -> None:
    path = "/welcome/" + program.out.partition("/welcome/")[2].split("/")[0] + "/"
    browser.get(program, path)
    account = {"name": "Dana Director", "email": "dana@example.org", "password": "cubes on the mat"}
    answer = browser.post(program, path, **account)
    assert answer.path == "/", answer.body


def create_tournament(browser: PlainBrowser, program: Program, name: str) -> str:
    """Create it with the form; return the path of its dashboard."""
    facts = {"name": name, "starts_on": "2099-11-14", "ends_on": "2099-11-14", "time_zone": "America/New_York"}
    browser.get(program, "/new/")
    answer = browser.post(program, "/new/", **facts, editions=["agloa-equations-2019"])
    assert answer.path.startswith("/t/"), answer.body
    return answer.path.removesuffix("games/")
