"""Scoresheets by API: how far each is, what was entered, and the verbs of entering and verifying.

The JSON of a paper has what is on a scoresheet, as scorekeepers type it. `scoring.paper` decides whether it is right.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import EmptyBody, KeyField, ReadOnlySerializer, UtcDateTimeField
from foundation.api.resource import Listed, Resource, Retrieved, write
from foundation.errors import NotAllowed
from pairings.models import Draw
from scoring.entry import actions
from scoring.entry.access import ENTRY_IS_HIDDEN, SheetViewer
from scoring.entry.entries import EntryNote
from scoring.entry.queries import SeatedPlayer, compute_entry, detailed_sheets, seated_players
from scoring.models import STATE_IN_SQL, Entry, Sheet, SheetState
from scoring.paper import CORRECTIONS, SeatResult
from scoring.paper.paper import COLUMNS, INITIALS, STATUSES, WRONG_TOTALS
from tournament.rosters.models import Player

DEEPEST = 8
SCOREKEEPER_CORRECTIONS = ("keyed", "judge", "agreed", "deceit")


def _is_plain(value: Any, depth: int = 0) -> bool:
    """Return whether every text can be stored, and the nesting is limited."""
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
            raise serializers.ValidationError("The story can’t be read. Check its fields.")
        return super().to_internal_value(data)


class PaperRowSerializer(serializers.Serializer):
    """What the scoresheet says about one player."""

    status = serializers.ChoiceField(choices=list(STATUSES.items()), required=False, allow_blank=True)
    total = serializers.IntegerField(required=False, allow_null=True, help_text="As written on the scoresheet.")
    points = serializers.DecimalField(
        max_digits=6, decimal_places=2, required=False, allow_null=True, help_text="As written on the scoresheet."
    )
    initials = serializers.ChoiceField(choices=list(INITIALS.items()), required=False, allow_blank=True)
    refusal = serializers.CharField(
        required=False, allow_blank=True, max_length=300, help_text="Why the player refused to initial."
    )
    player = KeyField(required=False, allow_null=True, help_text="The substitute who played, if any.")
    error = serializers.ChoiceField(
        choices=list(WRONG_TOTALS.items()),
        required=False,
        allow_blank=True,
        help_text="How a wrong total is handled.",
    )


class PaperColumnSerializer(serializers.Serializer):
    """A shake (in the Cup, a game), with one cell per player in seat order."""

    cells = serializers.ListField(
        child=serializers.CharField(max_length=12, allow_blank=True),
        max_length=12,
        required=False,
        help_text="`6`, `2-1` with a penalty, `2-1j` if a judge initialed it, `a` for absent, or blank.",
    )
    status = serializers.ChoiceField(choices=list(COLUMNS.items()), required=False, allow_blank=True)
    story = StoryField(required=False, allow_null=True, help_text="What happened in the shake (optional).")


class PaperOfSheetSerializer(serializers.Serializer):
    """What the scoresheet says, in the same order as on paper."""

    rows = PaperRowSerializer(many=True, required=False, max_length=12)  # type: ignore[call-arg]
    columns = PaperColumnSerializer(many=True, required=False, max_length=60)  # type: ignore[call-arg]
    games = serializers.IntegerField(
        required=False, allow_null=True, help_text="The number in the Cup’s box for games played."
    )
    turned_in_by = serializers.IntegerField(
        required=False, allow_null=True, help_text="Seat of the player who turned in the scoresheet."
    )


EXAMPLE_PAPER: dict[str, Any] = {
    "rows": [{"initials": "yes"}, {"initials": "yes"}, {"initials": "yes"}],
    "columns": [{"cells": ["6", "2", "2"]}, {"cells": ["4", "4-1j", "2"]}],
}


class NamesField(serializers.DictField):
    """Names of substitutes, by seat: `{"2": "Bo Two"}`."""

    child = serializers.CharField(max_length=200)

    def to_internal_value(self, data: Any) -> dict[int, str]:
        names: dict[str, str] = super().to_internal_value(data)
        if not all(seat.isascii() and seat.isdecimal() and 1 <= int(seat[:3]) <= 12 for seat in names):
            raise serializers.ValidationError("Use seat numbers as keys, starting at 1.")
        return {int(seat): name for seat, name in names.items()}


@extend_schema_serializer(component_name="Typed")
class PaperEntrySerializer(serializers.Serializer):
    """What the paper says, and the number of the entry it’s based on (0 for the first)."""

    paper = PaperOfSheetSerializer()
    base = serializers.IntegerField(min_value=0, max_value=32767)
    names = NamesField(required=False)


@extend_schema_serializer(component_name="NewEntry")
class NewEntrySerializer(PaperEntrySerializer):
    correction = serializers.ChoiceField(
        choices=[(name, CORRECTIONS[name]) for name in SCOREKEEPER_CORRECTIONS],
        required=False,
        allow_blank=True,
        help_text="Why the entry is being changed.",
    )
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="Why the entry is correct despite its warnings."
    )


@extend_schema_serializer(component_name="Settled")
class ResolvedEntrySerializer(PaperEntrySerializer):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True)


@extend_schema_serializer(component_name="Base")
class BaseNumberSerializer(serializers.Serializer):
    base = serializers.IntegerField(min_value=0, max_value=32767, help_text="Number of the latest entry that you saw.")


# -- sheets -----------------------------------------------------------------------------------------------------------


def _viewer(view: Resource) -> SheetViewer:
    return SheetViewer(view.actor, view.tournament)


class SheetSerializer(ReadOnlySerializer):
    table = serializers.IntegerField(source="table.number")
    room = serializers.CharField(source="table.room")
    state = serializers.ChoiceField(choices=SheetState.choices)
    current = serializers.SerializerMethodField(help_text="Number of the current entry, or 0 if there is none.")
    is_verified = serializers.BooleanField()

    class Meta:
        model = Sheet
        fields: tuple[str, ...] = (
            "id",
            "round",
            "table",
            "room",
            "state",
            "current",
            "is_verified",
            "received_at",
            "problem",
            "excused",
        )

    def get_current(self, sheet: Sheet) -> int:
        return sheet.current.number if sheet.current else 0


class PlayerAtTableSerializer(serializers.Serializer):
    """A player printed on the scoresheet, with the result."""

    seat = serializers.IntegerField()
    place = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True)
    total = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    points = serializers.DecimalField(max_digits=6, decimal_places=2, allow_null=True)
    rule = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField(allow_blank=True, help_text="Why the player gets these points.")


@extend_schema_serializer(component_name="DoubtShown")
class WarningSerializer(serializers.Serializer):
    key = serializers.CharField()
    field = serializers.CharField()
    sentence = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


@extend_schema_serializer(component_name="Read")
class ComputedSheetSerializer(serializers.Serializer):
    """The current entry, scored by the rule book."""

    is_hidden = serializers.BooleanField(
        help_text="True while you still have to do the double entry or rule at the table. Nothing is shown then."
    )
    paper = serializers.DictField(allow_null=True)
    players = PlayerAtTableSerializer(many=True)
    doubts = WarningSerializer(many=True)


@extend_schema_serializer(component_name="SheetWithReading")
class SheetDetailSerializer(SheetSerializer):
    reading = serializers.SerializerMethodField()

    class Meta(SheetSerializer.Meta):
        fields: tuple[str, ...] = (*SheetSerializer.Meta.fields, "reading")

    def get_reading(self, sheet: Sheet) -> ComputedSheetSerializer:
        seated = seated_players(sheet, with_teams=True)
        hidden = _viewer(self.context["view"]).reads_blind(sheet)
        entry = None if hidden else sheet.current
        computed = compute_entry(sheet, seated, entry) if entry else None
        players = [
            _player_at_table(number, each, computed.results[number - 1] if computed else None)
            for number, each in enumerate(seated, 1)
        ]
        paper, warnings = (entry.paper, computed.warnings) if entry and computed else (None, ())
        shown = {"is_hidden": hidden, "paper": paper, "players": players, "doubts": warnings}
        return ComputedSheetSerializer(shown).data  # type: ignore[return-value]


def _player_at_table(number: int, seated: SeatedPlayer, result: SeatResult | None) -> dict[str, Any]:
    because = result.because if result else None
    return {
        "seat": number,
        "place": seated.seat.place_id,
        "player": seated.player.pk if seated.player else None,
        "name": seated.name,
        "team": seated.team,
        "total": result.total if result else None,
        "rank": result.place if result else None,
        "points": result.points if result else None,
        "rule": because.rule if because else "",
        "sentence": because.sentence if because else "",
    }


class EntrySerializer(ReadOnlySerializer):
    entered_by = serializers.CharField(source="entered_by.name", allow_null=True, default=None)
    verified_at = UtcDateTimeField(source="verification.verified_at", allow_null=True, default=None)
    verified_by = serializers.CharField(source="verification.verified_by.name", allow_null=True, default=None)
    paper = serializers.DictField()
    doubts = serializers.ListField(child=serializers.DictField())

    class Meta:
        model = Entry
        fields = (
            *("id", "number", "kind", "based_on", "depth", "source", "correction", "reason", "is_doubtful", "doubts"),
            *("paper", "entered_by", "entered_at", "verified_by", "verified_at"),
        )


class EnteredSerializer(serializers.Serializer):
    """The entry that was added or verified, and the scoresheet’s new state."""

    sheet = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SheetState.choices)


@extend_schema_serializer(component_name="Back")
class RestoreEntrySerializer(BaseNumberSerializer):
    number = serializers.IntegerField(min_value=1, max_value=32767, help_text="Number of the entry to restore.")
    reason = serializers.CharField(max_length=300)


class ProblemSerializer(serializers.Serializer):
    problem = serializers.CharField(max_length=200)


class ExcuseSerializer(serializers.Serializer):
    reason = serializers.CharField(
        max_length=200, allow_blank=True, help_text="Leave blank to expect a scoresheet again."
    )


class SheetFilter(serializers.Serializer):
    round = KeyField(required=False)
    division = KeyField(required=False, source="round__division")
    table = KeyField(required=False, source="table__number")
    state = serializers.ChoiceField(choices=SheetState.choices, required=False)


class SheetResource(Listed, Retrieved):
    """Scoresheets for published tables. A single scoresheet includes its current entry, scored by the rule book."""

    row = "sheet.view"
    serializer_class = SheetSerializer
    detail_class = SheetDetailSerializer
    filters = SheetFilter
    model = Sheet

    def visible_rows(self) -> QuerySet[Sheet]:
        return detailed_sheets().filter(tournament=self.tournament)

    def list(self, request: Request, slug: str) -> Response:
        asked = self.query()
        state = asked.pop("state", None)
        rows = Sheet.objects.filter(tournament=self.tournament, table__draw__state=Draw.State.PUBLISHED, **asked)
        if state:
            rows = rows.annotate(in_state=STATE_IN_SQL).filter(in_state=state)
        return self.pages(rows.select_related("table", "current"))

    @action(detail=True, methods=["get"])
    def entries(self, request: Request, slug: str, pk: str) -> Response:
        """List every entry. Hidden from anyone who still has to do the double entry."""
        sheet = self.get_object()
        if _viewer(self).reads_blind(sheet):
            raise NotAllowed(ENTRY_IS_HIDDEN)
        entries = sheet.entries.select_related("entered_by", "verification__verified_by")
        page = self.paginate_queryset(entries)
        return self.get_paginated_response(EntrySerializer(page, many=True).data)

    entries.shows = EntrySerializer  # type: ignore[attr-defined]

    @entries.mapping.post
    @write(
        "sheet.enter",
        NewEntrySerializer,
        example={"paper": EXAMPLE_PAPER, "base": 0},
        status=201,
        response_serializer=EnteredSerializer,
        detail=None,
    )
    def enter(self, request: Request, slug: str, pk: str) -> Response:
        """Enter a scoresheet, or change its entry. Send a reason to save it despite warnings."""
        sheet, sent = self.get_object(), self._sent()
        note = EntryNote(Entry.Source.API, sent.pop("correction", ""), sent.pop("reason", ""))
        return self._entry_response(self.carry_out(actions.enter, sheet, **sent, note=note))

    @write(
        "sheet.rekey",
        PaperEntrySerializer,
        example={"paper": EXAMPLE_PAPER, "base": 1},
        response_serializer=EnteredSerializer,
    )
    def rekey(self, request: Request, slug: str, pk: str) -> Response:
        """Add a double entry. If both entries match, the scoresheet is verified."""
        return self._entry_response(self.carry_out(actions.add_double_entry, self.get_object(), **self._sent()))

    @write(
        "sheet.settle",
        ResolvedEntrySerializer,
        example={"paper": EXAMPLE_PAPER, "base": 1, "reason": "That’s what the paper says."},
        response_serializer=EnteredSerializer,
    )
    def settle(self, request: Request, slug: str, pk: str) -> Response:
        """Resolve a double entry that doesn’t match."""
        return self._entry_response(self.carry_out(actions.resolve_double_entry, self.get_object(), **self._sent()))

    @write("sheet.check", BaseNumberSerializer, example={"base": 1}, response_serializer=EnteredSerializer)
    def check(self, request: Request, slug: str, pk: str) -> Response:
        """Verify an entry."""
        return self._entry_response(self.carry_out(actions.check, self.get_object(), **self._sent()))

    @write(
        "sheet.go_back",
        RestoreEntrySerializer,
        example={"number": 1, "base": 2, "reason": "The second entry was for Table 8."},
        response_serializer=EnteredSerializer,
    )
    def go_back(self, request: Request, slug: str, pk: str) -> Response:
        """Restore an earlier entry."""
        return self._entry_response(self.carry_out(actions.restore_entry, self.get_object(), **self._sent()))

    @write("sheet.receive", EmptyBody, example={})
    def receive(self, request: Request, slug: str, pk: str) -> Response:
        """Mark a scoresheet as received."""
        return self.answer(self.carry_out(actions.receive, self.get_object()))

    @write("sheet.flag", ProblemSerializer, example={"problem": "Shake 3 is unreadable."})
    def flag(self, request: Request, slug: str, pk: str) -> Response:
        """Flag a scoresheet for a judge."""
        return self.answer(self.carry_out(actions.flag, self.get_object(), **self.body()))

    @write("sheet.clear", EmptyBody, example={})
    def clear(self, request: Request, slug: str, pk: str) -> Response:
        """Clear the flag."""
        return self.answer(self.carry_out(actions.clear_problem, self.get_object()))

    @write("sheet.excuse", ExcuseSerializer, example={"reason": "No one showed up."})
    def excuse(self, request: Request, slug: str, pk: str) -> Response:
        """Waive the scoresheet for a table, or expect it again."""
        return self.answer(self.carry_out(actions.waive, self.get_object(), **self.body()))

    def _sent(self) -> dict[str, Any]:
        sent = self.body()
        self._must_know_players(sent.get("paper", {}))
        return sent

    def _entry_response(self, entry: Entry) -> Response:
        sheet = self.visible_rows().get(pk=entry.sheet_id)
        shown = EnteredSerializer({"sheet": sheet.pk, "number": entry.number, "state": sheet.state})
        return Response(shown.data, status=getattr(self, self.action).status)

    def _must_know_players(self, paper: dict[str, Any]) -> None:
        """Refuse substitutes who aren't in this tournament."""
        wanted = {row["player"] for row in paper.get("rows", []) if row.get("player") is not None}
        if wanted and Player.objects.filter(tournament=self.tournament, pk__in=wanted).count() < len(wanted):
            raise ValidationError({"paper": ["This player isn’t in this tournament."]})


SHEETS: dict[str, type[Resource]] = {"sheets": SheetResource}
