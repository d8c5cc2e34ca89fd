"""The API documentation: public, without data, complete, and true to the access table."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from config.api import RESOURCES, merge_resources
from foundation.api.documentation import fields_of, groups_of
from foundation.api.schema import who_may
from foundation.api.views import document
from tests.foundation.api.conftest import Day
from tournament.rosters.models import Player


def operations() -> dict[str, dict]:
    return {each["operationId"]: each for methods in document()["paths"].values() for each in methods.values()}


def test_document_is_open_and_answered_conditionally(client: Client, db: None) -> None:
    answer = client.get(reverse("api_schema"))
    assert (answer.status_code, answer.json()["openapi"]) == (200, "3.0.3")
    assert answer.headers["Content-Type"] == "application/vnd.oai.openapi+json"
    assert client.get(reverse("api_schema"), headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_page_shows_every_operation_of_the_document(client: Client, db: None) -> None:
    page = client.get(reverse("api_docs"))
    shown = [operation.id for group in page.context["groups"] for operation in group.operations]
    assert (page.status_code, sorted(shown)) == (200, sorted(operations()))
    assert client.get("/api/docs").headers["Location"] == "/api/docs/"


def test_every_resource_is_in_the_document() -> None:
    tags = {each["tags"][0] for each in operations().values()}
    assert tags == set(RESOURCES) | {"tournaments"}


def test_every_write_has_an_example_that_is_right() -> None:
    """Every method with a body has an example; schemathesis sends them to the server."""
    without = [
        name for name, each in operations().items() if "requestBody" in each and '"examples"' not in json.dumps(each)
    ]
    assert without == []


def test_operation_lists_its_roles_from_the_access_table() -> None:
    assert who_may("round.pause") == "Allowed for: director, head judge. Tournament state: running."
    assert who_may("tournament.list") == "Allowed for: everyone who is signed in."
    assert operations()["rounds_pause"]["description"] == who_may("round.pause")


def test_nested_fields_are_named_by_their_path() -> None:
    schema = operations()["sheets_enter"]["requestBody"]["content"]["application/json"]["schema"]
    names = [field.name for field in fields_of(document(), schema)]
    assert names[:4] == ["paper", "paper.rows", "paper.rows[].status", "paper.rows[].total"]
    assert "paper.columns[].cells" in names


def test_request_can_be_copied() -> None:
    found = [each for group in groups_of(document(), "http://localhost") for each in group.operations]
    example = next(each.example for each in found if each.id == "rounds_start")
    assert example.splitlines() == [
        "curl -X POST http://localhost/api/tournaments/{slug}/rounds/{id}/start/ \\",
        '  -H "Authorization: Bearer $TOKEN" \\',
        '  -H "Idempotency-Key: $(uuidgen)" \\',
        '  -H "Content-Type: application/json" \\',
        "  -d '{\"version\": 3}'",
    ]


def test_public_documentation_has_no_student_name(the_day: Day, client: Client) -> None:
    """For people who are not signed in, and for people without a role in the tournament."""
    names = {name for player in Player.objects.all() for name in (player.first_name, player.last_name)}
    paths = [reverse("api_docs"), reverse("api_schema")]
    for path in document()["paths"]:
        resource = "".join(path.split("/")[4:5])
        key = str(the_day.keys.get(resource, ""))
        paths.append(path.replace("{slug}", the_day.tournament.slug).replace("{id}", key))
    for path in paths:
        answer = client.get(path)
        assert not any(name.encode() in answer.content for name in names), path
        assert answer.status_code in (200, 401)


def test_two_resources_with_one_name_are_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="with the same name: sheets"):
        merge_resources([RESOURCES, {"sheets": RESOURCES["sheets"]}])
