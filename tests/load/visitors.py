"""Somebody at a browser, one of many in one process; and how long each answer took, from when it was meant to be asked.

A visitor who is kept waiting asks later, and what is asked later is still counted from its time: otherwise a server
that stands still would be asked nothing meanwhile and look quick. Each request has a connection of its own, as those of
phones have that look every fifteen seconds.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

HOST = "127.0.0.1"
PATIENCE = 60.0
LETTERS = string.ascii_letters + string.digits
Fields = Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    """Status 0: nobody answered, and `body` says why."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


@dataclass(frozen=True)
class Asked:
    """One request. `took`: seconds from when it was meant to be sent until its answer was there."""

    page: str
    took: float
    status: int
    bytes: int


@dataclass
class Clock:
    """The hour of the day, so many times as fast. `lags`: how late this process woke up who was to ask something."""

    factor: float
    begin: float = 0.0
    lags: list[float] = field(default_factory=list)

    def start(self) -> None:
        self.begin = asyncio.get_running_loop().time()

    def now(self) -> float:
        """Seconds of the day since it began."""
        return (asyncio.get_running_loop().time() - self.begin) * self.factor

    async def until(self, second: float) -> float:
        """Wait until a second of the day; it comes back at once if that is over."""
        wait = (second - self.now()) / self.factor
        if wait > 0:
            await asyncio.sleep(wait)
            self.lags.append((self.now() - second) / self.factor)
        return second


@dataclass
class Ledger:
    """Everything that was asked, and what went wrong in words."""

    asked: list[Asked] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def note(self, page: str, path: str, took: float, answer: Answer) -> None:
        self.asked.append(Asked(page, took, answer.status, len(answer.body)))
        if answer.status == 0 or answer.status >= 400:
            self.wrong.append(f"{page}, {path}: {answer.status} {answer.text[:300]}")


class Visitor:
    """Cookies, what the browser keeps of pages, and the token that forms carry."""

    def __init__(self, port: int, clock: Clock, ledger: Ledger, session: str = "") -> None:
        self.port, self.clock, self.ledger = port, clock, ledger
        self.token = "".join(secrets.choice(LETTERS) for _ in range(32))
        self.cookies = f"csrftoken={self.token}" + (f"; sessionid={session}" if session else "")
        self.tags: dict[tuple[str, bool], str] = {}

    async def get(self, page: str, path: str, due: float | None = None, *, part: bool = False) -> Answer:
        """`part`: the page itself asks for what changes, as htmx does. What the browser has is not sent again."""
        headers = {"HX-Request": "true"} if part else {}
        if tag := self.tags.get((path, part)):
            headers["If-None-Match"] = tag
        answer = await self._ask(page, "GET", path, due, headers)
        if tag := answer.headers.get("etag", ""):
            self.tags[path, part] = tag
        return answer

    async def post(
        self,
        page: str,
        path: str,
        fields: Fields,
        due: float | None = None,
        *,
        part: bool = False,
        script: bool = False,
    ) -> Answer:
        """Send a form. `script`: as the script of a page does, which wants JSON."""
        sent = {"key": secrets.token_hex(16), **fields, "csrfmiddlewaretoken": self.token}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"HX-Request": "true"} if part else {}
        headers |= {"Accept": "application/json"} if script else {}
        return await self._ask(page, "POST", path, due, headers, urlencode(sent).encode())

    async def tell(self, page: str, path: str, told: Mapping[str, Any], due: float | None = None) -> Answer:
        """By the API, with the session of the page."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        headers["Idempotency-Key"] = secrets.token_hex(16)
        return await self._ask(page, "POST", path, due, headers, json.dumps(told).encode())

    async def _ask(
        self, page: str, method: str, path: str, due: float | None, headers: dict[str, str], body: bytes = b""
    ) -> Answer:
        meant = self.clock.now() if due is None else await self.clock.until(due)
        answer = await _exchange(self.port, method, path, headers | {"Cookie": self.cookies}, body)
        self.ledger.note(page, path, (self.clock.now() - meant) / self.clock.factor, answer)
        return answer


async def _exchange(port: int, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
    fixed = {"Host": f"{HOST}:{port}", "Connection": "close", "Accept-Encoding": "gzip"}
    lines = [f"{name}: {value}" for name, value in (fixed | dict(headers) | {"Content-Length": str(len(body))}).items()]
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 20)
            try:
                writer.write("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + body)
                return _read(await reader.read())
            finally:
                writer.close()
    except (OSError, TimeoutError, ValueError) as problem:
        return Answer(0, {}, f"{type(problem).__name__} {problem}".encode())


def _read(raw: bytes) -> Answer:
    """A whole answer whose end is that of its connection."""
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status = int(first.split()[1])
    if "content-length" in headers and status != 304 and len(body) != int(headers["content-length"]):
        raise ValueError(f"{len(body)} bytes of {headers['content-length']}")
    return Answer(status, headers, body)
