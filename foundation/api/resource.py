"""The base of every resource: it asks the access table, calls verbs once per key, and answers conditionally.

class Teams(Listed, Retrieved):
    "Teams and the schools that send them."
    row, model, serializer_class = "team.list", Team, TeamSerializer

    def found(self):
        return Team.objects.filter(tournament=self.tournament)

    @write("team.add", NewTeam, example={"school": "Pascal", "name": "Calculators"}, status=201)
    def create(self, request, slug):
        "Add a team."
        return self.answer(self.carry_out(add_team, self.tournament, **self.told()))
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
KNOWN_TO_ROUTERS = ("create", "partial_update", "destroy")
SAFE = ("GET", "HEAD")


class Changed(Refused):
    """`If-Match` named an older version."""

    status = 412

    def __init__(self) -> None:
        super().__init__("Somebody changed this in the meantime. Fetch it again, then send what is right.")


def write(
    row: str,
    asks: type[serializers.Serializer] | None = None,
    *,
    example: Mapping[str, Any] | None = None,
    gives: type[serializers.Serializer] | None = None,
    status: int = 200,
    detail: bool = True,
    mapped: bool = False,
) -> Callable[[Method], Method]:
    """A method that changes something: its row of the access table, what it asks for, and an example of that.

    `mapped`: it shares its address with another method, which says so.
    """

    def decorate(method: Method) -> Method:
        if method.__name__ not in KNOWN_TO_ROUTERS and not mapped:
            address = method.__name__.replace("_", "-")
            method = action(detail=detail, methods=["post"], url_path=address)(method)
        method.row, method.asks, method.gives = row, asks, gives  # type: ignore[attr-defined]
        method.example, method.status = example, status  # type: ignore[attr-defined]
        return method

    return decorate


def etag_of(data: Any) -> str:
    """The version of an answer: a hash of its JSON."""
    return f'"{hashlib.sha256(JSONRenderer().render(data)).hexdigest()[:32]}"'


class AsksTheTable(viewsets.GenericViewSet):
    """Every method names its row of the access table: its own, or the `row` of the class for reading."""

    row: ClassVar[str]
    model: ClassVar[type[Model]]
    detail_class: ClassVar[type[serializers.Serializer] | None] = None
    actor: Actor
    tournament: Tournament

    @classmethod
    def row_of(cls, name: str) -> str:
        found: str = getattr(getattr(cls, name), "row", cls.row)
        return found

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.actor = actor_of(request)
        self.admit()
        if self.actor.token and not self.actor.token.may_write and request.method not in SAFE:
            raise NotAllowed("This token only reads. Make one that may also change things.")

    def admit(self) -> None:
        """By the row of the method. Who has no role in the tournament of the address is told that there is nothing."""
        tournament = None
        if "slug" in self.kwargs:
            tournament = self.actor.tournament_at(self.kwargs["slug"])
            if tournament is None or not self.actor.roles_in(tournament):
                raise Http404
            self.tournament = tournament
        if self.action and hasattr(self, self.action):  # other methods are answered by the framework: not allowed
            self.actor.require(self.row_of(self.action), tournament)

    def found(self) -> QuerySet[Any]:
        """The rows that the caller may see; below a tournament, of that one."""
        raise NotImplementedError

    def get_queryset(self) -> QuerySet[Any]:
        """Who writes the documentation asks without a caller."""
        return QuerySet(self.model).none() if getattr(self, "swagger_fake_view", False) else self.found()

    def get_serializer_class(self) -> Any:
        return self.detail_class if self.detail and self.detail_class else self.serializer_class

    def pages(self, rows: QuerySet[Any]) -> Response:
        """One page of a list."""
        return self.get_paginated_response(self.get_serializer(self.paginate_queryset(rows), many=True).data)

    # -- writing ------------------------------------------------------------------------------------------------------

    def told(self) -> dict[str, Any]:
        """What was sent, as this method asks for it."""
        asked = getattr(self, self.action).asks(data=self.request.data)
        asked.is_valid(raise_exception=True)
        return dict(asked.validated_data)

    def carry_out(self, verb: Callable[..., Made], subject: Any, **arguments: Any) -> Made:
        """Call the verb: once per `Idempotency-Key`, and only if the item of this address is what `If-Match` names."""
        self.actor.key = self.request.headers.get("Idempotency-Key") or None
        wanted = self.request.headers.get("If-Match")
        if wanted and self.detail:
            self.actor.saw = lambda: self._must_match(parse_etags(wanted))
        return verb(self.actor, subject, **arguments)

    def _must_match(self, wanted: list[str]) -> None:
        """Asked inside the verb's transaction, with the row locked: of two who saw the same, one wins."""
        item = self.get_object()
        list(type(item)._meta.base_manager.select_for_update().filter(pk=item.pk).values_list("pk"))
        now = etag_of(self.get_serializer(self.get_object()).data)
        if "*" not in wanted and now not in {tag.removeprefix("W/") for tag in wanted}:
            raise Changed

    def answer(self, item: Model) -> Response:
        """What the verb has made or changed, as this address shows it."""
        shown = self.get_serializer(self.get_queryset().get(pk=item.pk))
        return Response(shown.data, status=getattr(self, self.action).status)

    # -- answering ----------------------------------------------------------------------------------------------------

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """An answer names its version, and who has that version already gets nothing but that."""
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


class Resource(AsksTheTable):
    """Something of one tournament, below its address."""

    filters: ClassVar[type[serializers.Serializer] | None] = None

    def asked(self) -> dict[str, Any]:
        """The filters of a list; what makes no sense is said at its name."""
        if self.filters is None:
            return {}
        sent = self.filters(data=self.request.query_params.dict())
        sent.is_valid(raise_exception=True)
        return {name: value for name, value in sent.validated_data.items() if value not in (None, "")}


class Listed(Resource):
    def list(self, request: Request, slug: str) -> Response:
        return self.pages(self.get_queryset().filter(**self.asked()))


class Retrieved(Resource):
    def retrieve(self, request: Request, slug: str, pk: str) -> Response:
        """One of them, by its key."""
        return Response(self.get_serializer(self.get_object()).data)
