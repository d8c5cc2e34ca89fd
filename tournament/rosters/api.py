"""API of rosters: roster spots with their players and check-in status, and team entries."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import EmptyBody, KeyField, ReadOnlySerializer
from foundation.api.resource import Listed, Resource, Retrieved, write
from tournament.models import Event
from tournament.queries import events_of
from tournament.rosters import actions
from tournament.rosters.checkin import actions as checkin
from tournament.rosters.checkin.attendance import status_of
from tournament.rosters.checkin.models import GameSet, Status
from tournament.rosters.models import Place, TeamEntry
from tournament.rosters.spots import details_of


class PlaceSerializer(ReadOnlySerializer):
    """A roster spot with its player, team, and check-in status."""

    division = serializers.CharField(source="division.letter")
    team_entry = serializers.IntegerField(source="entry_id", allow_null=True)
    name = serializers.CharField(help_text="Full name, for staff only.")
    public_name = serializers.SerializerMethodField(help_text="Name as the public sees it.")
    status = serializers.SerializerMethodField()

    class Meta:
        model = Place
        fields = ("id", "event", "division", "team_entry", "player", "name", "public_name", "status", "is_alternate")

    def get_public_name(self, place: Place) -> str:
        return place.public_name(self.context["view"].tournament.public_names)

    def get_status(self, place: Place) -> str:
        return status_of(place)

    def to_representation(self, place: Place) -> dict[str, Any]:
        details = details_of(place)
        editable = {name: getattr(details, name) for name in DETAIL_FIELDS}
        return super().to_representation(place) | editable | {"own_school": details.own}


class PlaceFacts(serializers.Serializer):
    """Details of a roster spot. Omitted fields stay the same."""

    school = serializers.CharField(max_length=250, required=False)
    team = serializers.CharField(
        max_length=120, required=False, allow_blank=True, help_text="Leave empty for a player without a team."
    )
    division = serializers.CharField(max_length=4, required=False, help_text="Letter of one of the event’s divisions.")
    first = serializers.CharField(max_length=100, required=False, allow_blank=True)
    last = serializers.CharField(max_length=100, required=False, allow_blank=True)
    grade = serializers.IntegerField(min_value=0, max_value=13, required=False, allow_null=True)
    number = serializers.IntegerField(
        min_value=1, max_value=99, required=False, allow_null=True, help_text="Position on the team."
    )
    is_hidden = serializers.BooleanField(required=False, help_text="Show the public only the player number.")


DETAIL_FIELDS = ("school", "team", "first", "last", "grade", "number", "is_hidden")


@extend_schema_serializer(component_name="OfEvent")
class EventBody(serializers.Serializer):
    event = KeyField()


@extend_schema_serializer(component_name="NewPlace")  # otherwise it inherits the name of `EventBody`
class NewPlace(PlaceFacts, EventBody):
    school = serializers.CharField(max_length=250)
    division = serializers.CharField(max_length=4)


@extend_schema_serializer(component_name="Mark")
class StatusBody(serializers.Serializer):
    status = serializers.ChoiceField(choices=Status.choices)


class Alternate(serializers.Serializer):
    alternate = KeyField(help_text="Roster spot of an alternate on the same team.")


class PlaceFilter(serializers.Serializer):
    event = KeyField(required=False)
    division = KeyField(required=False)
    team = KeyField(required=False, source="entry__team")
    school = KeyField(required=False, source="entry__team__school")
    is_alternate = serializers.BooleanField(required=False, allow_null=True, default=None)
    status = serializers.ChoiceField(choices=Status.choices, required=False)


EXAMPLE_PLACE = {
    "school": "Pascal Middle School",
    "team": "Calculators",
    "division": "E",
    "first": "Bo",
    "last": "Two",
    "grade": 5,
}


class Places(Listed, Retrieved):
    """Roster spots with check-in statuses and full names, for staff only."""

    row = "roster.view"
    serializer_class = PlaceSerializer
    filters = PlaceFilter
    model = Place

    def visible_rows(self) -> QuerySet[Place]:
        related = ("player__school", "division", "entry__team__school", "attendance", "event__tournament")
        return Place.objects.filter(event__tournament=self.tournament).select_related(*related)

    def list(self, request: Request, slug: str) -> Response:
        filters = self.query()
        status = filters.pop("status", None)
        has_status = Q(attendance__status=status)
        rows = self.get_queryset().filter(**filters)
        if status is not None:
            rows = rows.filter(has_status | Q(attendance__isnull=True) if status == Status.EXPECTED else has_status)
        return self.pages(rows)

    @write("place.add", NewPlace, example={"event": 1, **EXAMPLE_PLACE}, status=201)
    def create(self, request: Request, slug: str) -> Response:
        """Add a player to the roster."""
        facts = self.body()
        return self.answer(self.carry_out(actions.add_place, self._event(facts.pop("event")), **facts))

    @write("place.edit", PlaceFacts, example={"first": "Bo", "last": "Two", "grade": 5})
    def partial_update(self, request: Request, slug: str, pk: str) -> Response:
        """Change a roster spot. Omitted fields stay the same."""
        place = self.get_object()
        return self.answer(self.carry_out(actions.edit_place, place.event, place=place, **self.body()))

    @write("place.remove", status=204)
    def destroy(self, request: Request, slug: str, pk: str) -> Response:
        """Remove a player from the roster."""
        place = self.get_object()
        self.carry_out(actions.remove_place, place.event, place=place)
        return Response(status=204)

    @write("place.undo", EventBody, example={"event": 1}, detail=False, response_serializer=EmptyBody)
    def undo(self, request: Request, slug: str) -> Response:
        """Undo your latest roster change."""
        self.carry_out(actions.undo, self._event(self.body()["event"]))
        return Response({})

    @write("checkin.mark", StatusBody, example={"status": "present"})
    def mark(self, request: Request, slug: str, pk: str) -> Response:
        """Set a player's check-in status."""
        place = self.get_object()
        return self.answer(self.carry_out(checkin.mark, place.event, place=place, **self.body()))

    @write("checkin.substitute", Alternate, example={"alternate": 17})
    def substitute(self, request: Request, slug: str, pk: str) -> Response:
        """Substitute an alternate, starting with the next round."""
        place = self.get_object()
        alternate = self.get_queryset().filter(event=place.event, pk=self.body()["alternate"]).first()
        return self.answer(self.carry_out(checkin.substitute, place.event, place=place, alternate=alternate))

    @write("checkin.take_back", EmptyBody, example={})
    def take_back(self, request: Request, slug: str, pk: str) -> Response:
        """Undo a substitution before its round starts."""
        place = self.get_object()
        return self.answer(self.carry_out(checkin.undo_substitution, place.event, place=place))

    def _event(self, pk: int) -> Event:
        event = events_of(self.tournament).select_related("tournament").filter(pk=pk).first()
        if event is None:
            raise ValidationError({"event": ["This tournament has no such event."]})
        return event


class TeamEntrySerializer(ReadOnlySerializer):
    team_name = serializers.CharField(source="team.name")
    division = serializers.CharField(source="division.letter")
    game_set_is_here = serializers.SerializerMethodField(help_text="Null until someone records it.")

    class Meta:
        model = TeamEntry
        fields = ("id", "event", "team", "team_name", "division", "seed", "game_set_is_here")

    def get_game_set_is_here(self, entry: TeamEntry) -> bool | None:
        try:
            return entry.game_set.is_here
        except GameSet.DoesNotExist:
            return None


@extend_schema_serializer(component_name="TickedSet")
class GameSetBody(serializers.Serializer):
    is_here = serializers.BooleanField()


class EntryFilter(serializers.Serializer):
    event = KeyField(required=False)
    division = KeyField(required=False)
    team = KeyField(required=False)


class TeamEntries(Listed, Retrieved):
    """Teams by game, each with its division and whether it brought its game set."""

    row = "roster.view"
    serializer_class = TeamEntrySerializer
    filters = EntryFilter
    model = TeamEntry

    def visible_rows(self) -> QuerySet[TeamEntry]:
        entries = TeamEntry.objects.filter(event__tournament=self.tournament)
        return entries.select_related("team", "division", "game_set", "event__tournament")

    @write("checkin.mark_team", StatusBody, example={"status": "present"})
    def mark(self, request: Request, slug: str, pk: str) -> Response:
        """Mark a team. `present` changes only players without a status; any other status changes everyone."""
        entry = self.get_object()
        return self.answer(self.carry_out(checkin.mark_team, entry.event, entry=entry, **self.body()))

    @write("checkin.game_set", GameSetBody, example={"is_here": True})
    def game_set(self, request: Request, slug: str, pk: str) -> Response:
        """Record whether the team brought its game set."""
        entry = self.get_object()
        return self.answer(self.carry_out(checkin.tick_game_set, entry.event, entry=entry, **self.body()))


RESOURCES: dict[str, type[Resource]] = {"places": Places, "team-entries": TeamEntries}
