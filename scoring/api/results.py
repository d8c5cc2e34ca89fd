"""What verified sheets have brought, by API: results, changes for a results screen, standings."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.models import Result, Sheet, Verification
from scoring.ranks.queries import Row, Standings
from tournament.api.feeds import after
from tournament.api.fields import Key, Moment, Rows, Since
from tournament.api.resource import Listed, Resource, Retrieved
from tournament.models import Division
from tournament.queries import divisions_of

PEOPLE = ("player", "place__player", "place__entry__team")


class ResultSerializer(Rows):
    """One player's result of a round. `points` are match points, or the Cup's player score."""

    name = serializers.SerializerMethodField()
    public_name = serializers.SerializerMethodField(help_text="As the public may see it, on a screen for instance.")
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
    round = Key(required=False)
    division = Key(required=False, source="round__division")
    sheet = Key(required=False)
    player = Key(required=False)
    team = Key(required=False, source="place__entry__team")


class Results(Listed):
    """Results of verified sheets, each with its reason."""

    row = "sheet.view"
    serializer_class = ResultSerializer
    filters = ResultFilter
    model = Result

    def found(self) -> QuerySet[Result]:
        return Result.objects.filter(sheet__tournament=self.tournament).select_related(*PEOPLE)


class ChangeSerializer(serializers.Serializer):
    """A sheet that was verified, for the first time or anew: its results replace those it had before."""

    id = serializers.IntegerField(help_text="Grows with every verification.")
    sheet = serializers.IntegerField()
    round = serializers.IntegerField()
    division = serializers.IntegerField()
    table = serializers.IntegerField()
    verified_at = Moment()
    results = ResultSerializer(many=True)


class Changes(serializers.Serializer):
    changes = ChangeSerializer(many=True)
    next = serializers.IntegerField(help_text="Ask with this as `since` the next time.")


class ChangesOfResults(Resource):
    """For a results screen: sheets that were verified since, each with its results as they are now.

    Changes of the last ten seconds come again at the next request: leave out numbers that you know.
    """

    row = "sheet.view"
    serializer_class = Changes
    filters = Since
    is_paged = False
    model = Verification

    def found(self) -> QuerySet[Verification]:
        results = Result.objects.select_related(*PEOPLE).order_by("seat")
        sheets = Sheet.objects.select_related("table", "round").prefetch_related(Prefetch("results", queryset=results))
        found = Verification.objects.filter(entry__sheet__tournament=self.tournament)
        return found.select_related("entry").prefetch_related(Prefetch("entry__sheet", queryset=sheets))

    def list(self, request: Request, slug: str) -> Response:
        asked = self.asked()
        found, following = after(self.get_queryset(), asked["since"], asked["limit"], "verified_at")
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


class StandingRow(serializers.Serializer):
    rank = serializers.IntegerField(source="ranked.rank")
    is_tied = serializers.BooleanField(source="ranked.tied")
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True)
    points = serializers.CharField()
    rounds = serializers.ListField(child=serializers.DecimalField(max_digits=8, decimal_places=2, allow_null=True))
    why = serializers.CharField(help_text="Why this one is above the next.")


class StandingSerializer(serializers.Serializer):
    division = serializers.IntegerField()
    is_final = serializers.BooleanField(help_text="Every round is closed.")
    open_sheets = serializers.IntegerField(help_text="Sheets of rounds that have begun, whose results are missing.")
    players = StandingRow(many=True)
    teams = StandingRow(many=True)


class StandingsOfDivisions(Retrieved):
    """Standings, by the key of a division."""

    row = "standings.view"
    serializer_class = StandingSerializer
    model = Division

    def found(self) -> QuerySet[Division]:
        return divisions_of(self.tournament)

    def retrieve(self, request: Request, slug: str, pk: str) -> Response:
        """The standings of a division: players and teams from verified results, with ties and why."""
        return Response(self.get_serializer(_shown(self.get_object())).data)


def _shown(division: Division) -> dict[str, Any]:
    found = Standings(division)
    lists: dict[str, list[Row]] = {"players": found.players, "teams": found.teams}
    return {
        "division": division.pk,
        "is_final": found.is_final,
        "open_sheets": found.open_sheets,
    } | lists


RESULTS: dict[str, type[Resource]] = {
    "results": Results,
    "changes": ChangesOfResults,
    "standings": StandingsOfDivisions,
}
