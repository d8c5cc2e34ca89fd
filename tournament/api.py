"""The REST resource of tournaments: the same verbs and the same access table as the pages."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers, viewsets
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.models import Division, Event, Tournament
from tournament.people.actor import Actor
from tournament.people.models import User
from tournament.queries import tournaments_of
from tournament.setup import actions
from tournament.setup.presets import BY_ID


class DivisionSerializer(serializers.ModelSerializer):
    class Meta:
        model = Division
        fields = ("letter", "name", "max_grade", "color")


class EventSerializer(serializers.ModelSerializer):
    divisions = DivisionSerializer(many=True)

    class Meta:
        model = Event
        fields = ("edition", "game", "divisions")


class TournamentSerializer(serializers.ModelSerializer):
    events = EventSerializer(many=True)

    class Meta:
        model = Tournament
        fields = ("slug", "name", "starts_on", "ends_on", "venue", "time_zone", "state", "version", "events")


class NewTournamentSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    venue = serializers.CharField(max_length=200, allow_blank=True, default="")
    time_zone = serializers.CharField(max_length=64)
    editions = serializers.ListField(child=serializers.CharField(max_length=60), allow_empty=True)
    preset = serializers.ChoiceField(choices=list(BY_ID), default="custom")


class Newest(CursorPagination):
    ordering = ("-starts_on", "-id")


class TournamentViewSet(viewsets.ReadOnlyModelViewSet):
    """Tournaments in which the caller has a role. A POST creates one; an `Idempotency-Key` makes it safe to repeat."""

    serializer_class = TournamentSerializer
    pagination_class = Newest
    lookup_field = "slug"
    table = {"list": "tournament.list", "retrieve": "tournament.list", "create": "tournament.create"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.action in self.table:  # other methods are answered by the framework: not allowed
            self.actor.require(self.table[self.action])

    @property
    def actor(self) -> Actor:
        found: Actor = self.request._request.actor  # type: ignore[attr-defined]
        return found

    def get_queryset(self) -> Any:
        user = self.request.user
        assert isinstance(user, User)  # the API is for who is signed in
        return tournaments_of(user).prefetch_related("events__divisions")

    def create(self, request: Request) -> Response:
        asked = NewTournamentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        self.actor.key = request.headers.get("Idempotency-Key") or None
        made = actions.create_tournament(self.actor, None, **asked.validated_data)
        return Response(TournamentSerializer(made).data, status=201)
