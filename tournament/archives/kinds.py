"""What an archive holds, declared: each floor says which tables it contributes, and which of their columns.

    keeps(Player, "players", of="tournament", fields="school first_name last_name number")
    leaves_out(Upload, "what came of the file is in the roster")

A new column is one more word in `fields`, or a word with its reason in `left_out`: a test fails until it is there. A
reference to the tournament itself goes without saying, since a file holds one tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any

from django.db import models

from tournament.models import Tournament
from tournament.people.models import User

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


KINDS: dict[type[models.Model], Kind] = {}
LEFT_OUT: dict[type[models.Model], str] = {}


def keeps(model: type[models.Model], name: str, *, of: str, fields: str, **more: Any) -> None:
    KINDS[model] = Kind(name, model, of, tuple(fields.split()), **more)


def leaves_out(model: type[models.Model], why: str) -> None:
    LEFT_OUT[model] = why


def kinds() -> list[Kind]:
    """In an order in which each row finds those that it refers to; the tournament is the first."""
    before = {model: kind.follows | ({Tournament} - {model}) for model, kind in KINDS.items()}
    return [KINDS[model] for model in TopologicalSorter(before).static_order()]
