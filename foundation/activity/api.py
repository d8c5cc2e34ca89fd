"""The activity log by API, as a feed."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.activity.models import LogLine
from foundation.api.feeds import Feed
from foundation.api.fields import ReadOnlySerializer
from foundation.api.resource import Resource
from foundation.people.actor import Actor
from foundation.people.models import Role


class LineSerializer(ReadOnlySerializer):
    text = serializers.CharField(source="sentence")

    class Meta:
        model = LogLine
        fields = ("id", "at", "action", "who", "text", "origin", "subject_type", "subject_id")


class Lines(serializers.Serializer):
    lines = LineSerializer(many=True)
    next = serializers.IntegerField(help_text="Send this as `since` in your next request.")


class Log(Feed):
    """Activity log lines, oldest first.

    Directors see everything. Other staff see only what they did. Lines from the last 10 seconds are sent again in the
    next response, so skip the IDs that you have.
    """

    row = "log.view"
    serializer_class = Lines
    model = LogLine
    time_field = "at"

    def visible_rows(self) -> QuerySet[LogLine]:
        return lines_for(self.actor, LogLine.objects.filter(tournament=self.tournament), self.actor_directs)

    @property
    def actor_directs(self) -> bool:
        return Role.DIRECTOR in self.actor.roles_in(self.tournament)

    def list(self, request: Request, slug: str) -> Response:
        lines, following = self.new_rows()
        return Response({"lines": LineSerializer(lines, many=True).data, "next": following})


def lines_for(actor: Actor, lines: QuerySet[LogLine], directs: bool) -> QuerySet[LogLine]:
    """Return the lines that the caller may see. A token sees what was done with it, not what its maker did by hand.

    Earlier versions worded what follows the token's label differently.
    """
    if directs:
        return lines
    own = lines.filter(user=actor.user)
    return own.filter(who__startswith=f"{actor.token.label} (") if actor.token else own


RESOURCES: dict[str, type[Resource]] = {"log": Log}
