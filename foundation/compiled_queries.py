"""Querysets whose SQL is compiled once per thread and reused, for the few reads that every save or poll makes.

    SESSION = CompiledSelect(lambda: Session.objects.select_related("user").filter(session_key=Param("key")))
    session = SESSION.get(key="abc")

Compiling a queryset with several joins takes Django longer than the database needs to answer it. Only the SQL is
kept: every call goes to the database, and Django runs the statement and builds the objects as for any queryset.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from django.db import models
from django.db.models.expressions import Expression
from django.db.models.sql import Query

M = TypeVar("M", bound=models.Model)
R = TypeVar("R")


class Param(Expression):
    """A placeholder in a compiled query. Its value is given with each call, in the form that the database takes."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=models.Field())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


class CompiledSelect(threading.local, Generic[M, R]):
    """A queryset with `Param`s in it. It returns objects, or dictionaries after `.values()`; no `values_list()`."""

    def __init__(self, build: Callable[[], models.QuerySet[M, R]]) -> None:
        self.build = build
        self.queryset: models.QuerySet[M, R] | None = None

    def __call__(self, **values: Any) -> list[R]:
        if self.queryset is None:
            compiled = self.build()
            compiled.query = CompiledQuery.compile(compiled.query, compiled.db)
            self.queryset = compiled
        queryset = self.queryset.all()
        queryset.query.values = values  # type: ignore[attr-defined]
        return list(queryset)

    def first(self, **values: Any) -> R | None:
        """Return the first row; None if there is none."""
        return next(iter(self(**values)), None)

    def get(self, **values: Any) -> R:
        """Return the first row; raise DoesNotExist if there is none."""
        for row in self(**values):
            return row
        model: Any = self.build().model
        raise model.DoesNotExist


class CompiledQuery(Query):
    """A query that knows its SQL. The copies that a queryset makes of it share the SQL and have their own values."""

    prepared: Any  # the compiler that produced the SQL, which knows how to read the rows
    sql: str
    params: tuple[Any, ...]
    values: Mapping[str, Any]

    @classmethod
    def compile(cls, query: Query, using: str) -> CompiledQuery:
        compiled: Any = query.chain(cls)
        compiled.prepared = query.get_compiler(using)
        compiled.sql, compiled.params = compiled.prepared.as_sql()
        return compiled

    def clone(self) -> CompiledQuery:
        """A shallow copy is enough: nothing is added to a compiled query."""
        return copy.copy(self)

    def get_compiler(self, using: str | None = None, connection: Any = None, elide_empty: bool = True) -> Any:
        compiler = copy.copy(self.prepared)
        params = [self.values[each.name] if isinstance(each, Param) else each for each in self.params]
        compiler.as_sql = lambda: (self.sql, params)
        return compiler
