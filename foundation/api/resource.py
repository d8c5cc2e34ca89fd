"""The base of every resource: it checks the access table, calls verbs idempotently, and answers conditionally.

class Teams(Listed, Retrieved):
    "Teams and the schools that send them."
    row, model, serializer_class = "team.list", Team, TeamSerializer

    def visible_rows(self):
        return Team.objects.filter(tournament=self.tournament)

    @write("team.add", NewTeam, example={"school": "Pascal", "name": "Calculators"}, status=201)
    def create(self, request, slug):
        "Add a team."
        return self.answer(self.carry_out(add_team, self.tournament, **self.body()))
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.api.authentication import actor_of
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament

Made = TypeVar("Made", bound=Model)
Method = Callable[..., Any]
ROUTER_METHODS = ("create", "partial_update", "destroy")
SAFE = ("GET", "HEAD")


class PreconditionFailed(Refused):
    """`If-Match` named an older version."""

    status = 412

    def __init__(self) -> None:
        super().__init__("Someone else changed this. Fetch it again, then send your change.")


def write(
    row: str,
    request_serializer: type[serializers.Serializer] | None = None,
    *,
    example: Mapping[str, Any] | None = None,
    response_serializer: type[serializers.Serializer] | None = None,
    status: int = 200,
    detail: bool | None = True,
) -> Callable[[Method], Method]:
    """Declare a method that changes something: its row of the access table, the serializers of its body and answer.

    `detail`: whether its URL is that of one item; None if it shares the URL of another method, which maps it.
    """

    def decorate(method: Method) -> Method:
        if method.__name__ not in ROUTER_METHODS and detail is not None:
            address = method.__name__.replace("_", "-")
            method = action(detail=detail, methods=["post"], url_path=address)(method)
        method.row, method.request_serializer, method.response_serializer = row, request_serializer, response_serializer  # type: ignore[attr-defined]
        method.example, method.status = example, status  # type: ignore[attr-defined]
        return method

    return decorate


def etag_of(data: Any) -> str:
    """Return the version of a response: a hash of its JSON."""
    return f'"{hashlib.sha256(JSONRenderer().render(data)).hexdigest()[:32]}"'


class AccessViewSet(viewsets.GenericViewSet):
    """A view set whose methods each have a row of the access table: their own, or the class's `row` for reading."""

    row: ClassVar[str]
    model: ClassVar[type[Model]]
    detail_class: ClassVar[type[serializers.Serializer] | None] = None
    actor: Actor
    tournament: Tournament

    @classmethod
    def row_of(cls, name: str) -> str:
        row: str = getattr(getattr(cls, name), "row", cls.row)
        return row

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.actor = actor_of(request)
        self.check_access()
        if self.actor.token and not self.actor.token.may_write and request.method not in SAFE:
            raise NotAllowed("This token is read-only. Create one that allows changes.")

    def check_access(self) -> None:
        """Check the method's row of the access table. Without a role in the tournament, the caller gets a 404."""
        tournament = None
        if "slug" in self.kwargs:
            tournament = self.actor.tournament_at(self.kwargs["slug"])
            if tournament is None or not self.actor.roles_in(tournament):
                raise Http404
            self.tournament = tournament
        if self.action and hasattr(self, self.action):  # DRF refuses other methods
            self.actor.require(self.row_of(self.action), tournament)

    def visible_rows(self) -> QuerySet[Any]:
        """Return the rows that the caller may see; in a tournament, its own rows."""
        raise NotImplementedError

    def get_queryset(self) -> QuerySet[Any]:
        """drf-spectacular calls this without a caller."""
        return QuerySet(self.model).none() if getattr(self, "swagger_fake_view", False) else self.visible_rows()

    def get_serializer_class(self) -> Any:
        return self.detail_class if self.detail and self.detail_class else self.serializer_class

    def pages(self, rows: QuerySet[Any]) -> Response:
        """Return one page of a list."""
        return self.get_paginated_response(self.get_serializer(self.paginate_queryset(rows), many=True).data)

    # -- writing ------------------------------------------------------------------------------------------------------

    def body(self) -> dict[str, Any]:
        """Return the validated body."""
        serializer = getattr(self, self.action).request_serializer(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def carry_out(self, verb: Callable[..., Made], subject: Any, **arguments: Any) -> Made:
        """Call the verb, once per `Idempotency-Key`, and only if the item still has the version in `If-Match`."""
        self.actor.key = self.request.headers.get("Idempotency-Key") or None
        wanted = self.request.headers.get("If-Match")
        if wanted and self.detail:
            self.actor.check_version = lambda: self._must_match(parse_etags(wanted))
        return verb(self.actor, subject, **arguments)

    def _must_match(self, wanted: list[str]) -> None:
        """Check the version inside the verb's transaction, with the row locked: of two equal requests, one wins."""
        item = self.get_object()
        list(type(item)._meta.base_manager.select_for_update().filter(pk=item.pk).values_list("pk"))
        now = etag_of(self.get_serializer(self.get_object()).data)
        if "*" not in wanted and now not in {tag.removeprefix("W/") for tag in wanted}:
            raise PreconditionFailed

    def answer(self, item: Model) -> Response:
        """Return what the verb created or changed."""
        serializer = self.get_serializer(self.get_queryset().get(pk=item.pk))
        return Response(serializer.data, status=getattr(self, self.action).status)

    # -- answering ----------------------------------------------------------------------------------------------------

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the version as an ETag, and answer 304 if the caller has that version."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization", "Cookie"])
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.method not in SAFE or response.status_code != 200 or not isinstance(response, Response):
            return response
        tag = etag_of(response.data)
        response.headers["ETag"] = tag
        known = {each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))}
        if known & {tag, "*"}:
            kept = {name: response.headers[name] for name in ("ETag", "Cache-Control", "Vary")}
            return HttpResponseNotModified(headers=kept)
        return response


class Resource(AccessViewSet):
    """Something in one tournament, below its URL."""

    filters: ClassVar[type[serializers.Serializer] | None] = None

    def query(self) -> dict[str, Any]:
        """Return the validated filters of a list."""
        if self.filters is None:
            return {}
        serializer = self.filters(data=self.request.query_params.dict())
        serializer.is_valid(raise_exception=True)
        return {name: value for name, value in serializer.validated_data.items() if value not in (None, "")}


class Listed(Resource):
    def list(self, request: Request, slug: str) -> Response:
        return self.pages(self.get_queryset().filter(**self.query()))


class Retrieved(Resource):
    def retrieve(self, request: Request, slug: str, pk: str) -> Response:
        """One item, by its ID."""
        return Response(self.get_serializer(self.get_object()).data)
