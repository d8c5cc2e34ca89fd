"""The JSON of a paper: what stands on a scoresheet, as clerks type it. Right or wrong, `scoring.paper` decides."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from foundation.api.fields import Key
from scoring.paper import CORRECTIONS
from scoring.paper.paper import COLUMNS, INITIALS, STATUSES, WRONG_TOTALS

DEEPEST = 8
BY_CLERKS = ("keyed", "judge", "agreed", "deceit")


def _is_plain(value: Any, depth: int = 0) -> bool:
    """Text without characters that no database keeps, and not nested without end."""
    if isinstance(value, str):
        return "\0" not in value and not any(0xD800 <= ord(sign) <= 0xDFFF for sign in value)
    if isinstance(value, dict):
        return depth < DEEPEST and all(_is_plain(key) and _is_plain(each, depth + 1) for key, each in value.items())
    if isinstance(value, list):
        return depth < DEEPEST and all(_is_plain(each, depth + 1) for each in value)
    return True


class StoryField(serializers.DictField):
    """What happened in a shake: its situation and its seats."""

    def to_internal_value(self, data: Any) -> Any:
        if not _is_plain(data):
            raise serializers.ValidationError("What happened cannot be read.")
        return super().to_internal_value(data)


class PaperRow(serializers.Serializer):
    """What the sheet says of one player."""

    status = serializers.ChoiceField(choices=list(STATUSES.items()), required=False, allow_blank=True)
    total = serializers.IntegerField(required=False, allow_null=True, help_text="As the children wrote it.")
    points = serializers.DecimalField(
        max_digits=6, decimal_places=2, required=False, allow_null=True, help_text="As the children wrote them."
    )
    initials = serializers.ChoiceField(choices=list(INITIALS.items()), required=False, allow_blank=True)
    refusal = serializers.CharField(required=False, allow_blank=True, max_length=300, help_text="Why not initialed.")
    player = Key(required=False, allow_null=True, help_text="Who sat there instead.")
    error = serializers.ChoiceField(
        choices=list(WRONG_TOTALS.items()),
        required=False,
        allow_blank=True,
        help_text="What is done about a total.",
    )


class PaperColumn(serializers.Serializer):
    """A shake, or a game of the Cup: a cell for each player, from the first seat on."""

    cells = serializers.ListField(
        child=serializers.CharField(max_length=12, allow_blank=True),
        max_length=12,
        required=False,
        help_text="`6`, `2-1` with a penalty, `2-1j` that a judge initialed, `a` for absent, or nothing.",
    )
    status = serializers.ChoiceField(choices=list(COLUMNS.items()), required=False, allow_blank=True)
    story = StoryField(required=False, allow_null=True, help_text="What happened, where shakes are told.")


class PaperOfSheet(serializers.Serializer):
    """What is written on a scoresheet, in the order of the paper."""

    rows = PaperRow(many=True, required=False, max_length=12)  # type: ignore[call-arg]
    columns = PaperColumn(many=True, required=False, max_length=60)  # type: ignore[call-arg]
    games = serializers.IntegerField(required=False, allow_null=True, help_text="The Cup's box for games played.")
    turned_in_by = serializers.IntegerField(required=False, allow_null=True, help_text="A seat.")


PLAIN: dict[str, Any] = {
    "rows": [{"initials": "yes"}, {"initials": "yes"}, {"initials": "yes"}],
    "columns": [{"cells": ["6", "2", "2"]}, {"cells": ["4", "4-1j", "2"]}],
}


class Names(serializers.DictField):
    """Who sat there instead of who is printed, by seat: `{"2": "Bo Two"}`."""

    child = serializers.CharField(max_length=200)

    def to_internal_value(self, data: Any) -> dict[int, str]:
        found: dict[str, str] = super().to_internal_value(data)
        if not all(seat.isascii() and seat.isdecimal() and 1 <= int(seat[:3]) <= 12 for seat in found):
            raise serializers.ValidationError("Name people by their seats, from 1 on.")
        return {int(seat): name for seat, name in found.items()}


class Typed(serializers.Serializer):
    """A paper, and the number of the entry that it was made from, 0 for the first."""

    paper = PaperOfSheet()
    base = serializers.IntegerField(min_value=0, max_value=32767)
    names = Names(required=False)


class NewEntry(Typed):
    correction = serializers.ChoiceField(
        choices=[(name, CORRECTIONS[name]) for name in BY_CLERKS],
        required=False,
        allow_blank=True,
        help_text="Why an entry is changed.",
    )
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="Why it is right although something looks wrong."
    )


class Settled(Typed):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)


class Base(serializers.Serializer):
    base = serializers.IntegerField(min_value=0, max_value=32767, help_text="The number of the entry that you saw.")
