"""Cursor pagination: a cursor stays valid while rows are added and deleted."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, Model
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request


class Pages(CursorPagination):
    """Pages in a stable order. `limit`: rows per page."""

    ordering: Any = ("id",)
    page_size_query_param = "limit"
    max_page_size = 500
    model: type[Model] | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self.model = queryset.model
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Answer 404 for an invalid cursor, instead of a database error."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None:
            assert self.model is not None
            column = self.model._meta.get_field(self.ordering[0].lstrip("-"))
            assert isinstance(column, Field)
            try:
                column.to_python(cursor.position)
            except ValidationError:
                raise NotFound(self.invalid_cursor_message) from None
        return cursor


class Newest(Pages):
    ordering = ("-id",)
