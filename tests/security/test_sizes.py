"""Upload limits: a body that is too large is refused before it is read, so that no stranger can fill the disk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files import uploadhandler
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config.upload_limits import MAX_BODY_BYTES
from foundation.archives.archive_file import MOST_BYTES
from foundation.people.models import User
from tests.foundation.access_world import GUARDED_NAMES, METHODS, AccessWorld, address_of
from tests.foundation.test_access_api import api_address
from tests.helpers import SignIn

FORM = "multipart/form-data; boundary=x"
recorded_files: list[bytes] = []


class RecordingUploadHandler(uploadhandler.MemoryFileUploadHandler):
    """Records that an uploaded file is about to be stored."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        recorded_files.append(b"a file")
        super().new_file(*args, **kwargs)


@pytest.fixture
def stored_files(settings: Settings) -> Iterator[list[bytes]]:
    settings.FILE_UPLOAD_HANDLERS = ["tests.security.test_sizes.RecordingUploadHandler"]
    recorded_files.clear()
    yield recorded_files
    recorded_files.clear()


def send_body(
    client: Client, path: str, size: int, kind: str = FORM, method: str = "POST", *, whole: bool = False
) -> Any:
    """Return a multipart body with this Content-Length; `whole`: with that many bytes."""
    head, end = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n', b"\r\n--x--\r\n"
    body = head + bytes(size - len(head) - len(end) if whole else 10) + end
    return client.generic(method, path, body, kind, CONTENT_LENGTH=str(size))


def test_no_url_reads_more_than_a_photo_from_a_stranger(world: AccessWorld, stored_files: list[bytes]) -> None:
    answers = {
        name: send_body(Client(), address_of(name, world), MAX_BODY_BYTES + 1).status_code for name in GUARDED_NAMES
    }
    answers |= {name: send_body(Client(), f"/{name}", MAX_BODY_BYTES + 1).status_code for name in ("healthz", "readyz")}
    assert ({name: status for name, status in answers.items() if status != 413}, stored_files) == ({}, [])


def test_no_api_method_reads_more_than_a_photo(world: AccessWorld) -> None:
    answers = {
        f"{method} {name}": send_body(
            Client(), api_address(name, world), MAX_BODY_BYTES + 1, "application/json", method.upper()
        )
        for name, method, _ in METHODS
    }
    assert {name: answer.status_code for name, answer in answers.items() if answer.status_code != 413} == {}
    told = next(iter(answers.values()))
    assert (told.headers["Content-Type"], told.json()["status"]) == ("application/problem+json", 413)


def test_archive_upload_may_be_larger_for_directors(
    director: User, people: dict[str, User], client_of: SignIn, stored_files: list[bytes]
) -> None:
    """A director's upload is read and refused as an archive. Anyone may send a photo of the largest size."""
    unarchive = reverse("unarchive")
    for client in (Client(), client_of(people["scorekeeper"])):
        assert (send_body(client, unarchive, MAX_BODY_BYTES + 1).status_code, stored_files) == (413, [])
    client = client_of(director)
    assert (send_body(client, unarchive, MOST_BYTES + MAX_BODY_BYTES).status_code, stored_files) == (413, [])
    assert (send_body(client, unarchive, MAX_BODY_BYTES + 1, whole=True).status_code, stored_files) == (
        422,
        [b"a file"],
    )
    assert (
        send_body(Client(), reverse("account_login"), MAX_BODY_BYTES, whole=True).status_code,
        len(stored_files),
    ) == (200, 2)
