"""API resources for protests and rulings, read-only. People who may not read a protest get only its table and state."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import KeyField, ReadOnlySerializer
from foundation.api.resource import Listed, Resource, Retrieved
from judging.models import Call, Ruling
from judging.protests.models import Outcome, Protest, ProtestState
from judging.protests.queries import may_read, protests_of
from judging.visits import is_in_charge


class DecisionShown(serializers.Serializer):
    number = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    shakes = serializers.ListField(child=serializers.IntegerField())
    rule = serializers.CharField()
    reason = serializers.CharField()
    votes = serializers.IntegerField()
    panel = serializers.IntegerField()


class FormShown(serializers.Serializer):
    """The form as it was filled in, and the decisions."""

    seat = serializers.IntegerField()
    shake = serializers.IntegerField(allow_null=True)
    situation = serializers.CharField(allow_blank=True)
    ruling = serializers.CharField()
    complaint = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    judges = serializers.ListField(child=serializers.CharField(), source="named")
    late_because = serializers.CharField(allow_blank=True)
    decisions = DecisionShown(many=True, source="decisions.all")


class ProtestSerializer(ReadOnlySerializer):
    table = serializers.IntegerField(source="sheet.table.number")
    round = serializers.IntegerField(source="sheet.round_id")
    is_open = serializers.BooleanField()

    class Meta:
        model = Protest
        fields: tuple[str, ...] = ("id", "sheet", "round", "table", "state", "is_open", "filed_at")


class ProtestWithForm(ProtestSerializer):
    form = serializers.SerializerMethodField(
        help_text="Null unless you are a director, the head judge, or a panel member, or you filed the protest."
    )

    class Meta(ProtestSerializer.Meta):
        fields: tuple[str, ...] = (*ProtestSerializer.Meta.fields, "form")

    @extend_schema_field(FormShown(allow_null=True))
    def get_form(self, protest: Protest) -> Any:
        return FormShown(protest).data if may_read(self.context["view"].actor, protest) else None


class ProtestFilter(serializers.Serializer):
    state = serializers.ChoiceField(choices=ProtestState.choices, required=False)
    round = KeyField(required=False, source="sheet__round")
    sheet = KeyField(required=False)


class Protests(Listed, Retrieved):
    """List protests with their state. A single protest includes its form and decisions if you may read them."""

    row = "protest.view"
    serializer_class = ProtestSerializer
    detail_class = ProtestWithForm
    filters = ProtestFilter
    model = Protest

    def visible_rows(self) -> QuerySet[Protest]:
        return protests_of(self.tournament)


class RulingSerializer(ReadOnlySerializer):
    table = serializers.IntegerField(source="call.sheet.table.number")
    sheet = serializers.IntegerField(source="call.sheet_id")
    matter = serializers.CharField(source="call.matter", help_text="The same for all opinions on one matter.")
    opinion = serializers.IntegerField(source="call.opinion")
    judge = serializers.CharField(source="made_by.name")

    class Meta:
        model = Ruling
        fields = (
            *("id", "sheet", "table", "matter", "opinion", "number", "judge", "with_others"),
            *("situation", "decision", "rule", "shake", "effect", "made_at"),
        )


class RulingFilter(serializers.Serializer):
    sheet = KeyField(required=False, source="call__sheet")
    round = KeyField(required=False, source="call__sheet__round")


class Rulings(Listed):
    """List rulings on a matter once no judge is at the table or called there about it.

    Directors, the head judge, and the appeals panel get every ruling. A judge gets their own rulings and the earlier
    ones on the same matter.
    """

    row = "call.view"
    serializer_class = RulingSerializer
    filters = RulingFilter
    model = Ruling

    def visible_rows(self) -> QuerySet[Ruling]:
        open_calls = Call.objects.filter(
            tournament=self.tournament, matter=OuterRef("call__matter"), ended_at__isnull=True
        )
        closed = Ruling.objects.filter(call__tournament=self.tournament).exclude(Exists(open_calls))
        rulings = closed.select_related("call__sheet__table", "made_by").order_by("id")
        if is_in_charge(self.actor, self.tournament):
            return rulings
        mine = Ruling.objects.filter(
            call__tournament=self.tournament, call__matter=OuterRef("call__matter"), made_by=self.actor.user
        ).order_by("-call__opinion")
        return rulings.annotate(last=Subquery(mine.values("call__opinion")[:1])).filter(call__opinion__lte=F("last"))


RESOURCES: dict[str, type[Resource]] = {"protests": Protests, "rulings": Rulings}
