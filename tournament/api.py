"""API of tournaments in which the caller has a role, and of their events, divisions, schools, and teams."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import EmptyBody, KeyField, ReadOnlySerializer
from foundation.api.pagination import Pages
from foundation.api.resource import AccessViewSet, Listed, Resource, Retrieved, write
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.people.queries import tournaments_of
from foundation.tournaments import Tournament
from tournament import actions
from tournament.models import Division, Event, School, Team
from tournament.queries import divisions_of, events_of
from tournament.setup import actions as setup
from tournament.setup.presets import PRESETS_BY_ID


class DivisionSerializer(ReadOnlySerializer):
    class Meta:
        model = Division
        fields = ("id", "event", "letter", "name", "max_grade", "color")


class EventSerializer(ReadOnlySerializer):
    divisions = DivisionSerializer(many=True)

    class Meta:
        model = Event
        fields = (
            *("id", "edition", "game", "preset", "format", "no_goal", "rounds", "minutes", "team_size", "short_teams"),
            *("table_size", "seating", "schools_apart", "entry", "verification", "tie_breaks", "attendance_bonus"),
            *("appeals", "protest_minutes", "panel_size", "version", "divisions"),
        )


class TournamentSerializer(ReadOnlySerializer):
    events = EventSerializer(many=True)

    class Meta:
        model = Tournament
        fields = (
            "slug",
            "name",
            "starts_on",
            "ends_on",
            "venue",
            "time_zone",
            "state",
            "version",
            "is_rehearsal",
            "events",
        )


class TournamentFactsSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    venue = serializers.CharField(max_length=200, allow_blank=True, default="")
    time_zone = serializers.CharField(max_length=64)


class NewTournament(TournamentFactsSerializer):
    editions = serializers.ListField(child=serializers.CharField(max_length=60), allow_empty=True, max_length=20)
    preset = serializers.ChoiceField(choices=list(PRESETS_BY_ID), default="custom")
    is_rehearsal = serializers.BooleanField(default=False, help_text="For practice. You can delete it afterward.")


@extend_schema_serializer(component_name="ChangedFacts")
class TournamentChangesSerializer(TournamentFactsSerializer):
    """Omitted fields stay the same."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="The version that you saw.")
    name = serializers.CharField(max_length=120, required=False)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)
    venue = serializers.CharField(max_length=200, allow_blank=True, required=False)
    time_zone = serializers.CharField(max_length=64, required=False)


class NewestFirst(Pages):
    ordering = ("-starts_on", "-id")


EXAMPLE_TOURNAMENT = {
    "name": "Fall Tournament",
    "starts_on": "2026-11-14",
    "ends_on": "2026-11-14",
    "venue": "Pascal Middle School",
    "time_zone": "America/New_York",
    "editions": ["agloa-equations-2019"],
}


class Tournaments(AccessViewSet):
    """The caller’s tournaments. A token sees only its own tournament."""

    row = "tournament.list"
    serializer_class = TournamentSerializer
    pagination_class = NewestFirst
    model = Tournament
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def visible_rows(self) -> QuerySet[Tournament]:
        return tournaments_visible_to(self.actor).prefetch_related("events__divisions")

    def list(self, request: Request) -> Response:
        return self.pages(self.get_queryset())

    def retrieve(self, request: Request, slug: str) -> Response:
        """Return a tournament by its slug."""
        return Response(self.get_serializer(self.get_object()).data)

    @write("tournament.create", NewTournament, example=EXAMPLE_TOURNAMENT, status=201)
    def create(self, request: Request) -> Response:
        """Create a tournament. The caller becomes its director. Tokens can’t do this."""
        values = self.body()
        facts = setup.TournamentFacts.from_values(values)
        others = {name: values[name] for name in ("editions", "preset", "is_rehearsal")}
        return self.answer(self.carry_out(setup.create_tournament, None, facts=facts, **others))

    @write("tournament.edit", TournamentChangesSerializer, example={"version": 1, "venue": "Euler Hall"})
    def partial_update(self, request: Request, slug: str) -> Response:
        """Change the name, dates, venue, or time zone."""
        tournament, values = self.get_object(), self.body()
        current = {name: getattr(tournament, name) for name in setup.FACT_LABELS}
        facts = setup.TournamentFacts.from_values(current | values)
        return self.answer(self.carry_out(setup.edit_tournament, tournament, version=values["version"], facts=facts))

    @write("tournament.start", EmptyBody, example={})
    def start(self, request: Request, slug: str) -> Response:
        """Start the tournament."""
        return self.answer(self.carry_out(actions.start, self.get_object()))

    @write("tournament.finish", EmptyBody, example={})
    def finish(self, request: Request, slug: str) -> Response:
        """Finish the tournament."""
        return self.answer(self.carry_out(actions.finish, self.get_object()))

    @write("tournament.reopen", EmptyBody, example={})
    def reopen(self, request: Request, slug: str) -> Response:
        """Reopen a finished tournament."""
        return self.answer(self.carry_out(actions.reopen, self.get_object()))


def tournaments_visible_to(actor: Actor) -> QuerySet[Tournament]:
    if actor.token:
        return Tournament.objects.filter(pk=actor.token.tournament_id)
    assert isinstance(actor.user, User)  # the API needs a signed-in user or a token
    return tournaments_of(actor.user)


class Events(Listed, Retrieved):
    """The games of a tournament, with their settings and divisions."""

    row = "tournament.view"
    serializer_class = EventSerializer
    model = Event

    def visible_rows(self) -> QuerySet[Event]:
        return events_of(self.tournament)


class Divisions(Listed):
    """The divisions of all games."""

    row = "tournament.view"
    serializer_class = DivisionSerializer
    model = Division

    def visible_rows(self) -> QuerySet[Division]:
        return divisions_of(self.tournament)


class SchoolSerializer(ReadOnlySerializer):
    class Meta:
        model = School
        fields = ("id", "name", "members")


class Schools(Listed):
    """Schools, including groups of schools that enter a team together. A group lists its schools in `members`."""

    row = "roster.view"
    serializer_class = SchoolSerializer
    model = School

    def visible_rows(self) -> QuerySet[School]:
        return School.objects.filter(tournament=self.tournament).prefetch_related("members")


class TeamSerializer(ReadOnlySerializer):
    school_name = serializers.CharField(source="school.name")

    class Meta:
        model = Team
        fields = ("id", "name", "school", "school_name")


class NewTeam(serializers.Serializer):
    school = serializers.CharField(max_length=250)
    name = serializers.CharField(max_length=120)


class TeamFilter(serializers.Serializer):
    school = KeyField(required=False)


class Teams(Listed, Retrieved):
    """Teams and their schools."""

    row = "team.list"
    serializer_class = TeamSerializer
    filters = TeamFilter
    model = Team

    def visible_rows(self) -> QuerySet[Team]:
        return Team.objects.filter(tournament=self.tournament).select_related("school")

    @write("team.add", NewTeam, example={"school": "Pascal Middle School", "name": "Calculators"}, status=201)
    def create(self, request: Request, slug: str) -> Response:
        """Add a team, and its school if it is new."""
        return self.answer(self.carry_out(actions.add_team, self.tournament, **self.body()))


RESOURCES: dict[str, type[Resource]] = {"events": Events, "divisions": Divisions, "schools": Schools, "teams": Teams}
