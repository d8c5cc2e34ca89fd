"""How the visitors of a rehearsal reach Headtable: over the network, or inside this process.

The acts are the same both ways: requests with cookies, forms with their tokens, answers as a browser gets them. A
worker that fills a tournament for practice has no address of a web process to ask, so it hands its requests to the same
application that a web process serves.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

PATIENCE = httpx.Timeout(120.0)  # a draw of a thousand players is searched for while the page waits


class Way(Protocol):
    hands: int

    def client(self) -> httpx.Client: ...

    def help_with(self, job: str) -> None: ...


class OverTheNetwork:
    """A server at an address; `hands`: how many helpers work at the same time."""

    def __init__(self, url: str, hands: int = 8) -> None:
        self.url, self.hands = url.rstrip("/"), hands

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=PATIENCE, headers={"Origin": self.url})

    def help_with(self, job: str) -> None:
        """The server has its own workers."""


class InsideThisProcess:
    """The application itself, one request after the other, and jobs that must be done to go on are done here too.

    The worker that waits may be the only one.
    """

    hands = 1

    def __init__(self) -> None:
        self.application = WSGIHandler()
        self.url = settings.PUBLIC_URL or f"http://{_known_host()}"

    def client(self) -> httpx.Client:
        return httpx.Client(
            transport=httpx.WSGITransport(app=self.application, remote_addr="127.0.0.1"),
            base_url=self.url,
            headers={"Origin": _origin(self.url)},
        )

    def help_with(self, job: str) -> None:
        from foundation.jobs.execution import run

        run(uuid.UUID(job))


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests inside this process share the connection to the database that the work around them has."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _known_host() -> str:
    """A name by which a browser may ask for this installation."""
    plain = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    return plain[0] if plain else "localhost"
