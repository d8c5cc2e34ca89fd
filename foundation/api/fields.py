"""Fields and serializers that several resources share."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django.db import models
from rest_framework import serializers


class UtcDateTimeField(serializers.DateTimeField):
    """A time in UTC."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)


class KeyField(serializers.IntegerField):
    """A primary key."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **options)


class ReadOnlySerializer(serializers.ModelSerializer):
    """A serializer that only shows."""

    serializer_field_mapping = serializers.ModelSerializer.serializer_field_mapping | {
        models.DateTimeField: UtcDateTimeField
    }

    def get_fields(self) -> dict[str, serializers.Field]:
        fields = super().get_fields()
        for field in fields.values():
            field.read_only = True
        return fields


class EmptyBody(serializers.Serializer):
    """An empty body, `{}`."""


class SawVersion(serializers.Serializer):
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="The version that you last saw.")
