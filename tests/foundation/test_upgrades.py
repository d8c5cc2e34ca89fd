"""Upgrades: the data of every released version survives all later migrations, without downtime.

`tests/data/versions/<version>.jsonl.gz` is the database of a version, made by `python -m tests.data.versions.make`.
While machines are upgraded one by one, the previous version runs on the new tables. So a version may add what the
previous one need not know, and remove only what the previous one no longer reads.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management.color import no_style
from django.db import connection, migrations, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, CharField, DateTimeField, Field
from django.test import Client

from foundation.activity.models import LogLine
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests.scoring.full_tournament import import_from_bytes, standings_snapshot

ROOT = Path(__file__).parents[2]
VERSIONS = sorted((ROOT / "tests" / "data" / "versions").glob("*.jsonl.gz"))
SAMPLE = ROOT / "tests" / "data" / "archives" / "format-1.headtable.zip"


def migrate(targets: list[tuple[str, str | None]] | None = None) -> Any:
    """Migrate to these migrations, or to the newest; return the state of all models."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    if targets is not None:
        known = {app for app, _ in targets}
        targets = [*targets, *((app, None) for app, _ in newest if app not in known)]
    executor.migrate(targets or newest)
    applied = [(app, name) for app, name in targets or newest if name]
    return MigrationExecutor(connection).loader.project_state(applied).apps


def load(apps: Any, lines: Iterator[str]) -> dict[str, int]:
    """Load the rows with their keys; return how many of each model."""
    by_model: dict[str, list[Any]] = {}
    for label, fields in map(json.loads, lines):
        model = apps.get_model(label)
        columns = {each.name: each for each in model._meta.concrete_fields}
        values = {columns[name].attname: columns[name].to_python(value) for name, value in fields.items()}
        by_model.setdefault(label, []).append(model(**values))
    write(by_model.values())
    return {label: len(rows) for label, rows in by_model.items()}


def write(tables: Collection[list[Any]]) -> None:
    """Group the rows by model, with the columns that the models know."""
    with transaction.atomic():
        for rows in tables:
            model = type(rows[0])
            for column in model._meta.concrete_fields:
                if isinstance(column, DateTimeField):
                    column.auto_now = column.auto_now_add = False  # the rows bring their times
            model._meta.base_manager.bulk_create(rows)
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), [type(rows[0]) for rows in tables]):
            cursor.execute(sql)


def test_every_released_version_is_kept() -> None:
    """Every released version in the changelog has a database file."""
    headings = [line[3:].split()[0] for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line[:3] == "## "]
    kept = {path.name.removesuffix(".jsonl.gz") for path in VERSIONS}
    assert set(headings) - {"Unreleased"} <= kept
    assert "0.1.0.dev1" in kept  # before the first release, so that there is always one to start from


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_database_of_a_released_version_is_migrated(version: Path) -> None:
    """The standings equal those of the same tournament imported by this version; history, people, and pages are there.

    Before that, the previous version works on the new tables.
    """
    lines = iter(gzip.decompress(version.read_bytes()).decode().splitlines())
    targets = [(app, name) for app, name in json.loads(next(lines))]
    try:
        counts = load(migrate(targets), lines)
    finally:
        migrate()
    connection.check_constraints()
    rewrite_rows_with_previous_version()
    kept = Tournament.objects.get()
    director = User.objects.get(email="dana@example.org")
    assert (LogLine.objects.count(), User.objects.count()) >= (counts["activity.logline"], counts["people.user"])
    client = Client()
    client.force_login(director)
    pages = [kept.get_absolute_url() + page for page in ("", "roster/", "standings/", "sheets/", "staff/", "protests/")]
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)
    assert standings_snapshot(kept) == standings_snapshot(import_from_bytes(SAMPLE.read_bytes(), Actor(user=director)))


# -- safe while the version before still serves -----------------------------------------------------------------------

# Up to here nothing was released: nobody serves anything older. Newer ones are held to the rules.
BEFORE_THE_FIRST_RELEASE = {
    "activity": 2, "backups": 1, "checker": 1, "checkin": 2, "coach": 1, "jobs": 2, "judging": 4, "own_cases": 1,
    "pairings": 1, "penalties": 1, "people": 4, "printing": 1, "protests": 1, "rooms": 1, "rosters": 8, "rounds": 2,
    "scoring": 6, "seasons": 1, "tournament": 11,
}  # fmt: skip
TAKES_AWAY = (migrations.RemoveField, migrations.DeleteModel, migrations.RenameField, migrations.RenameModel)


def rewrite_rows_with_previous_version() -> None:
    """Its models can read every row of the new tables, and insert each again without the columns they do not know."""
    stood, lines = standings_snapshot(Tournament.objects.get()), LogLine.objects.count()
    models = [model for model in version_before().get_models() if model._meta.managed]
    tables = [rows for rows in (list(model._meta.base_manager.all()) for model in models) if rows]
    assert {"scoring.Entry", "pairings.Seat", "people.User"} <= {rows[0]._meta.label for rows in tables}
    connection.ops.execute_sql_flush(
        connection.ops.sql_flush(no_style(), [model._meta.db_table for model in models], allow_cascade=True)
    )
    assert not Tournament.objects.exists()
    write(tables)
    connection.check_constraints()
    assert (standings_snapshot(Tournament.objects.get()), LogLine.objects.count()) == (stood, lines)


def version_before() -> Any:
    """The models of the previous version, as of its migrations."""
    loader = MigrationLoader(None)
    last = {app: BEFORE_THE_FIRST_RELEASE.get(app) for app, _ in loader.graph.leaf_nodes()}
    return loader.project_state([each for each in loader.graph.nodes if last[each[0]] in (None, int(each[1][:4]))]).apps


# By hand, after reading: what is listed here the version before does not touch ("app.0012_name": why).
LOOKED_AT: dict[str, str] = {
    "rounds.0003_playoffs": "the version before leaves the new column to its default, which the constraint allows",
    "judging.0005_moments": "the columns are the same; the program fills them in by another clock",
    "scoring.0007_played_elsewhere": "the constraint is made anew, and refuses less than that of the version before",
}


ONLY_WORDS = ("choices", "help_text", "verbose_name")  # options of a field that the database never sees


def alters_only_words(old: Field[Any, Any], new: Field[Any, Any]) -> bool:
    """Whether both fields have the same column, so that it takes what either version writes."""

    def column(field: Field[Any, Any]) -> tuple[str, Sequence[Any], dict[str, Any]]:
        _, path, arguments, options = field.deconstruct()
        return path, arguments, {name: value for name, value in options.items() if name not in ONLY_WORDS}

    return column(old) == column(new)


def problem_of(operation: Any) -> str:
    """Return why the previous version could not run on the new tables; empty if it can."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return next(filter(None, map(problem_of, operation.database_operations)), "")
    if isinstance(operation, (*TAKES_AWAY, migrations.AlterModelTable)):
        return "takes away or renames what the version before asks for"
    if isinstance(operation, migrations.AddField) and not operation.field.many_to_many:
        field = operation.field
        if not field.null and field.db_default is NOT_PROVIDED:
            return "is a column that the version before does not fill in: null=True or db_default"
    if isinstance(operation, migrations.AlterField):
        return "may refuse what the version before writes"
    if isinstance(operation, migrations.AddConstraint | migrations.AlterUniqueTogether):
        return "may refuse what the version before writes"
    if isinstance(operation, migrations.RunPython | migrations.RunSQL) and not operation.reversible:
        return "cannot be gone back from"
    if isinstance(operation, migrations.RunSQL):
        return "is SQL that nobody but a reader can judge"
    return ""


def new_migrations() -> Iterator[tuple[str, list[Any]]]:
    """Yield each migration since the first release, with its operations that do more than alter words."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        is_ours = (ROOT / migration.__module__.split(".")[0]).is_dir()
        if is_ours and int(name[:4]) > BEFORE_THE_FIRST_RELEASE.get(app, 0):
            yield f"{app}.{name}", list(operations_on_columns(app, migration, loader.project_state((app, name), False)))


def operations_on_columns(app: str, migration: migrations.Migration, state: ProjectState) -> Iterator[Any]:
    for operation in migration.operations:
        if not (isinstance(operation, migrations.AlterField) and alters_only_words(*fields_of(operation, app, state))):
            yield operation
        operation.state_forwards(app, state)


def fields_of(operation: migrations.AlterField, app: str, state: ProjectState) -> tuple[Any, Any]:
    """Return the field as it is in this state, and as the operation makes it."""
    return state.models[app, operation.model_name_lower].fields[operation.name], operation.field


def test_new_migrations_are_safe_while_the_previous_version_serves() -> None:
    """A new table may have what it likes; its constraints come with it."""
    wrong = {}
    for name, operations in new_migrations():
        made = {each.name_lower for each in operations if isinstance(each, migrations.CreateModel)}
        about = [each for each in operations if getattr(each, "model_name", "").lower() not in made]
        found = [f"{each.describe()} {why}" for each in about if (why := problem_of(each))]
        if found and name not in LOOKED_AT:
            wrong[name] = found
    assert wrong == {}


def test_new_words_of_a_field_leave_its_column() -> None:
    old = CharField("state", max_length=10, choices=[("a", "open")], help_text="Open or closed.")
    assert alters_only_words(old, CharField("status", max_length=10, choices=[("a", "open"), ("b", "closed")]))
    assert not alters_only_words(old, CharField("state", max_length=5, choices=[("a", "open")]))
    assert not alters_only_words(old, CharField("state", max_length=10, null=True))


def test_rules_find_operations_that_stop_the_previous_version() -> None:
    from django.db import models

    def added(**options: Any) -> Any:
        return migrations.AddField("Sheet", "pile", models.IntegerField(**options))

    unsafe = [
        migrations.RemoveField("Sheet", "pile"),
        migrations.RenameField("Sheet", "pile", "heap"),
        migrations.DeleteModel("Sheet"),
        added(),
        added(default=0),
        migrations.AlterField("Sheet", "pile", models.IntegerField()),
        migrations.AddConstraint("Sheet", models.UniqueConstraint(fields=["pile"], name="one_pile")),
        migrations.AlterUniqueTogether("Sheet", {("pile", "table")}),
        migrations.RunPython(lambda apps, editor: None),
        migrations.SeparateDatabaseAndState([added(null=True), migrations.RemoveField("Sheet", "pile")]),
    ]
    safe = [
        added(null=True),
        added(db_default=0),
        migrations.SeparateDatabaseAndState([added(null=True)], [migrations.RemoveField("Sheet", "pile")]),
        migrations.CreateModel("Pile", []),
        migrations.AddIndex("Sheet", models.Index(fields=["pile"], name="by_pile")),
        migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop),
    ]
    assert [bool(problem_of(each)) for each in unsafe + safe] == [True] * len(unsafe) + [False] * len(safe)
