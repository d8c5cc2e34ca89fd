"""Statements that every save makes: put into SQL once for each thread, and from then on only sent.

    WHO = Question(lambda: User.objects.filter(pk=Given("pk")))
    person = WHO.one(pk=7)

Django writes the SQL of a queryset anew each time, which takes several times as long as the database takes to answer.
Only the words are kept: each call goes to the database, and what comes back is of that moment.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.expressions import Expression
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=models.Model)


class Given(Expression):
    """A gap in a statement: what belongs there comes when it is sent."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=models.Field())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


def _filled(params: tuple[Any, ...], given: dict[str, Any]) -> list[Any]:
    return [given[each.name] if isinstance(each, Given) else each for each in params]


class Question(threading.local, Generic[M]):
    """A queryset with gaps for numbers and texts. Called with them, it answers with the rows."""

    def __init__(self, queryset: Callable[[], models.QuerySet[M]]) -> None:
        self.queryset = queryset
        self.written: _Select | None = None

    def __call__(self, **given: int | str) -> list[M]:
        self.written = self.written or _Select(self.queryset())
        return list(self.written.rows(given))

    def one(self, **given: int | str) -> M:
        for found in self(**given):
            return found
        model: Any = self.queryset().model
        raise model.DoesNotExist


class _Select:
    """A queryset in SQL, and how its rows become objects: as Django's `ModelIterable` makes them."""

    def __init__(self, queryset: models.QuerySet[Any]) -> None:
        self.db = queryset.db
        self.compiler = queryset.query.get_compiler(self.db)
        self.sql, self.params = self.compiler.as_sql()
        select, about = self.compiler.select, self.compiler.klass_info
        self.model, columns = about["model"], about["select_fields"]
        self.own = slice(columns[0], columns[-1] + 1)
        self.names = [column.target.attname for column, *_ in select[self.own]]
        self.related = get_related_populators(about, select, self.db)  # type: ignore[call-arg]
        self.converters = self.compiler.get_converters([column for column, *_ in select])

    def rows(self, given: dict[str, int | str]) -> Iterator[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, _filled(self.params, given))
            rows = cursor.fetchall()
        for row in self.compiler.apply_converters(rows, self.converters):
            found = self.model.from_db(self.db, self.names, row[self.own])
            for each in self.related:
                each.populate(row, found)
            for name, at in self.compiler.annotation_col_map.items():
                setattr(found, name, row[at])
            yield found


class Addition(threading.local, Generic[M]):
    """A new row of a model, as `objects.create(…)` makes it."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.sql = ""

    def __call__(self, **values: Any) -> M:
        row = self.model(**values)
        fields = [field for field in self.model._meta.concrete_fields if not field.primary_key]
        self.sql = self.sql or self._insert(row, fields)
        params = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            (row.pk,) = cursor.fetchone()
        row._state.adding, row._state.db = False, connection.alias
        return row

    def _insert(self, row: M, fields: list[Any]) -> str:
        query = InsertQuery(self.model)
        query.insert_values(fields, [row])
        compiler = query.get_compiler(connection.alias)
        compiler.returning_fields = [self.model._meta.pk]
        [(sql, _)] = compiler.as_sql()
        return str(sql)


class Change(threading.local, Generic[M]):
    """Other values in one row, as `filter(pk=row.pk).update(…)` writes them; the row at hand has them too."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.written: dict[tuple[str, ...], tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, row: M, **values: Any) -> None:
        names = tuple(values)
        if names not in self.written:
            self.written[names] = self._update(names)
        given = {"pk": row.pk}
        for name, value in values.items():
            setattr(row, name, value)
            field: Any = self.model._meta.get_field(name)
            given[name] = field.get_db_prep_save(getattr(row, field.attname), connection)
        sql, params = self.written[names]
        with connection.cursor() as cursor:
            cursor.execute(sql, _filled(params, given))

    def _update(self, names: tuple[str, ...]) -> tuple[str, tuple[Any, ...]]:
        query: Any = self.model._default_manager.filter(pk=Given("pk")).query.chain(UpdateQuery)
        query.add_update_values({name: Given(name) for name in names})
        sql, params = query.get_compiler(connection.alias).as_sql()
        return sql, params
