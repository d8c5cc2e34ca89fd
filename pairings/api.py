"""The API of draws: every version with its tables and seats, and the changes from draft to published."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import EmptyBody, KeyField, ReadOnlySerializer
from foundation.api.resource import Listed, Resource, Retrieved, write
from pairings import actions
from pairings.drafts import get_seat
from pairings.models import Draw, Seat, Table
from pairings.proposals import propose_tables, shuffle_number
from tournament.rounds.queries import rounds_of


class SeatSerializer(ReadOnlySerializer):
    name = serializers.CharField(source="place.name")
    public_name = serializers.SerializerMethodField()
    team = serializers.SerializerMethodField()

    class Meta:
        model = Seat
        fields = ("id", "number", "place", "name", "public_name", "team", "is_locked")

    def get_public_name(self, seat: Seat) -> str:
        return seat.place.public_name(self.context["view"].tournament.public_names)

    def get_team(self, seat: Seat) -> str:
        return seat.place.entry.team.name if seat.place.entry else ""


class TableSerializer(ReadOnlySerializer):
    seats = SeatSerializer(many=True)

    class Meta:
        model = Table
        fields = ("id", "number", "room", "seats")


class DrawSerializer(ReadOnlySerializer):
    class Meta:
        model = Draw
        fields: tuple[str, ...] = (
            *("id", "round", "version", "state", "method", "seed", "found_by", "without_results"),
            *("made_at", "published_at"),
        )


class DrawWithTables(DrawSerializer):
    tables = TableSerializer(many=True)

    class Meta(DrawSerializer.Meta):
        fields: tuple[str, ...] = (*DrawSerializer.Meta.fields, "tables")


class NewDraw(serializers.Serializer):
    round = KeyField()
    seed = serializers.IntegerField(
        min_value=0,
        max_value=999_999_999,
        required=False,
        help_text="Shuffle number. The same number gives the same tables.",
    )
    without_results = serializers.BooleanField(
        default=False, help_text="Assign tables even if some earlier scoresheets aren’t verified."
    )


class TwoSeats(serializers.Serializer):
    seat = KeyField()
    other = KeyField()


class OneSeat(serializers.Serializer):
    seat = KeyField()


class DrawFilter(serializers.Serializer):
    round = KeyField(required=False)
    division = KeyField(required=False, source="round__division")
    state = serializers.ChoiceField(choices=Draw.State.choices, required=False)


class Draws(Listed, Retrieved):
    """Versions of a round's tables. A single version includes its tables and seats."""

    row = "draw.view"
    serializer_class = DrawSerializer
    detail_class = DrawWithTables
    filters = DrawFilter
    model = Draw

    def visible_rows(self) -> QuerySet[Draw]:
        draws = Draw.objects.filter(tournament=self.tournament).select_related(
            "round__division__event__book", "tournament"
        )
        if not self.detail:
            return draws.defer("bound", "as_drawn")
        seats = Seat.objects.select_related("place__player", "place__entry__team").order_by("number")
        return draws.prefetch_related(Prefetch("tables__seats", queryset=seats))

    @write("draw.make", NewDraw, example={"round": 1, "seed": 7, "without_results": False}, status=201)
    def create(self, request: Request, slug: str) -> Response:
        """Assign tables. Replaces an existing draft."""
        body = self.body()
        round_ = rounds_of(self.tournament).filter(pk=body["round"]).first()
        if round_ is None:
            raise ValidationError({"round": ["This tournament has no such round."]})
        seed = body["seed"] if "seed" in body else shuffle_number(request.headers.get("Idempotency-Key"))
        proposal = propose_tables(round_, seed=seed, without_results=body["without_results"])
        return self.answer(self.carry_out(actions.make, round_, proposal=proposal))

    @write("draw.publish", EmptyBody, example={})
    def publish(self, request: Request, slug: str, pk: str) -> Response:
        """Publish a draft. Each table gets a scoresheet."""
        return self.answer(self.carry_out(actions.publish, self.get_object()))

    @write("draw.revise", EmptyBody, example={})
    def revise(self, request: Request, slug: str, pk: str) -> Response:
        """Start a draft from the published tables, which stay in effect."""
        return self.answer(self.carry_out(actions.revise, self.get_object()))

    @write("draw.discard", EmptyBody, example={})
    def discard(self, request: Request, slug: str, pk: str) -> Response:
        """Discard a draft."""
        return self.answer(self.carry_out(actions.discard, self.get_object()))

    @write("draw.undo", EmptyBody, example={})
    def undo(self, request: Request, slug: str, pk: str) -> Response:
        """Undo the latest manual change."""
        return self.answer(self.carry_out(actions.undo, self.get_object()))

    @write("draw.swap", TwoSeats, example={"seat": 12, "other": 15})
    def swap(self, request: Request, slug: str, pk: str) -> Response:
        """Swap two players in a draft."""
        draw, body = self.get_object(), self.body()
        seats = {name: get_seat(draw, body[name]) for name in ("seat", "other")}
        return self.answer(self.carry_out(actions.swap, draw, **seats))

    @write("draw.lock", OneSeat, example={"seat": 12})
    def lock(self, request: Request, slug: str, pk: str) -> Response:
        """Lock or unlock a seat in a draft."""
        draw = self.get_object()
        return self.answer(self.carry_out(actions.lock, draw, seat=get_seat(draw, self.body()["seat"])))


RESOURCES: dict[str, type[Resource]] = {"draws": Draws}
