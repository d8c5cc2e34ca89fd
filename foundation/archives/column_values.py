"""Converts column values to JSON and back: numbers and text as they are, everything else as readable text.

Points are decimal text (`"4.50"`), dates `2026-11-14`, times in UTC `2026-11-14T14:03:05.123456Z`, durations in ISO
8601 (`P0DT00H05M00S`).
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.duration import duration_iso_string


def to_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    return str(value) if isinstance(value, Decimal) else value


def from_json(column: models.Field[Any, Any], value: Any) -> Any:
    """Convert a JSON value for the column; ValueError if the column can't hold it."""
    if value is None:
        if not column.null:
            raise ValueError("a value is missing")
        return None
    if isinstance(value, bool) != isinstance(column, models.BooleanField) and not _is_json(column):
        raise ValueError("a value must be true or false")
    if isinstance(value, dict | list) and not _is_json(column):
        raise ValueError("a value must be text or a number")
    try:
        return column.to_python(value) if value in column.empty_values else column.clean(value, None)
    except (ValidationError, TypeError, OverflowError) as problem:
        raise ValueError(str(problem)) from None


def missing_value(column: models.Field[Any, Any], *, is_settled: bool) -> Any:
    """Return the value for a column that the archive doesn't have; `is_settled`: it is set later."""
    if has_automatic_time(column):
        return timezone.now()
    if column.has_default():
        return column.get_default()
    if column.empty_strings_allowed and column.blank and not column.null:
        return ""
    if column.null or is_settled:
        return None
    raise ValueError("a field is missing")


def has_automatic_time(column: models.Field[Any, Any]) -> bool:
    """Whether Django sets this column to the present time."""
    return isinstance(column, models.DateTimeField) and (column.auto_now or column.auto_now_add)


def is_storable(value: Any) -> bool:
    """Whether both databases can store all text in this value, at any depth."""
    if isinstance(value, str):
        return _encodes(value)
    if isinstance(value, dict):
        return all(is_storable(name) and is_storable(each) for name, each in value.items())
    return all(map(is_storable, value)) if isinstance(value, list) else True


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _is_json(column: models.Field[Any, Any]) -> bool:
    return isinstance(column, models.JSONField)


def refuse_constant(name: str) -> Any:
    raise json.JSONDecodeError(f"{name} isn’t a number", name, 0)
