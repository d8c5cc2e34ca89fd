"""Writes an archive: every row of the tournament, as of one moment.

Rows are numbered from 1 in each file, in the order in which they were created. No primary key is written.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from django.db import connection, models, transaction
from django.utils import timezone

from foundation.archives.column_values import to_json
from foundation.archives.tables import PEOPLE, ArchiveTable, tables_in_order
from foundation.people.models import User
from foundation.tournaments import Tournament

FORMAT = 1
MANIFEST = "manifest.json"
README = "README.txt"
ABOUT = """This is a complete tournament, archived by Headtable.

manifest.json lists the format version and every file with its SHA-256 checksum. Each .jsonl file is one table, with one
JSON object per line. "id" numbers the lines, and a field named after another table refers to that number.
docs/archive.md in Headtable describes every field and how to compute standings from them.

This file contains student names unless they were removed. Keep it secure, and delete it when you no longer need it.
"""
BATCH = 2000


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything as of one moment, without blocking writers."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def write(tournament: Tournament, out: IO[bytes], *, photos: bool = False) -> None:
    """Write the archive to `out`. `photos`: with the photos of scoresheets, by far the largest part."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as folder, snapshot():
        _Exporter(tournament, folder).write([table for table in tables_in_order() if photos or not table.optional])


@dataclass
class _File:
    """A file being written to the ZIP archive, with its size and digest so far."""

    output: IO[bytes]
    digest: Any
    size: int = 0

    def write(self, content: bytes) -> None:
        self.output.write(content)
        self.digest.update(content)
        self.size += len(content)


class _Exporter:
    def __init__(self, tournament: Tournament, folder: zipfile.ZipFile) -> None:
        self.tournament, self.folder = tournament, folder
        self.made_at = timezone.now()
        self.files: dict[str, dict[str, Any]] = {}
        self.ids: dict[type[models.Model], dict[Any, int]] = {User: {}}

    def write(self, chosen: Sequence[ArchiveTable]) -> None:
        for table in chosen:  # number all rows first: a row may refer to one in a later file
            keys = self.rows_of(table).values_list("pk", flat=True) if table.has_id else ()
            self.ids[table.model] = {key: number for number, key in enumerate(keys, 1)}
        for table in chosen:
            self.lines(table.file, self.rows(table))
            for name, address in table.file_columns.items():
                self.contents(table, name, address)
        self.lines(f"{PEOPLE}.jsonl", self.people())
        with self.file(README) as file:
            file.write(ABOUT.encode())
        with self.folder.open(self.info(MANIFEST), "w") as manifest:
            manifest.write(json.dumps(self.manifest(), indent=1, ensure_ascii=False).encode())

    def manifest(self) -> dict[str, Any]:
        return {
            "program": "Headtable",
            "format": FORMAT,
            "tournament": self.tournament.name,
            "made_at": to_json(self.made_at),
            "files": self.files,
        }

    def rows_of(self, table: ArchiveTable) -> models.QuerySet[Any]:
        found = table.model._meta.base_manager.filter(**{table.tournament_path: self.tournament.pk}).order_by("pk")
        return found.distinct() if table.natural_key else found

    def rows(self, table: ArchiveTable) -> Iterator[dict[str, Any]]:
        columns = table.columns
        lists = {each.name: self.many_to_many_numbers(table, each) for each in table.many_to_many_fields}
        found = self.rows_of(table).values_list("pk", *(each.attname for each in columns))
        for key, *values in found.iterator(chunk_size=BATCH):
            row: dict[str, Any] = {"id": self.ids[table.model][key]} if table.has_id else {}
            for column, value in zip(columns, values, strict=True):
                row[column.name] = self.value(table, column, value)
            yield row | {name: sorted(each.get(key, ())) for name, each in lists.items()}

    def value(self, table: ArchiveTable, column: models.Field[Any, Any], value: Any) -> Any:
        if value is None:
            return None
        if column.remote_field:
            return self.refer(column.related_model, value)
        if column.name in table.json_converters:
            return table.json_converters[column.name](value, self.refer)
        return to_json(value)

    def refer(self, model: Any, key: Any) -> int | None:
        """Return the number of a row in the archive. A user gets one at the first reference."""
        known = self.ids[model]
        return known.setdefault(key, len(known) + 1) if model is User else known.get(key)

    def many_to_many_numbers(
        self, table: ArchiveTable, column: models.ManyToManyField[Any, Any]
    ) -> dict[Any, list[int]]:
        """Return the numbers of the related rows, by the key of the row in this table."""
        through, source, target = column.remote_field.through, column.m2m_field_name(), column.m2m_reverse_field_name()
        assert through is not None
        rows = through._meta.base_manager.filter(**{f"{source}__{table.tournament_path}": self.tournament.pk})
        found: dict[Any, list[int]] = {}
        for one, other in rows.values_list(source, target):
            number = self.refer(column.related_model, other)
            found.setdefault(one, []).extend([number] if number else [])
        return found

    def people(self) -> Iterator[dict[str, Any]]:
        names = dict(User.objects.filter(pk__in=self.ids[User]).values_list("pk", "name"))
        for key, number in self.ids[User].items():
            yield {"id": number, "name": names[key]}

    def lines(self, name: str, rows: Iterable[dict[str, Any]]) -> None:
        count = 0
        with self.file(name) as file:
            for count, row in enumerate(rows, 1):  # noqa: B007 -- the count goes into the manifest
                file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
        self.files[name]["rows"] = count

    def contents(self, table: ArchiveTable, name: str, address: str) -> None:
        for key, number in self.ids[table.model].items():
            content = table.model._meta.base_manager.values_list(name, flat=True).get(pk=key)
            with self.file(address.format(id=number)) as file:
                file.write(content.encode() if isinstance(content, str) else bytes(content))

    @contextmanager
    def file(self, name: str) -> Iterator[_File]:
        with self.folder.open(self.info(name), "w") as output:
            file = _File(output, hashlib.sha256())
            yield file
        self.files[name] = {"sha256": file.digest.hexdigest(), "bytes": file.size}

    def info(self, name: str) -> zipfile.ZipInfo:
        made = self.made_at
        info = zipfile.ZipInfo(name, (made.year, made.month, made.day, made.hour, made.minute, made.second))
        info.compress_type = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
        return info
