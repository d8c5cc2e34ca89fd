"""Path traversal: no name in a URL, an upload, or an archive leads out of its folder."""

from __future__ import annotations

import io
import json
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from foundation.archives.archive_file import Archive
from foundation.archives.importer import import_from
from foundation.errors import Refused
from foundation.people.models import User
from foundation.tournaments import Tournament
from tournament.rosters.models import Upload

OUT = ("../../evil", "/etc/evil", "..\\..\\evil", "photos/../../evil")


@pytest.mark.parametrize("path", ["/static/../config/settings.py", "/static/%2e%2e/manage.py", "/static//etc/hostname"])
def test_only_static_files_are_served(db: None, path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("name", OUT)
def test_archive_with_a_path_outside_is_refused(db: None, name: str, tmp_path: Path) -> None:
    """Nothing is unpacked to disk, and an unknown file name is refused."""
    out = io.BytesIO()
    told = {"program": "Headtable", "format": 1, "files": {name: {"sha256": sha256(b"x").hexdigest()}}}
    with zipfile.ZipFile(out, "w") as folder:
        folder.writestr(name, b"x")
        folder.writestr("manifest.json", json.dumps(told))
    with pytest.raises(Refused):
        import_from(Archive(out))
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("name", OUT)
def test_name_of_an_uploaded_file_is_its_last_part(tournament: Tournament, director: User, name: str) -> None:
    client = Client()
    client.force_login(director)
    file = io.BytesIO(b"School,Team,Division,Name\nA,B,Elementary,Bo Xylographer\n")
    file.name = name  # as a program sends it, not as a browser does
    client.post(reverse("roster_upload", args=[tournament.slug]), {"file": file, "event": tournament.events.get().pk})
    assert Upload.objects.get().name == "evil"


def test_backup_is_found_only_by_its_key(tournament: Tournament, director: User) -> None:
    client = Client()
    client.force_login(director)
    address = reverse("backup_download", args=[tournament.slug, 1]).replace("/1/", "/{}/")
    assert [client.get(address.format(name)).status_code for name in ("..%2f..%2fsecret_key", "a.sqlite3")] == [
        404,
        404,
    ]
