"""Imports an archive as a new tournament: row by row, with new keys, all or nothing.

Users in the archive become users without an account, known by name alone. They get no rights, but it stays true that a
second person verified a sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone

from foundation.archives.archive_file import Archive
from foundation.archives.column_values import from_json, has_automatic_time, is_storable, missing_value
from foundation.archives.exporter import README
from foundation.archives.tables import PEOPLE, ArchiveTable, tables_in_order
from foundation.errors import Refused
from foundation.people.models import User
from foundation.tournaments import Tournament, free_slug

BATCH = 500
MOST_WAITING = 2_000_000  # bytes of rows that wait to be inserted; in memory they take many times more
CANNOT_BE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
UNKNOWN_FILE = "This archive has an unknown file, {name}. Update Headtable first."
UNKNOWN_FIELD = "This archive has an unknown field, “{name}” in {file}. Update Headtable first."


def import_from(archive: Archive) -> Tournament:
    """Import the archive; refuse a file that contradicts itself, and keep nothing of it."""
    importer = _Importer(archive)
    try:
        with transaction.atomic():
            return importer.run()
    except (IntegrityError, DataError) as problem:
        raise Refused(f"This archive has conflicting data ({_short(problem)}).", field="file") from None
    except CANNOT_BE as problem:
        place = importer.position or "This archive"
        raise Refused(f"{place} isn’t valid ({_short(problem)}).", field="file") from None


class _Importer:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.keys: dict[type[models.Model], dict[int, Any]] = {User: {}}
        self.tournament: Tournament | None = None
        self.position = ""

    def run(self) -> Tournament:
        self.refuse_unknown_files()
        self.insert_all(User, self.people(), BATCH)
        for table in tables_in_order():
            batch = 1 if table.points_to_itself else BATCH
            self.insert_all(table.model, self.rows(table), batch)
            if self.tournament is None:
                raise Refused("This archive doesn’t contain a tournament.", field="file")
        for table in tables_in_order():
            self.add_deferred_keys(table)
        assert self.tournament is not None  # it is the first table
        return self.tournament

    def refuse_unknown_files(self) -> None:
        patterns = [
            address.partition("{id}")[0] for table in tables_in_order() for address in table.file_columns.values()
        ]
        known = {README, f"{PEOPLE}.jsonl", *(table.file for table in tables_in_order())}
        unknown = [name for name in self.archive.names - known if not name.startswith(tuple(patterns))]
        if unknown:
            raise Refused(UNKNOWN_FILE.format(name=min(unknown)), field="file")

    def people(self) -> Iterator[tuple[int, models.Model]]:
        for row in self.lines(f"{PEOPLE}.jsonl"):
            name = from_json(User._meta.get_field("name"), row["name"])
            user = User(name=name, is_active=False, password=make_password(None), created_at=timezone.now())
            yield self.number(row), user

    def rows(self, table: ArchiveTable) -> Iterator[tuple[int, models.Model]]:
        for count, row in enumerate(self.lines(table.file), 1):
            if table.model is Tournament and count > 1:
                raise ValueError("it’s a second tournament")
            number = self.number(row) if table.has_id else count
            existing_key = self.existing_key(table, row)
            if existing_key is not None:
                self.keys.setdefault(table.model, {})[number] = existing_key
                continue
            yield number, self.build(table, row, number)

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """Yield the objects of a file. An error while one is being imported is reported with its line."""
        for number, row in self.archive.lines(name):
            self.position = f"Line {number} of {name} in this archive"
            if not is_storable(row):
                raise Refused(f"{self.position} has characters that can’t be stored.", field="file")
            yield row
        self.position = ""

    def number(self, row: dict[str, Any]) -> int:
        number = row["id"]
        if not isinstance(number, int) or isinstance(number, bool):
            raise ValueError("the id must be a number")
        return number

    def existing_key(self, table: ArchiveTable, row: dict[str, Any]) -> Any:
        """Return the key of a row that tournaments share, such as a rule book, if it exists here."""
        if not table.natural_key:
            return None
        same = table.model._meta.base_manager.filter(**{table.natural_key: str(row[table.natural_key])})
        return same.values_list("pk", flat=True).first()

    def build(self, table: ArchiveTable, row: dict[str, Any], number: int) -> models.Model:
        unknown = set(row) - set(table.fields) - {"id"}
        if unknown:
            raise Refused(UNKNOWN_FIELD.format(name=min(unknown), file=table.file), field="file")
        instance = table.model()
        for column in table.model._meta.concrete_fields:
            if not column.primary_key or column.remote_field:
                setattr(instance, column.attname, self.value(table, column, row, number))
        if isinstance(instance, Tournament):
            instance.slug = free_slug(instance.name)
        if table.complete_row:
            table.complete_row(instance)
        return instance

    def value(self, table: ArchiveTable, column: models.Field[Any, Any], row: dict[str, Any], number: int) -> Any:
        if column.related_model is Tournament:
            return self.tournament and self.tournament.pk
        if column.name in table.file_columns:
            content = self.archive.content(table.file_columns[column.name].format(id=number))
            return from_json(column, content.decode()) if isinstance(column, models.TextField) else content
        if column.name in table.deferred_keys:
            return None
        if column.name not in table.fields or column.name not in row:
            return missing_value(column, is_settled=column.name in table.left_out)
        if column.remote_field:
            return self.reference(column, row[column.name])
        value = row[column.name]
        if column.name in table.json_converters:
            value = table.json_converters[column.name](value, self.refer)
        return from_json(column, value)

    def reference(self, column: models.Field[Any, Any], number: Any) -> Any:
        if number is None and column.null:
            return None
        key = self.refer(column.related_model, number)
        if key is None:
            raise Refused(f"{self.position} refers to a {column.name} that’s missing.", field="file")
        return key

    def refer(self, model: Any, number: Any) -> Any:
        return self.keys.get(model, {}).get(number)

    def insert_all(self, model: type[models.Model], rows: Iterator[tuple[int, models.Model]], batch: int) -> None:
        self.keys.setdefault(model, {})
        waiting: dict[int, models.Model] = {}
        inserted = self.archive.bytes_read
        for number, row in rows:
            if number in waiting or number in self.keys[model]:
                raise ValueError(f"the id {number} is used twice")
            waiting[number] = row
            if len(waiting) >= batch or self.archive.bytes_read - inserted > MOST_WAITING:
                self.insert(model, waiting)
                waiting, inserted = {}, self.archive.bytes_read
        self.insert(model, waiting)

    def insert(self, model: type[models.Model], waiting: dict[int, models.Model]) -> None:
        """Insert rows, then give them the archive's times, which `bulk_create` replaces by the present one."""
        rows = list(waiting.values())
        names = [column.name for column in model._meta.concrete_fields if has_automatic_time(column)]
        times = [[getattr(row, name) for name in names] for row in rows]
        model._meta.base_manager.bulk_create(rows)
        for row, moments in zip(rows, times, strict=True):
            for name, moment in zip(names, moments, strict=True):
                setattr(row, name, moment)
        if names:
            model._meta.base_manager.bulk_update(rows, names)
        self.keys[model].update({number: row.pk for number, row in waiting.items()})
        if model is Tournament and rows:
            self.tournament = Tournament.objects.get(pk=rows[0].pk)

    def add_deferred_keys(self, table: ArchiveTable) -> None:
        if table.deferred_keys:
            columns = [table.column(name) for name in table.deferred_keys]
            rows = (
                table.model(
                    pk=self.keys[table.model][row["id"]],
                    **{each.attname: self.reference(each, row.get(each.name)) for each in columns},
                )
                for row in self.lines(table.file)
            )
            while batch := list(islice(rows, BATCH)):
                table.model._meta.base_manager.bulk_update(batch, list(table.deferred_keys))
        for column in table.many_to_many_fields:
            through, source, target = column.remote_field.through, column.m2m_column_name(), column.m2m_reverse_name()
            assert through is not None
            pairs = (
                through(**{source: self.keys[table.model][row["id"]], target: self.reference(column, number)})
                for row in self.lines(table.file)
                for number in row.get(column.name, [])
            )
            while batch := list(islice(pairs, BATCH)):
                through._meta.base_manager.bulk_create(batch)


def _short(problem: Exception) -> str:
    return " ".join(str(problem).split())[:160]
