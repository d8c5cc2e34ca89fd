"""Scoresheets by API: how far each is, what was entered, and the verbs of entering and verifying."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import F, Q, QuerySet
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import Key, Moment, Nothing, Rows
from foundation.api.resource import Listed, Resource, Retrieved, write
from foundation.errors import NotAllowed
from pairings.models import Draw
from scoring import actions
from scoring.api.papers import PLAIN, Base, NewEntry, Settled, Typed
from scoring.models import Entry, Sheet, State
from scoring.sheets.desk import HIDDEN, reads_blind
from scoring.tables import reading_of_entry, sheets, sitters_of
from tournament.rosters.models import Player


class SheetSerializer(Rows):
    table = serializers.IntegerField(source="table.number")
    room = serializers.CharField(source="table.room")
    state = serializers.ChoiceField(choices=State.choices)
    current = serializers.SerializerMethodField(help_text="The number of the entry that counts now, 0 for none.")
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


class PlayerAtTable(serializers.Serializer):
    """Who is printed on the sheet, and what follows for them."""

    seat = serializers.IntegerField()
    place = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True)
    total = serializers.IntegerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    points = serializers.DecimalField(max_digits=6, decimal_places=2, allow_null=True)
    rule = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField(allow_blank=True, help_text="Why these points.")


class DoubtShown(serializers.Serializer):
    key = serializers.CharField()
    field = serializers.CharField()
    sentence = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


class Read(serializers.Serializer):
    """The current entry, read by the rule book."""

    is_hidden = serializers.BooleanField(
        help_text="You can still key it a second time, or rule at the table: nothing is shown."
    )
    paper = serializers.DictField(allow_null=True)
    players = PlayerAtTable(many=True)
    doubts = DoubtShown(many=True)


class SheetWithReading(SheetSerializer):
    reading = serializers.SerializerMethodField()

    class Meta(SheetSerializer.Meta):
        fields: tuple[str, ...] = (*SheetSerializer.Meta.fields, "reading")

    def get_reading(self, sheet: Sheet) -> Read:
        sitters = sitters_of(sheet, with_teams=True)
        hidden = reads_blind(self.context["view"], sheet)
        entry = None if hidden else sheet.current
        reading = reading_of_entry(sheet, sitters, entry) if entry else None
        players = []
        for number, sitter in enumerate(sitters):
            line = reading.lines[number] if reading else None
            because = line.because if line else None
            players.append(
                {
                    "seat": number + 1,
                    "place": sitter.seat.place_id,
                    "player": sitter.player.pk if sitter.player else None,
                    "name": sitter.name,
                    "team": sitter.team,
                    "total": line.total if line else None,
                    "rank": line.place if line else None,
                    "points": line.points if line else None,
                    "rule": because.rule if because else "",
                    "sentence": because.sentence if because else "",
                }
            )
        paper, doubts = (entry.paper, reading.doubts) if entry and reading else (None, ())
        shown = {"is_hidden": hidden, "paper": paper, "players": players, "doubts": doubts}
        return Read(shown).data  # type: ignore[return-value]


class EntrySerializer(Rows):
    entered_by = serializers.CharField(source="entered_by.name", allow_null=True, default=None)
    verified_at = Moment(source="verification.verified_at", allow_null=True, default=None)
    verified_by = serializers.CharField(source="verification.verified_by.name", allow_null=True, default=None)
    paper = serializers.DictField()
    doubts = serializers.ListField(child=serializers.DictField())

    class Meta:
        model = Entry
        fields = (
            *("id", "number", "kind", "based_on", "depth", "source", "correction", "reason", "is_doubtful", "doubts"),
            *("paper", "entered_by", "entered_at", "verified_by", "verified_at"),
        )


class Entered(serializers.Serializer):
    """The entry that was made or verified, and how far the sheet is now."""

    sheet = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=State.choices)


class Back(Base):
    number = serializers.IntegerField(min_value=1, max_value=32767, help_text="The entry to go back to.")
    reason = serializers.CharField(max_length=300)


class Problem(serializers.Serializer):
    problem = serializers.CharField(max_length=200)


class Excuse(serializers.Serializer):
    reason = serializers.CharField(max_length=200, allow_blank=True, help_text="Empty: it is expected again.")


class SheetFilter(serializers.Serializer):
    round = Key(required=False)
    division = Key(required=False, source="round__division")
    table = Key(required=False, source="table__number")
    state = serializers.ChoiceField(choices=State.choices, required=False)


def in_state(state: str) -> Q:
    """`Sheet.state`, as a question to the database."""
    verified = Q(verified__isnull=False, verified=F("current"))
    if state == State.VERIFIED:
        return verified
    if state == State.EXCUSED:
        return ~verified & ~Q(excused="")
    open_ = ~verified & Q(excused="")
    return (
        open_
        & {
            State.DIFFERS: Q(differs__isnull=False),
            State.ENTERED: Q(differs__isnull=True, current__isnull=False),
            State.IN: Q(current__isnull=True, received_at__isnull=False),
            State.OUT: Q(current__isnull=True, received_at__isnull=True),
        }[State(state)]
    )


class Sheets(Listed, Retrieved):
    """Scoresheets of published tables. One by one they come with the current entry as the rule book reads it."""

    row = "sheet.view"
    serializer_class = SheetSerializer
    detail_class = SheetWithReading
    filters = SheetFilter
    model = Sheet

    def visible_rows(self) -> QuerySet[Sheet]:
        return sheets().filter(tournament=self.tournament)

    def list(self, request: Request, slug: str) -> Response:
        asked = self.query()
        state = asked.pop("state", None)
        rows = Sheet.objects.filter(tournament=self.tournament, table__draw__state=Draw.State.PUBLISHED, **asked)
        if state:
            rows = rows.filter(in_state(state))
        return self.pages(rows.select_related("table", "current"))

    @action(detail=True, methods=["get"])
    def entries(self, request: Request, slug: str, pk: str) -> Response:
        """Everything that was ever entered. Who is to key the sheet a second time does not see it before."""
        sheet = self.get_object()
        if reads_blind(self, sheet):
            raise NotAllowed(HIDDEN)
        entries = sheet.entries.select_related("entered_by", "verification__verified_by")
        page = self.paginate_queryset(entries)
        return self.get_paginated_response(EntrySerializer(page, many=True).data)

    entries.shows = EntrySerializer  # type: ignore[attr-defined]

    @entries.mapping.post
    @write("sheet.enter", NewEntry, example={"paper": PLAIN, "base": 0}, status=201, gives=Entered, detail=None)
    def enter(self, request: Request, slug: str, pk: str) -> Response:
        """Enter a sheet, or enter it differently. Doubts are named, and overridden with a reason."""
        return self._entered(actions.enter, source=Entry.Source.API)

    @write("sheet.rekey", Typed, example={"paper": PLAIN, "base": 1}, gives=Entered)
    def rekey(self, request: Request, slug: str, pk: str) -> Response:
        """Key a sheet a second time, blind. If both say the same, it is verified."""
        return self._entered(actions.rekey)

    @write("sheet.settle", Settled, example={"paper": PLAIN, "base": 1, "reason": "So it stands there."}, gives=Entered)
    def settle(self, request: Request, slug: str, pk: str) -> Response:
        """Say what the paper says where two readings differ."""
        return self._entered(actions.settle)

    @write("sheet.check", Base, example={"base": 1}, gives=Entered)
    def check(self, request: Request, slug: str, pk: str) -> Response:
        """Say that an entry is right, with the paper in hand. Nobody checks their own, unless one person is enough."""
        return self._entered(actions.check)

    @write(
        "sheet.go_back", Back, example={"number": 1, "base": 2, "reason": "The second was of table 8."}, gives=Entered
    )
    def go_back(self, request: Request, slug: str, pk: str) -> Response:
        """Let an earlier entry count again."""
        return self._entered(actions.go_back)

    @write("sheet.receive", Nothing, example={})
    def receive(self, request: Request, slug: str, pk: str) -> Response:
        """Note that the paper is here."""
        return self.answer(self.carry_out(actions.receive, self.get_object()))

    @write("sheet.flag", Problem, example={"problem": "Shake 3 cannot be read."})
    def flag(self, request: Request, slug: str, pk: str) -> Response:
        """Flag a sheet for a judge."""
        return self.answer(self.carry_out(actions.flag, self.get_object(), **self.body()))

    @write("sheet.clear", Nothing, example={})
    def clear(self, request: Request, slug: str, pk: str) -> Response:
        """Clear the problem that was noted."""
        return self.answer(self.carry_out(actions.clear, self.get_object()))

    @write("sheet.excuse", Excuse, example={"reason": "Nobody came."})
    def excuse(self, request: Request, slug: str, pk: str) -> Response:
        """Say that no sheet will come from this table, or that one is expected again."""
        return self.answer(self.carry_out(actions.excuse, self.get_object(), **self.body()))

    def _entered(self, verb: Callable[..., Entry], **more: Any) -> Response:
        sheet, told = self.get_object(), self.body()
        self._must_know_players(told.get("paper", {}))
        entry = self.carry_out(verb, sheet, **told, **more)
        now = self.visible_rows().get(pk=entry.sheet_id)
        shown = Entered({"sheet": now.pk, "number": entry.number, "state": now.state})
        return Response(shown.data, status=getattr(self, self.action).status)

    def _must_know_players(self, paper: dict[str, Any]) -> None:
        """Who sat there instead is of this tournament."""
        wanted = {row["player"] for row in paper.get("rows", []) if row.get("player") is not None}
        if wanted and Player.objects.filter(tournament=self.tournament, pk__in=wanted).count() < len(wanted):
            raise ValidationError({"paper": ["There is no such player in this tournament."]})


SHEETS: dict[str, type[Resource]] = {"sheets": Sheets}
