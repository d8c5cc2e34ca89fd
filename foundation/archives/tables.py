"""What an archive holds, declared: each floor says which tables it contributes, and which of their columns.

    ARCHIVE_TABLES = ArchiveTables(
        kept=(keep(Player, "players", of="tournament", fields="school first_name last_name number"),),
        left_out={Upload: "what came of the file is in the roster"},
    )

A new column is one more word in `fields`, or a word with its reason in `left_out`: a test fails until it is there. A
reference to the tournament itself goes without saying, since a file holds one tournament.
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
Inside = Callable[[Any, Refer], Any]
Settle = Callable[[Any], None]

PEOPLE = "people"


@dataclass(frozen=True)
class Kind:
    """Rows of one table, in the file `<name>.jsonl`. `of`: the way from a row to its tournament.

    `inside`: how numbers of other rows inside a JSON column are translated, in both directions. `later`: columns that
    point to rows which themselves point here. `files`: columns whose contents are files of their own. `known_by`: the
    column by which rows that tournaments share are recognized. `settle`: a last look at a row on its way in, which
    raises `Refused` or ValueError for what cannot be. `optional`: only if it was asked for.
    """

    name: str
    model: type[models.Model]
    of: str
    fields: tuple[str, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    inside: Mapping[str, Inside] = field(default_factory=dict)
    later: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    known_by: str = ""
    settle: Settle | None = None
    optional: bool = False

    @property
    def file(self) -> str:
        return f"{self.name}.jsonl"

    @property
    def has_id(self) -> bool:
        """A row that only adds to another one has no number of its own."""
        return self.model._meta.pk.remote_field is None

    def column(self, name: str) -> models.Field[Any, Any]:
        found = self.model._meta.get_field(name)
        assert isinstance(found, models.Field)
        return found

    @property
    def columns(self) -> list[models.Field[Any, Any]]:
        """Those that stand in the row itself."""
        named = [self.column(name) for name in self.fields if name not in self.files]
        return [each for each in named if not each.many_to_many]

    @property
    def lists(self) -> list[models.ManyToManyField[Any, Any]]:
        """References to many rows of the same kind, written as a list."""
        named = [self.column(name) for name in self.fields]
        return [each for each in named if isinstance(each, models.ManyToManyField)]

    @property
    def follows(self) -> set[type[models.Model]]:
        """Tables whose rows must be there before."""
        targets = {each.related_model for each in self.columns if each.remote_field and each.name not in self.later}
        return {each for each in targets if isinstance(each, type)} - {self.model, User}

    @property
    def points_to_itself(self) -> bool:
        return any(each.related_model is self.model for each in self.columns)


def keep(model: type[models.Model], name: str, *, of: str, fields: str, **more: Any) -> Kind:
    """Declare a table that archives keep, with its columns as words of `fields`."""
    return Kind(name, model, of, tuple(fields.split()), **more)


def kinds_by_model() -> dict[type[models.Model], Kind]:
    """Return every table that archives keep."""
    return {kind.model: kind for tables in hooks.archive_tables for kind in tables.kept}


def left_out() -> dict[type[models.Model], str]:
    """Return every table that archives leave out, with the reason."""
    return {model: why for tables in hooks.archive_tables for model, why in tables.left_out.items()}


def kinds() -> list[Kind]:
    """Return the tables in an order in which each row finds those that it refers to. The tournament is first."""
    found = kinds_by_model()
    before = {model: kind.follows | ({Tournament} - {model}) for model, kind in found.items()}
    return [found[model] for model in TopologicalSorter(before).static_order()]
