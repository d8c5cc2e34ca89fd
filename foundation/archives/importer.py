"""How an archive becomes a tournament of this installation: row by row, with new keys, all or nothing.

Who did things elsewhere becomes a person here without an account, known by name alone: nobody gets rights by it, and
that a second person verified a sheet stays true.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.models.sql import InsertQuery
from django.utils import timezone

from foundation.archives.archive_file import Archive
from foundation.archives.column_values import is_plain, read, when_missing
from foundation.archives.exporter import README
from foundation.archives.tables import PEOPLE, Kind, kinds
from foundation.errors import Refused
from foundation.people.models import User
from foundation.tournaments import Tournament, free_slug

BATCH = 500
MOST_WAITING = 2_000_000  # bytes of an archive whose rows wait for the database: in memory they are many times more
CANNOT_BE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)
NEWER = "This archive has {what}, which this Headtable does not know. Bring this installation up to date first."


def read_in(archive: Archive) -> Tournament:
    """The tournament, whole; a file that contradicts itself is refused, and nothing of it stays."""
    reader = _Reader(archive)
    try:
        with transaction.atomic():
            return reader.read()
    except (IntegrityError, DataError) as problem:
        raise Refused(f"This archive contradicts itself: {_short(problem)}", field="file") from None
    except CANNOT_BE as problem:
        raise Refused(f"{reader.at or 'This archive'} cannot be: {_short(problem)}.", field="file") from None


class _Reader:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.keys: dict[type[models.Model], dict[int, Any]] = {User: {}}
        self.tournament: Tournament | None = None
        self.at = ""

    def read(self) -> Tournament:
        self.look_for_strangers()
        self.insert_all(User, self.people(), BATCH)
        for kind in kinds():
            alone = 1 if kind.points_to_itself else BATCH
            self.insert_all(kind.model, self.rows(kind), alone)
            if self.tournament is None:
                raise Refused("There is no tournament in this archive.", field="file")
        for kind in kinds():
            self.add_what_comes_later(kind)
        assert self.tournament is not None  # it is the first of all kinds
        return self.tournament

    def look_for_strangers(self) -> None:
        patterns = [address.partition("{id}")[0] for kind in kinds() for address in kind.files.values()]
        known = {README, f"{PEOPLE}.jsonl", *(kind.file for kind in kinds())}
        strange = [name for name in self.archive.names - known if not name.startswith(tuple(patterns))]
        if strange:
            raise Refused(NEWER.format(what=f"a file {min(strange)}"), field="file")

    def people(self) -> Iterator[tuple[int, models.Model]]:
        for row in self.lines(f"{PEOPLE}.jsonl"):
            name = read(User._meta.get_field("name"), row["name"])
            user = User(name=name, is_active=False, password=make_password(None), created_at=timezone.now())
            yield self.number(row), user

    def rows(self, kind: Kind) -> Iterator[tuple[int, models.Model]]:
        for count, row in enumerate(self.lines(kind.file), 1):
            if kind.model is Tournament and count > 1:
                raise ValueError("a second tournament")
            number = self.number(row) if kind.has_id else count
            known = self.known_already(kind, row)
            if known is not None:
                self.keys.setdefault(kind.model, {})[number] = known
                continue
            yield number, self.made(kind, row, number)

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """Objects of a file; whatever goes wrong while one is worked on is told with its line."""
        for number, row in self.archive.lines(name):
            self.at = f"Line {number} of {name} in this archive"
            if not is_plain(row):
                raise Refused(f"{self.at} has letters that cannot be kept.", field="file")
            yield row
        self.at = ""

    def number(self, row: dict[str, Any]) -> int:
        number = row["id"]
        if not isinstance(number, int) or isinstance(number, bool):
            raise ValueError("id")
        return number

    def known_already(self, kind: Kind, row: dict[str, Any]) -> Any:
        """Of what tournaments share, this installation may have the same."""
        if not kind.known_by:
            return None
        same = kind.model._meta.base_manager.filter(**{kind.known_by: str(row[kind.known_by])})
        return same.values_list("pk", flat=True).first()

    def made(self, kind: Kind, row: dict[str, Any], number: int) -> models.Model:
        strange = set(row) - set(kind.fields) - {"id"}
        if strange:
            raise Refused(NEWER.format(what=f"“{min(strange)}” in {kind.file}"), field="file")
        made = kind.model()
        for column in kind.model._meta.concrete_fields:
            if not column.primary_key or column.remote_field:
                setattr(made, column.attname, self.value(kind, column, row, number))
        if isinstance(made, Tournament):
            made.slug = free_slug(made.name)
        if kind.settle:
            kind.settle(made)
        return made

    def value(self, kind: Kind, column: models.Field[Any, Any], row: dict[str, Any], number: int) -> Any:
        if column.related_model is Tournament:
            return self.tournament and self.tournament.pk
        if column.name in kind.files:
            content = self.archive.content(kind.files[column.name].format(id=number))
            return read(column, content.decode()) if isinstance(column, models.TextField) else content
        if column.name in kind.later:
            return None
        if column.name not in kind.fields or column.name not in row:
            return when_missing(column, is_settled=column.name in kind.left_out)
        if column.remote_field:
            return self.reference(column, row[column.name])
        value = row[column.name]
        if column.name in kind.inside:
            value = kind.inside[column.name](value, self.refer)
        return read(column, value)

    def reference(self, column: models.Field[Any, Any], number: Any) -> Any:
        if number is None and column.null:
            return None
        key = self.refer(column.related_model, number)
        if key is None:
            raise Refused(f"{self.at} speaks of a {column.name} that is not in it.", field="file")
        return key

    def refer(self, model: Any, number: Any) -> Any:
        return self.keys.get(model, {}).get(number)

    def insert_all(self, model: type[models.Model], rows: Iterator[tuple[int, models.Model]], batch: int) -> None:
        self.keys.setdefault(model, {})
        waiting: dict[int, models.Model] = {}
        inserted = self.archive.handed_out
        for number, row in rows:
            if number in waiting or number in self.keys[model]:
                raise ValueError(f"there are two with the number {number}")
            waiting[number] = row
            if len(waiting) >= batch or self.archive.handed_out - inserted > MOST_WAITING:
                self.insert(model, waiting)
                waiting, inserted = {}, self.archive.handed_out
        self.insert(model, waiting)

    def insert(self, model: type[models.Model], waiting: dict[int, models.Model]) -> None:
        """As the rows are: moments that a model writes by itself are those of the archive."""
        columns = [each for each in model._meta.concrete_fields if not isinstance(each, models.AutoField)]
        rows = list(waiting.values())
        size = max(connection.ops.bulk_batch_size(columns, rows), 1)
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            query = InsertQuery(model)
            query.insert_values(columns, part, raw=True)
            keys = query.get_compiler(connection.alias).execute_sql([model._meta.pk])
            for row, (key,) in zip(part, keys, strict=True):
                row.pk = key
        self.keys[model].update({number: row.pk for number, row in waiting.items()})
        if model is Tournament and rows:
            self.tournament = Tournament.objects.get(pk=rows[0].pk)

    def add_what_comes_later(self, kind: Kind) -> None:
        if kind.later:
            columns = [kind.column(name) for name in kind.later]
            rows = (
                kind.model(
                    pk=self.keys[kind.model][row["id"]],
                    **{each.attname: self.reference(each, row.get(each.name)) for each in columns},
                )
                for row in self.lines(kind.file)
            )
            while batch := list(islice(rows, BATCH)):
                kind.model._meta.base_manager.bulk_update(batch, list(kind.later))
        for column in kind.lists:
            through, source, target = column.remote_field.through, column.m2m_column_name(), column.m2m_reverse_name()
            assert through is not None
            pairs = (
                through(**{source: self.keys[kind.model][row["id"]], target: self.reference(column, number)})
                for row in self.lines(kind.file)
                for number in row.get(column.name, [])
            )
            while batch := list(islice(pairs, BATCH)):
                through._meta.base_manager.bulk_create(batch)


def _short(problem: Exception) -> str:
    return " ".join(str(problem).split())[:160]
