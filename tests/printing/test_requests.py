"""Print requests: what identifies one, and the round trip through the params of a job."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from printing.documents import PrintScope
from printing.requests import PrintRequest, load_request
from tests.printing.documents import BASE
from tournament.models import Event
from tournament.rounds.models import Round


@pytest.fixture
def rounds(event: Event) -> tuple[Round, ...]:
    return tuple(event.tournament.rounds.order_by("number")[:2])


def test_content_digest_does_not_identify_a_request() -> None:
    request = PrintRequest("rooms", "letter", BASE, options={"names": "full"})
    later = replace(request, content_digest="changed")
    assert (later, later.request_identity()) == (request, request.request_identity())
    assert later.to_params() != request.to_params(), "new content needs a new job"


@pytest.mark.parametrize(
    "other", [{"document": "tents"}, {"paper": "a4"}, {"base_url": "x"}, {"options": {"room": "B"}}, {"piece": (0, 75)}]
)
def test_every_other_field_identifies_it(other: dict[str, Any]) -> None:
    request = PrintRequest("rooms", "letter", BASE)
    changed = replace(request, **other)
    assert changed != request
    assert changed.request_identity() != request.request_identity()


def test_job_stores_one_round_or_several(rounds: tuple[Round, ...], event: Event) -> None:
    first, second = rounds
    one, several = (
        PrintRequest("tents", "a4", BASE, rounds=some, content_digest="abc") for some in ((first,), (first, second))
    )
    fields: dict[str, Any] = {
        "document": "tents",
        "base": BASE,
        "paper": "a4",
        "division": None,
        "options": {},
        "shows": "abc",
    }
    assert one.to_params() == fields | {"round": first.pk, "rounds": []}
    assert several.to_params() == fields | {"round": None, "rounds": [first.pk, second.pk]}
    for request in (one, several, replace(one, piece=(75, 150))):
        loaded = load_request(event.tournament, request.to_params())
        assert (loaded, loaded.content_digest) == (request, "abc")


def test_request_is_composed_round_by_round(rounds: tuple[Round, ...], event: Event) -> None:
    request = PrintRequest("tents", "a4", BASE, rounds=rounds, options={"room": "Gym"})
    assert [each.to_scope(event.tournament) for each in request.split_by_round()] == [
        PrintScope(event.tournament, "a4", BASE, round=round_, options={"room": "Gym"}) for round_ in rounds
    ]
    without_rounds = replace(request, rounds=())
    assert without_rounds.split_by_round() == [without_rounds]


def test_deleted_round_is_left_out(rounds: tuple[Round, ...], event: Event) -> None:
    params = PrintRequest("tents", "a4", BASE, rounds=rounds).to_params()
    kept = rounds[0].pk
    rounds[1].delete()
    assert [round_.pk for round_ in load_request(event.tournament, params).rounds] == [kept]
