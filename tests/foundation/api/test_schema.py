"""The server answers as the OpenAPI document says, to valid and to invalid requests."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from django.core.cache import caches
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Err
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from foundation.api.views import document
from foundation.people.models import Role
from tests import factories
from tests.foundation.api.conftest import Day
from tests.helpers import require

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
handler = functools.cache(get_wsgi_application)  # made when the first request comes, not when tests are collected


def server(environ: dict[str, Any], start_response: Any) -> Any:
    return handler()(environ, start_response)


SCHEMA = schemathesis.openapi.from_dict(deepcopy(document()))
SCHEMA.app = server
OPERATIONS: dict[str, list[APIOperation]] = {}
for result in SCHEMA.get_all_operations():
    if isinstance(result, Err):
        raise result.err()
    operation = result.ok()
    OPERATIONS.setdefault(require(operation.tags)[0], []).append(operation)
MODES = {GenerationMode.POSITIVE: 8, GenerationMode.NEGATIVE: 4}  # how many requests of each kind


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the connection open after each request: it is the one of the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.only_on("sqlite")
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("resource", sorted(OPERATIONS))
def test_every_operation_answers_as_the_document_says(the_day: Day, resource: str) -> None:
    """Sent with a director's token: requests that the document allows, and some that it does not."""
    token = factories.api_token(the_day.tournament, Role.DIRECTOR)
    headers = {"Authorization": f"Bearer {token.secret}", "Accept-Encoding": "identity"}
    known = {"slug": the_day.tournament.slug, "id": the_day.keys.get(resource)}

    def ask(case: schemathesis.Case) -> None:
        if isinstance(case.body, dict):  # of what is there, so that the request comes as far as the verb
            case.body = case.body | {name: value for name, value in the_day.named.items() if name in case.body}
        caches["limits"].clear()  # nobody is to be told that these are too many
        with transaction.atomic():
            response = case.call(headers=headers)
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS, headers=headers)

    for operation in OPERATIONS[resource]:
        path = {name: value for name, value in known.items() if "{" + name + "}" in operation.path}
        for mode, requests in MODES.items():
            calmly = settings(
                max_examples=requests,
                database=None,
                deadline=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            calmly(given(case=operation.as_strategy(mode, path_parameters=path))(ask))()
