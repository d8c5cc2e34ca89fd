"""API answers: pagination, ETags, idempotency keys, If-Match, and rate limits."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.settings import api_settings

from foundation.activity.models import LogLine
from foundation.api.authentication import AddressThrottle, CallerThrottle
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.foundation.api.conftest import Day
from tests.helpers import SignIn
from tournament.models import School, Team
from tournament.rosters.models import Place

JSON = "application/json"
PROBLEM = "application/problem+json"
MADE_UP = (b"abc", b"%00", b"1e9", b"2026-13-45")


@pytest.fixture
def program(the_day: Day) -> Client:
    return factories.program(factories.api_token(the_day.tournament))


def send_json(
    client: Client, path: str, body: dict[str, Any] | None = None, method: str = "POST", **headers: str
) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.generic(method, path, data=json.dumps(body or {}), content_type=JSON, headers=named)


# -- lists ------------------------------------------------------------------------------------------------------------


def read_all_pages(client: Client, path: str) -> list[list[int]]:
    """Return the keys on every page, following `next`."""
    pages = []
    while path:
        answer = client.get(path).json()
        pages.append([row["id"] for row in answer["results"]])
        path = answer["next"]
    return pages


def test_list_is_whole_page_by_page_while_rows_come_and_go(the_day: Day, program: Client) -> None:
    everybody = list(Place.objects.order_by("id").values_list("id", flat=True))
    first = program.get(the_day.path("places/?limit=4")).json()
    Place.objects.filter(pk=everybody[0]).update(is_alternate=False)
    rest = read_all_pages(program, first["next"])
    assert [each["id"] for each in first["results"]] + [key for page in rest for key in page] == everybody
    assert {len(page) for page in rest[:-1]} == {4}


@pytest.mark.parametrize("cursor", ["rubbish", *(base64.b64encode(b"p=" + each).decode() for each in MADE_UP)])
@pytest.mark.parametrize("resource", ["places/", "jobs/", ""])
def test_invalid_cursor_is_not_found(the_day: Day, program: Client, resource: str, cursor: str) -> None:
    path = the_day.path(resource) if resource else "/api/tournaments/"
    answer = program.get(f"{path}?cursor={cursor}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, PROBLEM)


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("places/?is_alternate=true", 3),
        ("places/?is_alternate=false", 15),
        ("places/?status=expected", 18),
        ("places/?status=present", 0),
        ("rounds/?number=2", 1),
        ("rounds/?state=collecting", 1),
        ("draws/?state=draft", 2),
        ("draws/?state=published", 1),
        ("sheets/?state=verified", 1),
        ("sheets/?state=entered", 1),
        ("sheets/?state=out", 3),
        ("sheets/?state=in", 0),
        ("sheets/?state=differs", 0),
        ("sheets/?state=excused", 0),
        ("sheets/?table=2", 1),
        ("results/", 3),
        ("jobs/?state=done&kind=print.badges", 1),
        ("schools/", 3),
        ("teams/", 3),
        ("team-entries/", 3),
    ],
)
def test_list_is_filtered(the_day: Day, program: Client, query: str, count: int) -> None:
    assert len(program.get(the_day.path(query)).json()["results"]) == count


def test_invalid_filter_is_named_in_the_answer(the_day: Day, program: Client) -> None:
    answer = program.get(the_day.path("places/?status=asleep&event=0"))
    assert (answer.status_code, sorted(answer.json()["fields"])) == (422, ["event", "status"])


# -- versions ---------------------------------------------------------------------------------------------------------


def test_unchanged_answer_is_not_sent_again(the_day: Day, program: Client) -> None:
    first = program.get(the_day.path("places/"))
    again = program.get(the_day.path("places/"), headers={"If-None-Match": first.headers["ETag"]})
    weak = program.get(the_day.path("places/"), headers={"If-None-Match": f'"x", W/{first.headers["ETag"]}'})
    assert [(each.status_code, each.content) for each in (again, weak)] == [(304, b""), (304, b"")]
    assert again.headers["ETag"] == first.headers["ETag"]
    assert (first.headers["Cache-Control"], "Authorization" in first.headers["Vary"]) == ("private, no-cache", True)
    send_json(program, the_day.path(f"places/{the_day.keys['places']}/mark/"), {"status": "present"})
    changed = program.get(the_day.path("places/"), headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


def test_of_two_updates_of_one_version_one_wins(the_day: Day, program: Client) -> None:
    path = the_day.path(f"places/{the_day.keys['places']}/")
    seen = program.get(path).headers["ETag"]
    mine = send_json(program, path, {"last": "First"}, "PATCH", If_Match=seen, Idempotency_Key="k1")
    late = send_json(program, path, {"last": "Second"}, "PATCH", If_Match=seen)
    assert (mine.status_code, mine.json()["last"], late.status_code) == (200, "First", 412)
    assert late.json()["title"] == "Someone else changed this. Fetch it again, then send your change."
    assert program.get(path).json()["last"] == "First"
    again = send_json(program, path, {"last": "First"}, "PATCH", If_Match=seen, Idempotency_Key="k1")
    assert (again.status_code, again.json()["last"]) == (200, "First")


def test_if_match_star_accepts_any_version(the_day: Day, program: Client) -> None:
    path = the_day.path(f"places/{the_day.keys['places']}/")
    assert send_json(program, path, {"last": "First"}, "PATCH", If_Match="*").status_code == 200
    assert send_json(program, path, {"last": "Second"}, "PATCH", If_Match='"older"').status_code == 412


def test_round_changes_state_only_from_the_current_version(the_day: Day, program: Client) -> None:
    path = the_day.path(f"rounds/{the_day.named['round']}/")
    version = program.get(path).json()["version"]
    published = send_json(program, f"{path}publish/", {"version": version})
    late = send_json(program, f"{path}unpublish/", {"version": version})
    assert (published.json()["state"], published.json()["version"]) == ("published", version + 1)
    assert (late.status_code, late.json()["title"]) == (
        409,
        "Round 2 Elementary is now published. Reload the page.",
    )
    assert send_json(program, f"{path}unpublish/", {"version": version + 1}).json()["state"] == "draft"


def test_tournament_is_edited_only_from_the_current_version(
    the_day: Day, program: Client, client_of: SignIn, director: User
) -> None:
    changed = send_json(program, the_day.path(), {"version": 1, "venue": "Euler Hall"}, "PATCH")
    late = send_json(program, the_day.path(), {"version": 1, "venue": "Gauss Hall"}, "PATCH")
    assert (changed.status_code, changed.json()["venue"], changed.json()["version"]) == (200, "Euler Hall", 2)
    form = {name: changed.json()[name] for name in ("name", "starts_on", "ends_on", "time_zone")}
    form |= {"version": "1", "venue": "Gauss Hall"}
    page = client_of(director).post(reverse("tournament_edit", args=[the_day.tournament.slug]), form)
    assert (late.status_code, [late.json()["title"]]) == (409, page.context["form"].non_field_errors())


# -- once per key -----------------------------------------------------------------------------------------------------


def test_repeated_request_is_done_once_and_answered_alike(the_day: Day, program: Client) -> None:
    body = {"school": "Gauss School", "name": "Sums"}
    one, two = (send_json(program, the_day.path("teams/"), body, Idempotency_Key="k1") for _ in range(2))
    other = send_json(program, the_day.path("teams/"), body | {"name": "Others"}, Idempotency_Key="k1")
    assert (one.status_code, two.status_code, one.json()) == (201, 201, two.json())
    assert (other.status_code, Team.objects.filter(school__name="Gauss School").count()) == (409, 1)


# -- the sentences of the pages ---------------------------------------------------------------------------------------


def test_refusal_is_the_sentence_of_the_page(the_day: Day, program: Client, client_of: SignIn, director: User) -> None:
    twice = {"school": "School 1", "name": "Team 1"}
    answer = send_json(program, the_day.path("teams/"), twice)
    page = client_of(director).post(reverse("teams", args=[the_day.tournament.slug]), twice)
    sentence = "School 1 has a team named Team 1. Choose a different name."
    assert answer.json() == {"title": sentence, "status": 422, "field": "name"}
    assert page.context["form"].errors["name"] == [sentence]


@pytest.mark.parametrize(
    ("method", "path", "options", "status", "title"),
    [
        ("GET", "places/999999/", {}, 404, "There’s nothing at this address."),
        ("GET", "nothing/", {}, 404, "There’s nothing at this address."),
        ("PUT", "places/", {}, 405, 'Method "PUT" not allowed.'),
        ("OPTIONS", "places/", {}, 405, 'Method "OPTIONS" not allowed.'),
        ("GET", "places/", {"headers": {"Accept": "text/html"}}, 406, None),
        ("POST", "teams/", {"data": "<xml/>", "content_type": "text/xml"}, 415, None),
        ("POST", "teams/", {"data": "{", "content_type": JSON}, 400, None),
        ("POST", "teams/", {"data": "[]", "content_type": JSON}, 422, "Some fields aren’t valid."),
        ("POST", "teams/", {"data": "x" * 13_000_000, "content_type": JSON}, 400, None),
    ],
)
def test_every_error_is_problem_json(
    the_day: Day, program: Client, method: str, path: str, options: dict[str, Any], status: int, title: str | None
) -> None:
    answer = program.generic(method, the_day.path(path), **options)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    assert answer.json()["status"] == status
    assert answer.json()["title"] == (title or answer.json()["title"]) != ""


def test_empty_body_names_the_required_fields(tournament: Tournament) -> None:
    answer = Client().get(f"/api/tournaments/{tournament.slug}/rounds/")
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="Headtable"')
    assert answer.json()["title"] == "Send a token as “Authorization: Bearer …”, or sign in."


# -- limits -----------------------------------------------------------------------------------------------------------


def test_too_many_requests_are_told_to_wait(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CallerThrottle, "THROTTLE_RATES", api_settings.DEFAULT_THROTTLE_RATES | {"caller": "2/min"})
    one, other = (factories.program(factories.api_token(tournament, Role.JUDGE)) for _ in range(2))
    answers = [one.get("/api/tournaments/") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    wait = int(answers[2].headers["Retry-After"])
    assert (0 < wait <= 60, answers[2].headers["Content-Type"]) == (True, PROBLEM)
    assert answers[2].json() == {"title": f"Too many requests. Try again in {wait} seconds.", "status": 429}
    assert other.get("/api/tournaments/").status_code == 200


def test_guessing_tokens_is_told_to_wait(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        AddressThrottle, "THROTTLE_RATES", api_settings.DEFAULT_THROTTLE_RATES | {"wrong_token": "2/min"}
    )
    guesser = Client(headers={"Authorization": "Bearer ht_guess"})
    assert [guesser.get("/api/tournaments/").status_code for _ in range(3)] == [401, 401, 429]


# -- feeds ------------------------------------------------------------------------------------------------------------


def test_log_feed_continues_after_the_last_line(the_day: Day, program: Client) -> None:
    LogLine.objects.all().redact(at=timezone.now())
    first = program.get(the_day.path("log/?limit=3")).json()
    expected = list(LogLine.objects.filter(tournament=the_day.tournament).order_by("id").values_list("id", flat=True))
    assert [line["id"] for line in first["lines"]] == expected[:3]
    assert first["next"] == 0  # all of them are younger than ten seconds: they come again
    later = program.get(the_day.path(f"log/?since={expected[2]}&limit=500")).json()
    assert [line["id"] for line in later["lines"]][: len(expected) - 3] == expected[3:]


def test_feed_cursor_stays_behind_recent_lines(the_day: Day, program: Client) -> None:
    lines = list(LogLine.objects.filter(tournament=the_day.tournament).order_by("id"))
    now = timezone.now()
    LogLine.objects.all().redact(at=now)
    LogLine.objects.filter(pk__lte=lines[-3].pk).redact(at=now - timedelta(minutes=1))
    answer = program.get(the_day.path("log/?limit=500")).json()
    assert answer["next"] == lines[-3].pk
    again = program.get(the_day.path(f"log/?since={answer['next']}")).json()
    assert [line["id"] for line in again["lines"]][:2] == [each.pk for each in lines[-2:]]


def test_log_shows_helpers_and_tokens_their_own_lines(the_day: Day, client_of: SignIn) -> None:
    scorekeeper = factories.program(factories.api_token(the_day.tournament, Role.SCOREKEEPER, label="Desk"))
    send_json(scorekeeper, the_day.path(f"places/{the_day.keys['places']}/mark/"), {"status": "present"})
    helper = User.objects.filter(name="Scorekeeper Helper").earliest("pk")
    by_token = scorekeeper.get(the_day.path("log/")).json()["lines"]
    by_hand = client_of(helper).get(the_day.path("log/")).json()["lines"]
    assert [(line["who"], line["action"]) for line in by_token] == [("Desk (Dana Director’s token)", "checkin.mark")]
    assert {line["who"] for line in by_hand} == {"Scorekeeper Helper"}


def test_results_feed_has_each_verified_sheet(the_day: Day) -> None:
    screen = factories.program(factories.api_token(the_day.tournament, Role.JUDGE, may_write=False))
    found = screen.get(the_day.path("changes/?since=0")).json()
    results = [
        [(each["seat"], each["public_name"], each["points"]) for each in change["results"]]
        for change in found["changes"]
    ]
    assert [change["table"] for change in found["changes"]] == [1]
    assert [[points for _, _, points in table] for table in results] == [["5.00", "5.00", "2.00"]]
    assert all(name.count(" ") <= 2 and name.endswith(".") for table in results for _, name, _ in table)


# -- roster and day ---------------------------------------------------------------------------------------------------


def test_roster_is_written_by_the_verbs(the_day: Day, program: Client) -> None:
    body = {"event": the_day.named["event"], "school": "Gauss School", "team": "Sums", "division": "E", "last": "Bo"}
    made = send_json(program, the_day.path("places/"), body)
    assert (made.status_code, made.json()["name"], made.json()["number"]) == (201, "Bo", 1)
    path = the_day.path(f"places/{made.json()['id']}/")
    assert send_json(program, path, {"grade": 4}, "PATCH").json()["grade"] == 4
    assert send_json(program, the_day.path("places/undo/"), {"event": the_day.named["event"]}).status_code == 200
    assert program.get(path).json()["grade"] is None
    assert (send_json(program, path, None, "DELETE").status_code, program.get(path).status_code) == (204, 404)
    actions = ["place.add", "place.edit", "place.undo", "place.remove"]
    assert list(
        LogLine.objects.filter(action__startswith="place.").order_by("id").values_list("action", flat=True)
    ) == (actions)
    assert School.objects.filter(name="Gauss School").count() == 1


def test_event_of_another_tournament_is_not_found(the_day: Day, program: Client, director: User) -> None:
    other = factories.tournament(director, "Other Meet")
    body = {"event": other.events.get().pk, "school": "S", "division": "E", "last": "Bo"}
    answer = send_json(program, the_day.path("places/"), body)
    assert (answer.status_code, answer.json()["fields"]) == (
        422,
        {"event": ["This tournament has no such event."]},
    )


def test_draft_is_drawn_changed_and_published(the_day: Day, program: Client) -> None:
    made = send_json(
        program, the_day.path("draws/"), {"round": the_day.named["round"], "seed": 9, "without_results": True}
    )
    assert (made.status_code, made.json()["state"], made.json()["seed"]) == (201, "draft", 9)
    path = the_day.path(f"draws/{made.json()['id']}/")
    tables = program.get(path).json()["tables"]
    one, other = tables[0]["seats"][0], tables[1]["seats"][0]
    swapped = send_json(program, f"{path}swap/", {"seat": one["id"], "other": other["id"]}).json()["tables"]
    assert (swapped[0]["seats"][0]["name"], swapped[1]["seats"][0]["name"]) == (other["name"], one["name"])
    assert send_json(program, f"{path}undo/").json()["tables"][0]["seats"][0]["name"] == one["name"]
    assert send_json(program, f"{path}publish/").json()["state"] == "published"
    assert send_json(program, f"{path}publish/").status_code == 409


def test_document_is_requested_and_downloaded(the_day: Day, program: Client) -> None:
    asked = send_json(program, the_day.path("prints/badges/"), {"paper": "a4"})
    assert (asked.status_code, asked.json()["kind"], asked.json()["state"]) == (202, "print.badges", "queued")
    path = the_day.path(f"jobs/{asked.json()['id']}/")
    assert program.get(f"{path}file/").status_code == 404
    assert send_json(program, f"{path}cancel/").json()["state"] == "cancelled"
    ready = program.get(the_day.path(f"jobs/{the_day.keys['jobs']}/file/"))
    assert (ready.content, ready.headers["Content-Type"]) == (b"%PDF", "application/pdf")
    assert ready.headers["Cache-Control"] == "private, no-store"


def test_scorekeeper_does_not_see_documents_with_sign_in_links(the_day: Day) -> None:
    scorekeeper = factories.program(factories.api_token(the_day.tournament, Role.SCOREKEEPER))
    assert scorekeeper.get(the_day.path("jobs/")).json()["results"] == []
    assert scorekeeper.get(the_day.path(f"jobs/{the_day.keys['jobs']}/file/")).status_code == 404
