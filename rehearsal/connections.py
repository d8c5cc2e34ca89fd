"""How the visitors of a rehearsal reach Headtable: over the network, or inside this process.

The requests are the same both ways, with cookies, forms, and CSRF tokens like those of a browser. A worker that fills a
rehearsal doesn't know the address of a web process, so it calls the WSGI application directly.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

if TYPE_CHECKING:
    import httpx

TIMEOUT = 120.0  # seconds: assigning the tables of a thousand players takes a while


class Connection(Protocol):
    concurrency: int

    def client(self) -> httpx.Client: ...

    def run_job_if_needed(self, job: str) -> None: ...


class NetworkConnection:
    """A server with a URL. `concurrency`: how many visitors work at the same time."""

    def __init__(self, url: str, concurrency: int = 8) -> None:
        self.url, self.concurrency = url.rstrip("/"), concurrency

    def client(self) -> httpx.Client:
        import httpx  # not at the top: only a rehearsal needs it

        return httpx.Client(base_url=self.url, timeout=TIMEOUT, headers={"Origin": self.url})

    def run_job_if_needed(self, job: str) -> None:
        """Do nothing: the server has its own workers."""


class InProcessConnection:
    """The WSGI application in this process, one request at a time.

    Jobs that the rehearsal waits for also run here, because this worker may be the only one.
    """

    concurrency = 1

    def __init__(self) -> None:
        self.application = WSGIHandler()
        self.url = settings.PUBLIC_URL or f"http://{_known_host()}"

    def client(self) -> httpx.Client:
        import httpx

        return httpx.Client(
            transport=httpx.WSGITransport(app=self.application, remote_addr="127.0.0.1"),
            base_url=self.url,
            headers={"Origin": _origin(self.url)},
        )

    def run_job_if_needed(self, job: str) -> None:
        from foundation.jobs.execution import run

        run(uuid.UUID(job))


@contextmanager
def shared_database_connection() -> Iterator[None]:
    """Let in-process requests share this process's database connection instead of closing it."""
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
    """A host name that Django accepts."""
    plain = [host for host in settings.ALLOWED_HOSTS if not host.startswith((".", "*"))]
    return plain[0] if plain else "localhost"
