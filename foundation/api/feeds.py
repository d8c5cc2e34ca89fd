"""Feeds that programs poll: the rows after the `since` that the client sends.

Keys are assigned when a row is inserted, but a row is visible only after its commit: on PostgreSQL a lower key may
appear after a higher one. So `next` stays before every row of the last few seconds, and those rows are sent again:
clients skip the keys that they know, and miss nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework import serializers

from foundation.api.resource import Resource

SETTLED_AFTER = timedelta(seconds=10)


class Since(serializers.Serializer):
    """The query of a feed."""

    since = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, default=0, help_text="The `next` value of the last response, or 0 to start."
    )
    limit = serializers.IntegerField(min_value=1, max_value=500, default=200)


class Feed(Resource):
    """The base of a feed. `time_field`: when a row was written."""

    filters = Since
    pagination_class = None
    time_field: ClassVar[str]

    def new_rows(self) -> tuple[list[Any], int]:
        """Return the rows after `since`, oldest first, and the `since` of the next request."""
        query = self.query()
        rows = list(self.get_queryset().filter(pk__gt=query["since"]).order_by("pk")[: query["limit"]])
        following = query["since"]
        for row in rows:
            age = abs(timezone.now() - getattr(row, self.time_field))  # a row from the future: the clock was set back
            if age <= SETTLED_AFTER:
                break
            following = row.pk
        return rows, following
