"""Opens an archive file and checks it before a single row is read.

Nothing is unpacked to disk, and no path in the file is used as a path. A file that doesn't match its manifest is
refused.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from foundation.archives.column_values import refuse_constant
from foundation.archives.exporter import FORMAT, MANIFEST
from foundation.errors import Refused

MOST_BYTES = 300_000_000
MOST_UNPACKED = 1_000_000_000
MOST_FILES = 20_000
MOST_MANIFEST = 5_000_000
MOST_LINE = 1_000_000  # the points of a round of 10,000 players are a fifth of it
MOST_CONTENT = 13_000_000  # of a picture or a paper: as much as can be sent at once
CHUNK = 1 << 20
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
NO_ARCHIVE = "This isn’t a tournament archive. Choose a file that ends in .headtable.zip."
TOO_LARGE = "This archive is too large to be a tournament, so it wasn’t opened."
DAMAGED = "This archive is damaged ({name} doesn’t match). Get the file again."
DAMAGED_LIST = "This archive is damaged (its list of files doesn’t match). Get the file again."
UNREADABLE = (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, OSError, EOFError)


class Archive:
    """A checked archive file. The same file sent again is the same request."""

    def __init__(self, file: IO[bytes]) -> None:
        file.seek(0, 2)
        if file.tell() > MOST_BYTES:
            raise Refused(TOO_LARGE, field="file")
        try:
            self._zip = zipfile.ZipFile(file)
            self._check_sizes()
            self.manifest = self._read_manifest()
            self._check_digests()
        except (*UNREADABLE, ValueError):
            raise Refused(NO_ARCHIVE, field="file") from None
        self.bytes_read = 0
        self.digest = hashlib.sha256(json.dumps(self.manifest, sort_keys=True).encode()).hexdigest()

    def request_identity(self) -> str:
        return f"archive {self.digest}"

    @property
    def names(self) -> set[str]:
        return set(self.manifest["files"])

    def lines(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each line's number and object; nothing for a missing file."""
        if name not in self.names:
            return
        with self._zip.open(name) as file:
            number = 0
            while line := file.readline(MOST_LINE):
                number += 1
                self.bytes_read += len(line)
                try:
                    row = json.loads(line, parse_constant=refuse_constant)
                except (ValueError, RecursionError):
                    row = None
                if not isinstance(row, dict):
                    raise Refused(f"Line {number} of {name} in this archive can’t be read.", field="file")
                yield number, row

    def content(self, name: str) -> bytes:
        if name not in self.names:
            raise Refused(f"This archive refers to {name}, but that file is missing.", field="file")
        if self._zip.getinfo(name).file_size > MOST_CONTENT:
            raise Refused(f"{name} in this archive is too large.", field="file")
        content = self._zip.read(name)
        self.bytes_read += len(content)
        return content

    def _check_sizes(self) -> None:
        """Check the declared sizes before anything is unpacked. zipfile never reads more than the declared size."""
        entries = self._zip.infolist()
        if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            raise Refused(TOO_LARGE, field="file")
        if len({entry.filename for entry in entries}) != len(entries):
            raise zipfile.BadZipFile("a name twice")
        if any(entry.compress_type not in COMPRESSIONS or entry.flag_bits & 1 for entry in entries):
            raise zipfile.BadZipFile("packed otherwise, or locked")

    def _read_manifest(self) -> dict[str, Any]:
        if MANIFEST not in self._zip.namelist() or self._zip.getinfo(MANIFEST).file_size > MOST_MANIFEST:
            raise ValueError("no manifest")
        try:
            manifest = json.loads(self._zip.read(MANIFEST), parse_constant=refuse_constant)
        except RecursionError:
            raise ValueError("manifest") from None
        if not isinstance(manifest, dict) or manifest.get("program") != "Headtable":
            raise ValueError("manifest")
        made_for = manifest.get("format")
        if not isinstance(made_for, int) or isinstance(made_for, bool) or made_for < 1:
            raise ValueError("format")
        if made_for > FORMAT:
            raise Refused(
                f"This archive was made by a newer version of Headtable (format {made_for}). Update Headtable first.",
                field="file",
            )
        files = manifest.get("files")
        if not isinstance(files, dict) or not all(isinstance(each, dict) for each in files.values()):
            raise ValueError("files")
        return manifest

    def _check_digests(self) -> None:
        """Check every file against its digest in the manifest, and that there are no others."""
        if self.names | {MANIFEST} != set(self._zip.namelist()):
            raise Refused(DAMAGED_LIST, field="file")
        for name, told in self.manifest["files"].items():
            digest = hashlib.sha256()
            try:
                with self._zip.open(name) as file:
                    while chunk := file.read(CHUNK):
                        digest.update(chunk)
            except UNREADABLE:
                raise Refused(DAMAGED.format(name=name), field="file") from None
            if digest.hexdigest() != told.get("sha256"):
                raise Refused(DAMAGED.format(name=name), field="file")
