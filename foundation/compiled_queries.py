"""Statements that every save makes: put into SQL once for each thread, and from then on only sent.

    WHO = Question(lambda: User.objects.filter(pk=Given("pk")))
    person = WHO.one(pk=7)

Django writes the SQL of a queryset anew each time, which takes several times as long as the database takes to answer.
Only the words are kept: each call goes to the database, and what comes back is of that moment.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.base import ModelState
from django.db.models.expressions import Expression
from django.db.models.query import ModelIterable
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=models.Model)
R = TypeVar("R")


class Given(Expression):
    """A gap in a statement: what belongs there comes when it is sent."""

    def __init__(self, name: str) -> None:
        super().__init__(output_field=models.Field())
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


def _database() -> Any:
    """Itself: `django.db.connection` looks it up at every step."""
    return connections[DEFAULT_DB_ALIAS]


def _filled(params: tuple[Any, ...], given: dict[str, Any]) -> list[Any]:
    return [given[each.name] if isinstance(each, Given) else each for each in params]


class Question(threading.local, Generic[R]):
    """A queryset with gaps for numbers and texts. Called with them, it answers with the rows."""

    def __init__(self, queryset: Callable[[], models.QuerySet[Any, R]]) -> None:
        self.queryset = queryset
        self.written: _Select | None = None

    def __call__(self, **given: Any) -> list[R]:
        self.written = self.written or _Select(self.queryset())
        return list(self.written.rows(given))

    def one(self, **given: Any) -> R:
        for found in self(**given):
            return found
        model: Any = self.queryset().model
        raise model.DoesNotExist


class Several(threading.local, Generic[R]):
    """A queryset with a gap for some keys, which is given a list. A longer list has a statement of its own.

        OF_TEAMS = Several(lambda teams: Place.objects.filter(entry__team__pk__in=teams))
        places = OF_TEAMS([7, 12])

    Their number goes up to the next power of two, so that there are few statements: the last key is said again.
    """

    def __init__(self, queryset: Callable[[list[Any]], models.QuerySet[Any, R]]) -> None:
        self.queryset = queryset
        self.by_count: dict[int, Question[R]] = {}

    def __call__(self, keys: Iterable[int], **given: Any) -> list[R]:
        wanted = list(keys)
        if not wanted:
            return []
        count = 1 << (len(wanted) - 1).bit_length()
        wanted += wanted[-1:] * (count - len(wanted))
        if count not in self.by_count:
            gaps = [Given(f"key{at}") for at in range(count)]
            self.by_count[count] = Question(lambda: self.queryset(gaps))
        return self.by_count[count](**{f"key{at}": key for at, key in enumerate(wanted)}, **given)


class _Select:
    """A queryset in SQL, and how its rows become objects, or plain rows."""

    def __init__(self, queryset: models.QuerySet[Any]) -> None:
        self.compiler = queryset.query.get_compiler(queryset.db)
        self.sql, self.params = self.compiler.as_sql()
        self.converters = self.compiler.get_converters([column for column, *_ in self.compiler.select])
        is_plain = not issubclass(queryset._iterable_class, ModelIterable)
        self.maker = None if is_plain else _Maker(self.compiler.klass_info, self.compiler.select, queryset.db)

    def rows(self, given: dict[str, Any]) -> Iterator[Any]:
        with _database().cursor() as cursor:
            cursor.execute(self.sql, _filled(self.params, given))
            rows = cursor.fetchall()
        made: dict[Any, models.Model] = {}
        for row in self.compiler.apply_converters(rows, self.converters):
            if self.maker is None:
                yield tuple(row)
                continue
            found = self.maker.new(row, made)
            for name, at in self.compiler.annotation_col_map.items():
                setattr(found, name, row[at])
            yield found


class _Maker:
    """How columns become an object with all that it points to, as Django makes them when nobody listens to it.

    Django asks each field of each object how it is set, which takes longer than to read the row.
    """

    def __init__(self, about: Any, select: Any, db: str) -> None:
        self.model, self.db = about["model"], db
        columns = about["select_fields"]
        self.own = slice(columns[0], columns[-1] + 1)
        self.names = [column.target.attname for column, *_ in select[self.own]]
        self.key = columns[0] + self.names.index(self.model._meta.pk.attname)
        self.related = [
            (_Maker(each, select, db), each["local_setter"], each["remote_setter"])
            for each in about.get("related_klass_infos", [])
        ]

    def new(self, row: Any, made: dict[Any, models.Model]) -> Any:
        """What several rows point to, the table of all its seats, is made once, with all that it points to itself."""
        found = self.model.__new__(self.model)
        found._state = state = ModelState()
        state.adding, state.db = False, self.db
        found.__dict__.update(zip(self.names, row[self.own], strict=True))
        for maker, set_here, set_there in self.related:
            key = maker, row[maker.key]
            if row[maker.key] is not None and key not in made:
                made[key] = maker.new(row, made)
                set_there(made[key], found)
            set_here(found, made.get(key))
        return found


class Addition(threading.local, Generic[M]):
    """A new row of a model, as `objects.create(…)` makes it."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
        self.sql = ""

    def __call__(self, **values: Any) -> M:
        row, database = self.model(**values), _database()
        self.sql = self.sql or self._insert(row)
        params = [field.get_db_prep_save(field.pre_save(row, add=True), database) for field in self.fields]
        with database.cursor() as cursor:
            cursor.execute(self.sql, params)
            (row.pk,) = cursor.fetchone()
        row._state.adding, row._state.db = False, database.alias
        return row

    def _insert(self, row: M) -> str:
        query = InsertQuery(self.model)
        query.insert_values(self.fields, [row])
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.returning_fields = [self.model._meta.pk]
        [(sql, _)] = compiler.as_sql()
        return str(sql)


class Change(threading.local, Generic[M]):
    """Other values in one row, as `filter(pk=row.pk).update(…)` writes them; the row at hand has them too."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.written: dict[tuple[str, ...], tuple[str, tuple[Any, ...]]] = {}

    def __call__(self, row: M, **values: Any) -> None:
        names, database = tuple(values), _database()
        if names not in self.written:
            self.written[names] = self._update(names)
        given = {"pk": row.pk}
        for name, value in values.items():
            setattr(row, name, value)
            field: Any = self.model._meta.get_field(name)
            given[name] = field.get_db_prep_save(getattr(row, field.attname), database)
        sql, params = self.written[names]
        with database.cursor() as cursor:
            cursor.execute(sql, _filled(params, given))

    def _update(self, names: tuple[str, ...]) -> tuple[str, tuple[Any, ...]]:
        query: Any = self.model._default_manager.filter(pk=Given("pk")).query.chain(UpdateQuery)
        query.add_update_values({name: Given(name) for name in names})
        sql, params = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        return sql, params
