"""API of rounds: their state and clock, and the steps from draft to closed."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.fields import KeyField, ReadOnlySerializer, SawVersion
from foundation.api.resource import Listed, Resource, Retrieved, write
from tournament.rounds import actions
from tournament.rounds.models import Round, RoundState
from tournament.rounds.queries import rounds_of


class RoundSerializer(ReadOnlySerializer):
    event = serializers.IntegerField(source="division.event_id")
    paused_seconds = serializers.SerializerMethodField(help_text="Total paused time so far, in seconds.")

    class Meta:
        model = Round
        fields = (
            *("id", "event", "division", "number", "playoff", "state", "version"),
            *("seconds", "started_at", "paused_at", "paused_seconds"),
        )

    def get_paused_seconds(self, round_: Round) -> float:
        return round_.paused_for.total_seconds()


class ExtraTimeGiven(serializers.Serializer):
    table = serializers.CharField(max_length=12)
    seconds = serializers.IntegerField(min_value=-3600, max_value=3600)
    reason = serializers.CharField(max_length=120, required=False, allow_blank=True)


class RoundFilter(serializers.Serializer):
    division = KeyField(required=False)
    number = KeyField(required=False)
    state = serializers.ChoiceField(choices=RoundState.choices, required=False)


def _step_endpoint(row: str, verb: Callable[..., Round], words: str) -> Callable[..., Response]:
    """Return an endpoint that moves a round to its next state, if the client saw the current version."""

    def method(self: Rounds, request: Request, slug: str, pk: str) -> Response:
        round_ = self.get_object()
        round_.version = self.body()["version"]
        return self.answer(self.carry_out(verb, round_))

    method.__name__ = row.partition(".")[2]
    method.__doc__ = words
    return write(row, SawVersion, example={"version": 3})(method)


class Rounds(Listed, Retrieved):
    """Rounds of each division: when each one started, when it was paused, and for how long in total."""

    row = "round.view"
    serializer_class = RoundSerializer
    filters = RoundFilter
    model = Round

    def visible_rows(self) -> QuerySet[Round]:
        return rounds_of(self.tournament).prefetch_related(None)

    publish = _step_endpoint("round.publish", actions.publish, "Publish a round whose tables were assigned elsewhere.")
    unpublish = _step_endpoint("round.unpublish", actions.unpublish, "Unpublish a round.")
    start = _step_endpoint("round.start", actions.start, "Start the clock.")
    pause = _step_endpoint("round.pause", actions.pause, "Pause the clock.")
    go_on = _step_endpoint("round.go_on", actions.resume, "Resume the clock.")
    collect = _step_endpoint("round.collect", actions.collect, "End the round and start collecting scoresheets.")
    complete = _step_endpoint(
        "round.complete", actions.close, "Close the round. Every scoresheet must be verified or waived."
    )
    reopen = _step_endpoint("round.reopen", actions.reopen, "Reopen a closed round.")

    @write("round.extra_time", ExtraTimeGiven, example={"table": "7", "seconds": 120, "reason": "A judge was called."})
    def extra_time(self, request: Request, slug: str, pk: str) -> Response:
        """Add time for a table."""
        round_ = self.get_object()
        return self.answer(self.carry_out(actions.give_extra_time, round_, **self.body()))


RESOURCES: dict[str, type[Resource]] = {"rounds": Rounds}
