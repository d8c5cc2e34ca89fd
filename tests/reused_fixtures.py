"""Fixtures that are built once per process and replayed row by row in later tests.

Most tests start from the same tournament, and building it through its verbs takes longer than the test itself. A
fixture under `@reused` runs its verbs the first time. Later tests get the rows that it wrote and a copy of what it
returned.

A recording is used only on the same database contents: it is found by the names of all reused fixtures that ran before
in the test, and any write between them turns replaying off for the rest of the test.
"""

from __future__ import annotations

import functools
import io
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar, cast

from django.apps import apps
from django.db import connection, models

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")
Rows = dict[str, dict[Any, tuple[Any, ...]]]

READS = re.compile(r"\s*(SELECT|EXPLAIN|PRAGMA|SAVEPOINT|RELEASE|ROLLBACK|SET|BEGIN)\b", re.IGNORECASE)


class _History:
    """The reused fixtures that ran in this test; None once something else wrote to the database."""

    names: tuple[str, ...] | None = ()


_history = _History()
_recordings: dict[tuple[str, ...], _Recording] = {}


@dataclass(frozen=True)
class _Table:
    name: str
    key: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class _Recording:
    """What a fixture did: the rows of each table that it added, changed, or deleted, its arguments, and its value."""

    changes: list[tuple[_Table, list[tuple[Any, ...]], list[tuple[Any, ...]], list[Any]]]
    pickled: bytes

    def replay(self, arguments: dict[str, Any]) -> Any:
        with connection.cursor() as cursor:
            for table, _, _, deleted in self.changes:  # first, because added rows may replace deleted ones
                _delete(cursor, table, deleted)
            for table, added, changed, _ in self.changes:
                _update(cursor, table, changed)
                _insert(cursor, table, added)
        attributes, value = _Unpickler(self.pickled, list(arguments.values())).load()
        for argument, attributes_after in zip(arguments.values(), attributes, strict=True):
            if attributes_after is not None:
                vars(argument).update(attributes_after)
        return value


def reused(build: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """Replay what this fixture wrote and returned when it ran on the same database contents before."""
    name = f"{build.__module__}.{build.__qualname__}"

    @functools.wraps(build)
    def fixture(*positional: Parameters.args, **arguments: Parameters.kwargs) -> Value:
        if _history.names is None or not connection.in_atomic_block:
            return build(*positional, **arguments)
        names = (*_history.names, name)
        recording = _recordings.get(names)
        if recording is None:
            before = _rows()
            value = build(*positional, **arguments)
            _recordings[names] = _Recording(_changes(before, _rows()), _pickle(arguments, value))
        else:
            value = cast(Value, recording.replay(arguments))
        _history.names = names
        return value

    return fixture


@contextmanager
def writes_noticed() -> Iterator[None]:
    """While this lasts, a write that doesn't come from a reused fixture turns replaying off."""
    with connection.execute_wrapper(_notice):
        yield


def start_test() -> None:
    """Begin with an empty database, where every recording of a first fixture can be used."""
    _history.names = ()


def _notice(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    if _history.names is not None and not READS.match(sql):
        _history.names = None
    return execute(sql, params, many, context)


# -- rows -------------------------------------------------------------------------------------------------------------


@functools.cache
def _tables() -> list[_Table]:
    concrete = [model._meta for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    return [
        _Table(meta.db_table, str(meta.pk.column), tuple(str(field.column) for field in meta.local_concrete_fields))
        for meta in concrete
    ]


def _rows() -> Rows:
    rows: Rows = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"SELECT {_listed(table.columns)} FROM {_quoted(table.name)}")  # noqa: S608
            at = table.columns.index(table.key)
            rows[table.name] = {row[at]: row for row in cursor.fetchall()}
    return rows


def _changes(before: Rows, after: Rows) -> list[Any]:
    changes = []
    for table in _tables():
        old, new = before[table.name], after[table.name]
        added = [row for key, row in new.items() if key not in old]
        changed = [row for key, row in new.items() if key in old and row != old[key]]
        deleted = [key for key in old if key not in new]
        if added or changed or deleted:
            changes.append((table, added, changed, deleted))
    return changes


def _delete(cursor: Any, table: _Table, keys: list[Any]) -> None:
    if keys:
        condition = f"{_quoted(table.key)} = %s"
        cursor.executemany(f"DELETE FROM {_quoted(table.name)} WHERE {condition}", [(key,) for key in keys])  # noqa: S608


def _update(cursor: Any, table: _Table, rows: list[tuple[Any, ...]]) -> None:
    if rows:
        at = table.columns.index(table.key)
        sets = ", ".join(f"{_quoted(column)} = %s" for column in table.columns)
        cursor.executemany(
            f"UPDATE {_quoted(table.name)} SET {sets} WHERE {_quoted(table.key)} = %s",  # noqa: S608
            [(*row, row[at]) for row in rows],
        )


def _insert(cursor: Any, table: _Table, rows: list[tuple[Any, ...]]) -> None:
    if rows:
        marks = ", ".join(["%s"] * len(table.columns))
        cursor.executemany(
            f"INSERT INTO {_quoted(table.name)} ({_listed(table.columns)}) VALUES ({marks})",  # noqa: S608
            rows,
        )


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _listed(columns: tuple[str, ...]) -> str:
    return ", ".join(map(_quoted, columns))


# -- values -----------------------------------------------------------------------------------------------------------
# A value that refers to an argument refers to the argument of the later test as well.


def _pickle(arguments: dict[str, Any], value: Any) -> bytes:
    file = io.BytesIO()
    attributes = [vars(each) if isinstance(each, models.Model) else None for each in arguments.values()]
    _Pickler(file, list(arguments.values())).dump((attributes, value))
    return file.getvalue()


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, arguments: list[Any]) -> None:
        super().__init__(file)
        self.places = {id(argument): place for place, argument in enumerate(arguments)}

    def persistent_id(self, value: Any) -> int | None:
        return self.places.get(id(value))


class _Unpickler(pickle.Unpickler):
    def __init__(self, pickled: bytes, arguments: list[Any]) -> None:
        super().__init__(io.BytesIO(pickled))
        self.arguments = arguments

    def persistent_load(self, place: Any) -> Any:
        return self.arguments[place]
