"""How drf-spectacular describes the resources in the OpenAPI document.

The first line of a method's docstring is its summary. The roles that may call it come from the access table.
"""

from __future__ import annotations

import inspect
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from foundation.people.access import TABLE
from foundation.people.models import Role
from foundation.tournaments import Tournament
from rulebooks.wording import join_words

SAFE = ("GET", "HEAD")
READING, WRITING, ITEM = (400, 401, 403, 404, 406, 429), (409, 415, 422), (412,)
PROBLEM = "application/problem+json"
WORDS = {
    304: "Nothing has changed since the version in If-None-Match.",
    400: "The body isn’t JSON, or the address has an invalid character.",
    401: "The token is missing or doesn’t work.",
    403: "This role can’t do this, or not in the tournament’s current state.",
    404: "There’s nothing at this address, or you don’t have access.",
    406: "Only JSON responses are available.",
    409: "Conflict: someone else changed it first, or this idempotency key was used before.",
    412: "The version in If-Match is out of date.",
    415: "The body must be application/json.",
    422: "The request isn’t valid. The title says why, and “field” or “fields” say where.",
    429: "Too many requests. Wait for the number of seconds in Retry-After.",
}
KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A key that you create. Requests with the same key take effect only once and get the same response.",
)
MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the version you last saw. If it’s out of date, the response is 412.",
)
SLUG = OpenApiParameter(
    "slug", OpenApiTypes.STR, OpenApiParameter.PATH, description="The tournament, as in its page addresses."
)
NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of your copy. If it’s current, the response is 304.",
)


class ProblemDetails(serializers.Serializer):
    """What went wrong, as application/problem+json (RFC 9457). `title` is a sentence to show to people."""

    title = serializers.CharField()
    status = serializers.IntegerField()
    field = serializers.CharField(required=False, allow_null=True, help_text="The field with the error.")
    fields = serializers.DictField(required=False, help_text="The errors of each field.")  # type: ignore[assignment]


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "foundation.api.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "Directors create tokens on the API tokens page, each for one tournament and one role.",
        }


class ResourceSchema(AutoSchema):
    """Describes one method of a resource."""

    view: Any

    @property
    def view_method(self) -> Any:
        return getattr(self.view, self.view.action)

    @property
    def is_item(self) -> bool:
        return bool(self.view.detail) and self.method not in SAFE

    @property
    def docstring(self) -> str:
        return inspect.getdoc(self.view_method) or inspect.getdoc(type(self.view)) or ""

    def get_summary(self) -> str:
        return self.docstring.partition("\n")[0]

    def get_description(self) -> str:  # type: ignore[override]
        rest = self.docstring.partition("\n")[2].strip()
        return "\n\n".join(filter(None, [rest, who_may(self.view.row_of(self.view.action))]))

    def get_tags(self) -> list[str]:
        below = self.path.strip("/").split("/")
        return [below[3] if len(below) > 3 and issubclass(type(self.view), _resource()) else below[1]]

    def get_operation_id(self) -> str:
        return f"{self.get_tags()[0]}_{self.view.action}".replace("-", "_")

    def get_override_parameters(self) -> list[Any]:
        filters = getattr(self.view, "filters", None)
        parameters: list[Any] = [SLUG] if "{slug}" in self.path else []
        if filters and self.view.action == "list":
            parameters.append(filters)
        if self.method in SAFE:
            return [*parameters, NONE_MATCH]
        return [*parameters, KEY, MATCH] if self.is_item else [*parameters, KEY]

    def get_request_serializer(self) -> Any:
        return None if self.method in SAFE else getattr(self.view_method, "request_serializer", None)

    def get_response_serializers(self) -> Any:
        filtered = self.method in SAFE and self.view.action == "list" and getattr(self.view, "filters", None)
        problems = (
            *READING,
            *(WRITING if self.method not in SAFE else ()),
            *(ITEM if self.is_item else ()),
            *((422,) if filtered else ()),
        )
        answers: dict[Any, Any] = {
            (status, PROBLEM): OpenApiResponse(ProblemDetails, WORDS[status]) for status in problems
        }
        if self.view.action == "file":
            return {(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")} | answers
        if self.method in SAFE:
            return {
                (200, "application/json"): self._response_serializer(),
                304: OpenApiResponse(None, WORDS[304]),
            } | answers
        status = self.view_method.status
        if status == 204:
            return {204: OpenApiResponse(None, "Done.")} | answers
        return {status: self.view_method.response_serializer or self.view.get_serializer_class()} | answers

    def _response_serializer(self) -> Any:
        """The serializer of a read: `many=True` for a list, and marked as a single object if a list isn't paged."""
        rows = getattr(self.view_method, "shows", None)
        serializer = self.view.get_serializer_class()
        if rows is not None or (self.view.action == "list" and self.view.pagination_class):
            return (rows or serializer)(many=True)
        return extend_schema_serializer(many=False)(serializer) if self.view.action == "list" else serializer

    def get_examples(self) -> list[OpenApiExample]:
        example = getattr(self.view_method, "example", None)
        return [] if example is None else [OpenApiExample("Example", value=example, request_only=True)]


def who_may(row: str) -> str:
    """Return `Allowed for: director, head judge. Tournament state: running.`, from the access table."""
    rule = TABLE[row]
    roles = [role.label for role in Role if role in rule.who]
    who = ", ".join(roles) if roles else "everyone who is signed in" if "signed-in" in rule.who else "accounts"
    states = [state.value for state in Tournament.State if state in rule.states]
    if len(states) == len(Tournament.State):
        return f"Allowed for: {who}."
    return f"Allowed for: {who}. Tournament state: {join_words(states, 'or')}."


def _resource() -> type:
    from foundation.api.resource import Resource

    return Resource
