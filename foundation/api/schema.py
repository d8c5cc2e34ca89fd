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

SAFE = ("GET", "HEAD")
READING, WRITING, ITEM = (400, 401, 403, 404, 406, 429), (409, 415, 422), (412,)
PROBLEM = "application/problem+json"
WORDS = {
    304: "Not changed since the version in If-None-Match.",
    400: "The body is not JSON, or the address has an invalid character.",
    401: "No token, or one that does not work.",
    403: "This role may not do this, or not in this state of the tournament.",
    404: "There is nothing at this address, or nothing for you.",
    406: "Only JSON is spoken here.",
    409: "Somebody else was faster: made from a version that is no longer current; or a key that was used before.",
    412: "The version in If-Match is no longer current.",
    415: "The body must be application/json.",
    422: "Declined, with a sentence; “field” or “fields” name what it is about.",
    429: "Too many requests: wait as many seconds as Retry-After says.",
}
KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Made by the client. The same request with the same key is done once and answered alike.",
)
MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what you saw: refused with 412 if it has changed.",
)
SLUG = OpenApiParameter(
    "slug", OpenApiTypes.STR, OpenApiParameter.PATH, description="The tournament, as in the address of its pages."
)
NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag that you have: answered with 304 if it is still so.",
)


class ProblemDetails(serializers.Serializer):
    """What went wrong, as application/problem+json (RFC 9457). `title` is the sentence that a page would show."""

    title = serializers.CharField()
    status = serializers.IntegerField()
    field = serializers.CharField(required=False, allow_null=True, help_text="Which field the sentence is about.")
    fields = serializers.DictField(required=False, help_text="What is wrong with each field.")  # type: ignore[assignment]


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "foundation.api.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A director makes tokens on the page API tokens. Each is for one tournament and one role.",
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
            return {(200, "application/pdf"): OpenApiResponse(OpenApiTypes.BINARY, "The document.")} | answers
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
    """Return `For: director, head judge. While the tournament is running.`, from the access table."""
    rule = TABLE[row]
    roles = [role.label for role in Role if role in rule.who]
    who = ", ".join(roles) if roles else "everybody who is signed in" if "signed-in" in rule.who else "accounts"
    states = [state.label for state in Tournament.State if state in rule.states]
    when = "" if len(states) == len(Tournament.State) else f" While the tournament is {' or '.join(states)}."
    return f"For: {who}.{when}"


def _resource() -> type:
    from foundation.api.resource import Resource

    return Resource
