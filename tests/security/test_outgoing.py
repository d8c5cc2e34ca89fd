"""The server sends no outgoing requests: no webhook, no mail, no remote picture, whatever people type."""

from __future__ import annotations

import ast
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from foundation.tournaments import Tournament
from printing.pdf.layout import parse_html
from tests.foundation.access_world import GUARDED_NAMES, AccessWorld, address_of

ROOT = Path(__file__).parents[2]
FLOORS = ("config", "printing", "judging", "scoring", "pairings", "tournament", "rulebooks")
TALKS = {"requests", "httpx", "aiohttp", "urllib.request", "http.client", "smtplib", "ftplib", "socket"}
# Its own port and addresses at the start, asked before anybody can type anything.
AT_THE_START = {"config/network.py", "config/startup_checks.py", "config/serve.py", "config/gunicorn_settings.py"}

asked: list[Any] = []
is_heard = [False]


def hear(event: str, details: tuple[Any, ...]) -> None:
    if is_heard[0] and event in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
        asked.append(details[1:] if event == "socket.connect" else details)


sys.addaudithook(hear)


@pytest.fixture
def heard() -> Iterator[list[Any]]:
    asked.clear()
    is_heard[0] = True
    yield asked
    is_heard[0] = False


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_only_startup_modules_import_http_clients() -> None:
    talking = {
        str(path.relative_to(ROOT))
        for floor in FLOORS
        for path in (ROOT / floor).rglob("*.py")
        if imports(path) & TALKS
    }
    assert talking == AT_THE_START


@pytest.mark.only_on("sqlite")
def test_no_form_makes_the_server_open_a_url(world: AccessWorld, heard: list[Any]) -> None:
    Tournament.objects.update(state="running", is_public=True)
    client = Client(raise_request_exception=False)
    client.force_login(world.users["director"])
    fields = ("name", "url", "callback", "webhook", "venue", "label", "website", "photo", "file", "pasted", "note")
    word = dict.fromkeys(fields, "http://127.0.0.1:9/")
    for name in GUARDED_NAMES:
        if name != "account_logout":
            client.post(address_of(name, world), word)
    assert heard == []


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/a.png", "file:///etc/hostname", "ftp://127.0.0.1:9/a"])
def test_rendering_opens_no_url_in_the_content(heard: list[Any], address: str) -> None:
    style = f'@import "{address}"; p {{ background: url({address}) }}'
    html = f'<style>{style}</style><p><img src="{address}"><a href="{address}">here</a>'
    document = parse_html(html).render()
    assert (len(document.pages), heard) == (1, [])
    assert b"EmbeddedFile" not in (parse_html(f'<link rel="attachment" href="{address}">').write_pdf() or b"")


def test_listener_notices_a_request() -> None:
    """The test above can fail."""
    asked.clear()
    is_heard[0] = True
    with socket.socket() as probe, pytest.raises(ConnectionRefusedError):
        probe.connect(("127.0.0.1", 9))
    is_heard[0] = False
    assert asked == [(("127.0.0.1", 9),)]
