"""Simulated browsers, many in one process, with response times measured from when each request was due.

If a slow response delays the next request, the delay counts toward that request; otherwise a stalled server would get
fewer requests and look fast. Each request uses its own connection, like a phone that polls every 15 seconds.
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
TIMEOUT = 60.0
TOKEN_CHARACTERS = string.ascii_letters + string.digits
Fields = Mapping[str, str]


@dataclass(frozen=True)
class Response:
    """Status 0 means that there was no response; `body` says why."""

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
class RequestRecord:
    """One request. `took`: seconds from when it was due until the response was complete."""

    page: str
    took: float
    status: int
    bytes: int


@dataclass
class SimulatedClock:
    """A clock that runs `factor` times as fast. `lags`: how late this process woke up visitors."""

    factor: float
    begin: float = 0.0
    lags: list[float] = field(default_factory=list)

    def start(self) -> None:
        self.begin = asyncio.get_running_loop().time()

    def now(self) -> float:
        """Seconds of the simulated day since it began."""
        return (asyncio.get_running_loop().time() - self.begin) * self.factor

    async def until(self, second: float) -> float:
        """Wait until a second of the day; it comes back at once if that is over."""
        wait = (second - self.now()) / self.factor
        if wait > 0:
            await asyncio.sleep(wait)
            self.lags.append((self.now() - second) / self.factor)
        return second


@dataclass
class RequestLog:
    """All requests, and sentences about what went wrong."""

    requests: list[RequestRecord] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def record(self, page: str, path: str, took: float, response: Response) -> None:
        self.requests.append(RequestRecord(page, took, response.status, len(response.body)))
        if response.status == 0 or response.status >= 400:
            self.problems.append(f"{page}, {path}: {response.status} {response.text[:300]}")


class LoadVisitor:
    """A browser with cookies, ETags of the pages it has seen, and a CSRF token."""

    def __init__(self, port: int, clock: SimulatedClock, log: RequestLog, session: str = "") -> None:
        self.port, self.clock, self.log = port, clock, log
        self.token = "".join(secrets.choice(TOKEN_CHARACTERS) for _ in range(32))
        self.cookies = f"csrftoken={self.token}" + (f"; sessionid={session}" if session else "")
        self.tags: dict[tuple[str, bool], str] = {}

    async def get(self, page: str, path: str, due: float | None = None, *, part: bool = False) -> Response:
        """Request a page, conditionally if the browser has it. `part`: an htmx request for the part that changes."""
        headers = {"HX-Request": "true"} if part else {}
        if tag := self.tags.get((path, part)):
            headers["If-None-Match"] = tag
        response = await self._send(page, "GET", path, due, headers)
        if tag := response.headers.get("etag", ""):
            self.tags[path, part] = tag
        return response

    async def post(
        self,
        page: str,
        path: str,
        fields: Fields,
        due: float | None = None,
        *,
        part: bool = False,
        script: bool = False,
    ) -> Response:
        """Submit a form. `script`: accept JSON, like a page's script."""
        sent = {"key": secrets.token_hex(16), **fields, "csrfmiddlewaretoken": self.token}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"HX-Request": "true"} if part else {}
        headers |= {"Accept": "application/json"} if script else {}
        return await self._send(page, "POST", path, due, headers, urlencode(sent).encode())

    async def api_post(self, page: str, path: str, data: Mapping[str, Any], due: float | None = None) -> Response:
        """Post JSON to the API with the session cookie."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        headers["Idempotency-Key"] = secrets.token_hex(16)
        return await self._send(page, "POST", path, due, headers, json.dumps(data).encode())

    async def _send(
        self, page: str, method: str, path: str, due: float | None, headers: dict[str, str], body: bytes = b""
    ) -> Response:
        due_at = self.clock.now() if due is None else await self.clock.until(due)
        response = await _exchange(self.port, method, path, headers | {"Cookie": self.cookies}, body)
        self.log.record(page, path, (self.clock.now() - due_at) / self.clock.factor, response)
        return response


async def _exchange(port: int, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
    fixed = {"Host": f"{HOST}:{port}", "Connection": "close", "Accept-Encoding": "gzip"}
    lines = [f"{name}: {value}" for name, value in (fixed | dict(headers) | {"Content-Length": str(len(body))}).items()]
    try:
        async with asyncio.timeout(TIMEOUT):
            reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 20)
            try:
                writer.write("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + body)
                return _read(await reader.read())
            finally:
                writer.close()
    except (OSError, TimeoutError, ValueError) as problem:
        return Response(0, {}, f"{type(problem).__name__} {problem}".encode())


def _read(raw: bytes) -> Response:
    """Parse a response that ends with its connection."""
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status = int(first.split()[1])
    if "content-length" in headers and status != 304 and len(body) != int(headers["content-length"]):
        raise ValueError(f"{len(body)} bytes of {headers['content-length']}")
    return Response(status, headers, body)
