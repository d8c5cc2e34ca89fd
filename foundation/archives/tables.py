"""Declares what an archive holds: each floor lists its tables, and which of their columns are kept.

    ARCHIVE_TABLES = ArchiveTables(
        kept=(archive_table(Player, "players", tournament_path="tournament", fields="school first_name number"),),
        left_out={Upload: "what came of the file is in the roster"},
    )

A new column goes into `fields`, or with a reason into `left_out`: a test fails until it is there. The foreign key to
the tournament isn't listed, since a file holds one tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any

from django.db import models

from foundation import hooks
from foundation.people.models import User
from foundation.tournaments import Tournament

Refer = Callable[[type[models.Model], Any], int | None]
JsonConverter = Callable[[Any, Refer], Any]
CompleteRow = Callable[[Any], None]

PEOPLE = "people"


@dataclass(frozen=True)
class ArchiveTable:
    """The rows of one table, in the file `<name>.jsonl`.

    `tournament_path`: the lookup path from a row to its tournament. `json_converters`: translate keys of other rows
    inside a JSON column, in both directions. `deferred_keys`: foreign keys that are set after all rows exist, since
    those rows refer back to this table. `file_columns`: columns that are written as separate files. `natural_key`: the
    unique column of rows that tournaments share. `complete_row`: checks and completes a row during the import; raises
    `Refused` or ValueError. `optional`: only exported on request.
    """

    name: str
    model: type[models.Model]
    tournament_path: str
    fields: tuple[str, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    json_converters: Mapping[str, JsonConverter] = field(default_factory=dict)
    deferred_keys: tuple[str, ...] = ()
    file_columns: Mapping[str, str] = field(default_factory=dict)
    natural_key: str = ""
    complete_row: CompleteRow | None = None
    optional: bool = False

    @property
    def file(self) -> str:
        return f"{self.name}.jsonl"

    @property
    def has_id(self) -> bool:
        """False for a table whose primary key is a foreign key."""
        return self.model._meta.pk.remote_field is None

    def column(self, name: str) -> models.Field[Any, Any]:
        field = self.model._meta.get_field(name)
        assert isinstance(field, models.Field)
        return field

    @property
    def columns(self) -> list[models.Field[Any, Any]]:
        """Return the columns that are written in the row itself."""
        named = [self.column(name) for name in self.fields if name not in self.file_columns]
        return [each for each in named if not each.many_to_many]

    @property
    def many_to_many_fields(self) -> list[models.ManyToManyField[Any, Any]]:
        """Return the many-to-many fields, written as lists."""
        named = [self.column(name) for name in self.fields]
        return [each for each in named if isinstance(each, models.ManyToManyField)]

    @property
    def depends_on(self) -> set[type[models.Model]]:
        """Return the tables that must be imported before this one."""
        targets = {
            each.related_model for each in self.columns if each.remote_field and each.name not in self.deferred_keys
        }
        return {each for each in targets if isinstance(each, type)} - {self.model, User}

    @property
    def points_to_itself(self) -> bool:
        return any(each.related_model is self.model for each in self.columns)


def archive_table(
    model: type[models.Model], name: str, *, tournament_path: str, fields: str, **more: Any
) -> ArchiveTable:
    """Declare a table that archives keep, with its columns as words of `fields`."""
    return ArchiveTable(name, model, tournament_path, tuple(fields.split()), **more)


def tables_by_model() -> dict[type[models.Model], ArchiveTable]:
    """Return every table that archives keep."""
    return {table.model: table for declared in hooks.archive_tables for table in declared.kept}


def left_out() -> dict[type[models.Model], str]:
    """Return every table that archives leave out, with the reason."""
    return {model: why for declared in hooks.archive_tables for model, why in declared.left_out.items()}


def tables_in_order() -> list[ArchiveTable]:
    """Return the tables, each after the ones that it refers to. The tournament is first."""
    tables = tables_by_model()
    before = {model: table.depends_on | ({Tournament} - {model}) for model, table in tables.items()}
    return [tables[model] for model in TopologicalSorter(before).static_order()]
