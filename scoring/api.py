"""Results by API: results of verified sheets, changes for a results screen, standings."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.feeds import Feed
from foundation.api.fields import KeyField, ReadOnlySerializer, UtcDateTimeField
from foundation.api.resource import Listed, Resource
from scoring.entry.api import SHEETS
from scoring.models import Result, Sheet, Verification
from scoring.standings_pages.queries import KINDS, Standings
from scoring.standings_pages.row_details import full_name
from scoring.standings_pages.scope import Scope
from scoring.standings_pages.score_totals import SCHOOL_MEASURES
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Playoff

PEOPLE = ("player", "place__player", "place__entry__team")


class ResultSerializer(ReadOnlySerializer):
    """One player’s result in a round. `points` are match points, or the Cup’s player score."""

    name = serializers.SerializerMethodField()
    public_name = serializers.SerializerMethodField(
        help_text="The name as the public may see it, for example on a screen."
    )
    team = serializers.SerializerMethodField()

    class Meta:
        model = Result
        fields = (
            *("id", "round", "sheet", "seat", "place", "player", "name", "public_name", "team", "status", "total"),
            *("penalties", "rank", "points", "rule", "sentence"),
        )

    def get_name(self, result: Result) -> str:
        return (result.player or result.place).name

    def get_public_name(self, result: Result) -> str:
        return (result.player or result.place).public_name(self.context["view"].tournament.public_names)

    def get_team(self, result: Result) -> str:
        return result.place.entry.team.name if result.place.entry else ""


class ResultFilter(serializers.Serializer):
    round = KeyField(required=False)
    division = KeyField(required=False, source="round__division")
    sheet = KeyField(required=False)
    player = KeyField(required=False)
    team = KeyField(required=False, source="place__entry__team")


class ResultResource(Listed):
    """Results from verified scoresheets, each with its reason."""

    row = "sheet.view"
    serializer_class = ResultSerializer
    filters = ResultFilter
    model = Result

    def visible_rows(self) -> QuerySet[Result]:
        return Result.objects.filter(sheet__tournament=self.tournament).select_related(*PEOPLE)


class ChangeSerializer(serializers.Serializer):
    """A scoresheet that was verified, with its new results."""

    id = serializers.IntegerField(help_text="Increases with every verification.")
    sheet = serializers.IntegerField()
    round = serializers.IntegerField()
    division = serializers.IntegerField()
    table = serializers.IntegerField()
    verified_at = UtcDateTimeField()
    results = ResultSerializer(many=True)


class ChangesSerializer(serializers.Serializer):
    changes = ChangeSerializer(many=True)
    next = serializers.IntegerField(help_text="Send this as `since` in your next request.")


class ResultChangesResource(Feed):
    """Scoresheets verified since your last request, with their current results, for a results screen.

    Changes from the last 10 seconds are sent again in the next response. Skip the ones whose `id` you have.
    """

    row = "sheet.view"
    serializer_class = ChangesSerializer
    model = Verification
    time_field = "verified_at"

    def visible_rows(self) -> QuerySet[Verification]:
        results = Result.objects.select_related(*PEOPLE).order_by("seat")
        sheets = Sheet.objects.select_related("table", "round").prefetch_related(Prefetch("results", queryset=results))
        found = Verification.objects.filter(entry__sheet__tournament=self.tournament)
        return found.select_related("entry").prefetch_related(Prefetch("entry__sheet", queryset=sheets))

    def list(self, request: Request, slug: str) -> Response:
        found, following = self.new_rows()
        changes = [
            {
                "id": each.pk,
                "sheet": each.entry.sheet.pk,
                "round": each.entry.sheet.round_id,
                "division": each.entry.sheet.round.division_id,
                "table": each.entry.sheet.table.number,
                "verified_at": each.verified_at,
                "results": each.entry.sheet.results.all(),
            }
            for each in found
        ]
        return Response(self.get_serializer({"changes": changes, "next": following}).data)


class StandingCellSerializer(serializers.Serializer):
    points = serializers.CharField(allow_blank=True)
    sheet = serializers.IntegerField(
        allow_null=True, help_text="The scoresheet that the number comes from, if there’s only one."
    )


class StandingRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField(source="ranked.rank")
    is_tied = serializers.BooleanField(source="ranked.tied")
    name = serializers.CharField(source="label.name")
    beside = serializers.CharField(source="label.beside", allow_blank=True, help_text="The team or school.")
    points = serializers.CharField()
    cells = StandingCellSerializer(many=True, help_text="One for each of `columns`.")
    why = serializers.CharField(help_text="Why this row ranks above the next.")
    fate = serializers.CharField(
        source="advancement", allow_blank=True, help_text="Whether this row advances, if a cutoff is set."
    )


class StandingSerializer(serializers.Serializer):
    state = serializers.CharField(help_text="provisional, under protest, or final.")
    open_sheets = serializers.IntegerField(help_text="Scoresheets from started rounds that still have no results.")
    columns = serializers.ListField(child=serializers.CharField(), help_text="Rounds, or games in the sweepstakes.")
    pages = serializers.IntegerField(help_text="Number of pages, with 100 rows each.")
    rows = StandingRowSerializer(many=True)


class StandingFilter(serializers.Serializer):
    """For one division, one game, or the whole tournament."""

    division = KeyField(required=False)
    event = KeyField(required=False)
    playoff = serializers.ChoiceField(
        choices=Playoff.choices, required=False, help_text="Standings in this playoff, not in the rounds before it."
    )
    list = serializers.ChoiceField(choices=list(KINDS.items()), default="players")
    section = serializers.CharField(max_length=2, required=False, allow_blank=True, default="")
    through = serializers.IntegerField(
        min_value=1, max_value=40, required=False, help_text="Counts rounds up to this number."
    )
    at = serializers.DateTimeField(required=False, help_text="Standings as of this moment.")
    page = serializers.IntegerField(min_value=1, max_value=10_000, default=1)
    names = serializers.ChoiceField(
        choices=[("whole", "full names"), ("public", "names as the public sees them")], default="whole"
    )


class StandingsResource(Resource):
    """Standings of players, teams, or schools from verified results, with ties, the cutoff, and reasons."""

    row = "standings.view"
    serializer_class = StandingSerializer
    filters = StandingFilter
    pagination_class = None
    model = Division

    def visible_rows(self) -> QuerySet[Division]:
        return divisions_of(self.tournament).order_by("event_id", "max_grade", "id")

    def list(self, request: Request, slug: str) -> Response:
        asked = self.query()
        scope = self._scope(asked)
        policy = self.tournament.public_names
        naming = (lambda person: person.public_name(policy)) if asked["names"] == "public" else full_name
        found = Standings(scope, asked["list"], name_format=naming)
        shown = {
            "state": found.state,
            "open_sheets": scope.open_sheets,
            "columns": [column.title for column in found.columns],
            "pages": found.pages,
            "rows": found.page(asked["page"]),
        }
        return Response(self.get_serializer(shown).data)

    def _scope(self, asked: dict[str, Any]) -> Scope:
        wanted = {"pk": asked.get("division"), "event": asked.get("event")}
        named = {name: key for name, key in wanted.items() if key is not None}
        divisions = tuple(self.get_queryset().filter(**named))
        if not divisions:
            raise ValidationError({"division": ["This division isn’t in this tournament."]})
        scope = Scope(
            divisions, asked.get("section", ""), asked.get("through"), asked.get("at"), playoff=asked.get("playoff", "")
        )
        if scope.is_sweepstakes and asked["list"] in SCHOOL_MEASURES:
            raise ValidationError({"list": ["School standings are for one game. Choose a game or a division."]})
        return scope


RESOURCES: dict[str, type[Resource]] = SHEETS | {
    "results": ResultResource,
    "changes": ResultChangesResource,
    "standings": StandingsResource,
}
