"""Archive declarations: every table and every column is kept, or left out with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.db import models

from foundation.archives.tables import PEOPLE, ArchiveTable, left_out, tables_by_model, tables_in_order
from foundation.tournaments import Tournament
from tests.helpers import require

ROOT = Path(__file__).parents[3]
OURS = [
    model
    for model in apps.get_models()
    if Path(apps.get_app_config(model._meta.app_label).path).is_relative_to(ROOT)
    and ".venv" not in apps.get_app_config(model._meta.app_label).path
]

TABLES_BY_MODEL, LEFT_OUT = tables_by_model(), left_out()


def test_every_table_is_kept_or_left_out_with_a_reason() -> None:
    assert set(TABLES_BY_MODEL) & set(LEFT_OUT) == set()
    assert {*TABLES_BY_MODEL, *LEFT_OUT} == set(OURS)
    assert all(LEFT_OUT.values())


def goes_without_saying(column: models.Field) -> bool:
    return isinstance(column, models.AutoField) or column.related_model is Tournament


@pytest.mark.parametrize("kind", TABLES_BY_MODEL.values(), ids=lambda kind: kind.name)
def test_every_column_is_kept_or_left_out_with_a_reason(kind: ArchiveTable) -> None:
    columns = [*kind.model._meta.concrete_fields, *kind.model._meta.many_to_many]
    named = {column.name for column in columns if not goes_without_saying(column)}
    assert set(kind.fields) & set(kind.left_out) == set()
    assert {*kind.fields, *kind.left_out} == named
    assert {*kind.deferred_keys, *kind.json_converters, *kind.file_columns} <= set(kind.fields)
    assert all(kind.left_out.values())


@pytest.mark.parametrize("kind", TABLES_BY_MODEL.values(), ids=lambda kind: kind.name)
def test_every_referenced_table_is_in_the_archive(kind: ArchiveTable) -> None:
    """Otherwise an imported row would refer to nothing."""
    targets = {column.related_model for column in [*kind.columns, *kind.many_to_many_fields] if column.remote_field}
    assert {require(target).__name__ for target in targets} <= {model.__name__ for model in TABLES_BY_MODEL} | {"User"}


def test_tables_follow_the_ones_they_refer_to() -> None:
    order = [kind.model for kind in tables_in_order()]
    assert order[0] is Tournament
    assert [
        (kind.name, target.__name__)
        for kind in tables_in_order()
        for target in kind.depends_on
        if order.index(target) > order.index(kind.model)
    ] == []


def test_document_describes_every_file_and_every_field() -> None:
    """A heading for each file, and a table row for each field."""
    chapters = re.split(r"^### `", (ROOT / "docs" / "archive.md").read_text(), flags=re.MULTILINE)[1:]
    told = {
        chapter.partition("`")[0]: set(re.findall(r"^\| `(\w+)` \|", chapter, flags=re.MULTILINE))
        for chapter in chapters
    }
    written = {kind.file: set(kind.fields) | ({"id"} if kind.has_id else set()) for kind in TABLES_BY_MODEL.values()}
    assert told == written | {f"{PEOPLE}.jsonl": {"id", "name"}}
