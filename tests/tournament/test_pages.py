"""Pages as people use them, from the one-time link to a running tournament, with every refusal along the way."""

from __future__ import annotations

import re
from datetime import date

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from foundation.accounts.invitations import absolute, first_account_path, new_password_path, path_of
from foundation.activity.models import LogLine
from foundation.people.models import Role, User
from foundation.tournaments import Tournament
from tests import factories
from tests.helpers import SignIn, require
from tests.totp import add_authenticator

FORM = {
    "name": "Fall Meet",
    "starts_on": "2026-11-14",
    "ends_on": "2026-11-14",
    "venue": "Pascal Middle School",
    "time_zone": "America/New_York",
    "editions": ["agloa-equations-2019"],
}


def test_new_installation_says_where_to_look(client: Client, db: None) -> None:
    assert "tournament/not_set_up.html" in [t.name for t in client.get("/").templates]


def test_one_time_link_leads_to_a_tournament(client: Client, db: None) -> None:
    path = first_account_path()
    account = {"name": "Dana Director", "email": "dana@example.org", "password": "cubes on the mat"}
    assert client.post(require(path), account).headers["Location"] == "/"
    assert client.post(reverse("tournament_create"), FORM).headers["Location"] == "/t/fall-meet/games/"
    board = client.get("/t/fall-meet/")
    assert (board.status_code, [step.done for step in board.context["steps"]]) == (200, [True, *[False] * 9])
    assert board.context["next_step"].label == "Import the roster"
    assert Client().get(require(path)).headers["Location"] == reverse("account_login")


def test_refused_form_keeps_what_was_typed(client_of: SignIn, director: User) -> None:
    response = client_of(director).post(reverse("tournament_create"), FORM | {"ends_on": "2026-11-01"})
    form = response.context["form"]
    assert (response.status_code, form.errors["ends_on"]) == (422, ["The last day can’t be before the first day."])
    assert form["venue"].value() == "Pascal Middle School"
    assert 'value="Fall Meet"' in response.content.decode()


def test_double_click_creates_one_tournament(client_of: SignIn, director: User) -> None:
    client = client_of(director)
    page = client.get(reverse("tournament_create"), {"preset": "custom"})
    key = page.context["form"]["key"].value()
    first, second = (
        client.post(reverse("tournament_create"), FORM | {"key": key}).headers["Location"] for _ in range(2)
    )
    assert (first, second, Tournament.objects.count()) == ("/t/fall-meet/games/", "/t/fall-meet/games/", 1)


def test_resubmitting_after_the_back_button_loses_nothing(
    client_of: SignIn, director: User, tournament: Tournament
) -> None:
    client = client_of(director)
    path = reverse("teams", args=[tournament.slug])
    key = client.get(path).context["form"]["key"].value()
    client.post(path, {"school": "Pascal", "name": "Abaci", "key": key})
    second = client.post(path, {"school": "Pascal", "name": "Bridges", "key": key})
    form = second.context["form"]
    assert (second.status_code, form["name"].value()) == (409, "Bridges")
    client.post(path, {"school": "Pascal", "name": "Bridges", "key": form["key"].value()})
    assert sorted(tournament.teams.values_list("name", flat=True)) == ["Abaci", "Bridges"]


def test_longest_names_fit_everywhere(client_of: SignIn, director: User) -> None:
    """SQLite accepts longer values than PostgreSQL."""
    client = client_of(director)
    client.post(reverse("tournament_create"), FORM | {"name": "T" * 120, "venue": "V" * 200})
    board = Tournament.objects.get().get_absolute_url()
    assert client.post(f"{board}teams/", {"school": "S" * 120, "name": "N" * 120}).status_code == 302
    team = Tournament.objects.get().teams.get()
    assert client.post(f"{board}teams/{team.pk}/link/").status_code == 302
    badge = {"role": "judge", "label": "L" * 80, "expires_on": "2099-12-31"}
    assert client.post(f"{board}staff/", badge).status_code == 302
    assert client.post(f"{board}print/badges/", {"paper": "a4"}).status_code == 302
    assert client.post(f"{board}print/coach-links/", {"paper": "a4"}).status_code == 302
    assert client.post(f"{board}staff/", badge | {"expires_on": "9999-12-31"}).status_code == 422


def test_form_sent_after_the_session_ended_keeps_what_was_typed(client: Client, tournament: Tournament) -> None:
    path = reverse("teams", args=[tournament.slug])
    page = client.post(path, {"school": "Pascal", "name": "Abaci"}, headers={"origin": "http://testserver"})
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    assert (page.status_code, hidden["school"], hidden["name"]) == (401, "Pascal", "Abaci")


def test_progress_of_a_job_after_the_session_ended_leads_to_signing_in(client: Client, tournament: Tournament) -> None:
    path = reverse("job", args=[tournament.slug, "00000000-0000-0000-0000-000000000000"])
    answer = client.get(path, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("account_login")


def test_opening_the_url_of_a_button_explains_it(client_of: SignIn, director: User, tournament: Tournament) -> None:
    page = client_of(director).get(reverse("tournament_start", args=[tournament.slug]))
    assert (page.status_code, page.templates[0].name) == (405, "405.html")


def test_form_refused_by_the_state_is_shown_with_its_sentence(
    client_of: SignIn, director: User, tournament: Tournament
) -> None:
    client = client_of(director)
    Tournament.objects.update(state="finished")
    for path, fields in {
        "teams": {"school": "Pascal", "name": "Abaci"},
        "staff": {"role": "judge", "label": "Judge 1", "expires_on": "2099-01-01"},
    }.items():
        page = client.post(reverse(path, args=[tournament.slug]), fields).content.decode()
        assert "Fall Meet is finished. A director has to reopen it first." in page
        assert all(value in page for value in list(fields.values())[:2])


def test_next_team_starts_with_the_same_school(client_of: SignIn, director: User, tournament: Tournament) -> None:
    client = client_of(director)
    path = reverse("teams", args=[tournament.slug])
    page = client.post(path, {"school": "Pascal", "name": "Abaci"}, follow=True)
    assert (page.context["form"]["school"].value(), list(page.context["schools"])) == ("Pascal", ["Pascal"])


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        ("2026-11-14", "2026-11-14", "Saturday, November 14, 2026"),
        ("2026-11-14", "2026-11-15", "November 14 – 15, 2026"),
        ("2026-11-30", "2026-12-01", "November 30 – December 1, 2026"),
        ("2026-12-31", "2027-01-01", "December 31, 2026 – January 1, 2027"),
    ],
)
def test_tournament_days_are_formatted(first: str, last: str, days: str) -> None:
    assert Tournament(starts_on=date.fromisoformat(first), ends_on=date.fromisoformat(last)).days == days


def test_conflicting_edit_shows_both_values_and_can_be_saved_again(
    client_of: SignIn, director: User, tournament: Tournament
) -> None:
    client = client_of(director)
    path = reverse("tournament_edit", args=[tournament.slug])
    facts = {key: value for key, value in FORM.items() if key != "editions"} | {"version": 1}
    client.post(path, facts | {"venue": "Gauss Hall"})
    stale = client.post(path, facts | {"venue": "Euler Gym"})
    assert stale.status_code == 409
    assert "Now the venue is “Gauss Hall”." in stale.context["form"].non_field_errors()[0]
    assert stale.context["form"]["venue"].value() == "Euler Gym"
    again = {name: stale.context["form"][name].value() for name in (*facts, "key")}
    assert client.post(path, again).status_code == 302
    assert Tournament.objects.get().venue == "Euler Gym"


def test_badge_signs_in_and_leads_to_the_dashboard(client: Client, tournament: Tournament) -> None:
    path = path_of(factories.badge(tournament))
    assert client.get(path).status_code == 200
    assert User.objects.filter(email=None).count() == 0, "opening a link must not use it"
    assert client.post(path, {"name": "Bo Binary"}).headers["Location"] == tournament.get_absolute_url()
    assert client.get("/").headers["Location"] == tournament.get_absolute_url()
    assert 0 < client.session.get_expiry_age() <= 24 * 3600


def test_revoked_badge_signs_out_at_the_next_click(
    client: Client, client_of: SignIn, director: User, tournament: Tournament
) -> None:
    badge = factories.badge(tournament)
    client.post(path_of(badge), {"name": "Bo Binary"})
    assert client.get(tournament.get_absolute_url()).status_code == 200
    client_of(director).post(reverse("invitation_revoke", args=[tournament.slug, badge.pk]))
    assert client.get(tournament.get_absolute_url()).headers["Location"] == "/", (
        "where it says that the badge no longer works"
    )
    assert client.get(path_of(badge)).status_code == 404


def test_finished_tournament_refuses_badges(client: Client, tournament: Tournament) -> None:
    path = path_of(factories.badge(tournament))
    Tournament.objects.update(state="finished")
    assert (client.get(path).status_code, client.post(path, {"name": "Bo Binary"}).status_code) == (403, 403)


def test_director_joins_by_creating_an_account(client: Client, tournament: Tournament) -> None:
    path = path_of(factories.badge(tournament, Role.DIRECTOR))
    account = {"name": "Cleo Colleague", "email": "cleo@example.org", "password": "cubes on the mat"}
    assert client.post(path, account | {"password": "short"}).status_code == 422
    assert client.post(path, account).headers["Location"] == tournament.get_absolute_url()
    assert client.get(reverse("staff", args=[tournament.slug])).status_code == 200


def test_signed_in_account_joins_with_one_button(client_of: SignIn, tournament: Tournament) -> None:
    client = client_of(factories.user("Cleo Colleague"))
    path = path_of(factories.badge(tournament, Role.HEAD_JUDGE))
    assert client.post(path, {"with_account": "1"}).headers["Location"] == tournament.get_absolute_url()
    assert client.get(reverse("conflicts", args=[tournament.slug])).status_code == 200


def test_coach_opens_the_team_page_without_signing_in(client: Client, tournament: Tournament) -> None:
    link = factories.coach_link(factories.team(tournament))
    page = client.get(path_of(link))
    assert (page.status_code, page.context["team"].name, page.context["audience"]) == (200, "Calculators", "coach")
    assert client.get(tournament.get_absolute_url()).status_code == 302


def test_badge_link_is_not_a_coach_link_and_vice_versa(client: Client, tournament: Tournament) -> None:
    badge, link = factories.badge(tournament), factories.coach_link(factories.team(tournament))
    assert client.get(path_of(badge).replace("/join/", "/team/")).status_code == 404
    assert client.get(path_of(link).replace("/team/", "/join/")).status_code == 404


def test_badge_page_shows_the_link_and_its_code(client_of: SignIn, director: User, tournament: Tournament) -> None:
    badge = factories.badge(tournament)
    page = client_of(director).get(reverse("badge", args=[tournament.slug, badge.pk])).content.decode()
    assert re.findall(r'<input id="link" readonly value="([^"]+)"', page) == [f"http://testserver{path_of(badge)}"]
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg"') + page.count('class="qr"') >= 1


def test_public_page_appears_only_when_switched_on(client: Client, tournament: Tournament) -> None:
    path = reverse("public", args=[tournament.slug])
    hidden = client.get(path)
    assert (hidden.status_code, b"Fall Meet" in hidden.content) == (404, False)
    Tournament.objects.update(is_public=True)
    assert client.get(path).status_code == 200


def test_sign_in_is_throttled(client: Client, director: User) -> None:
    path = reverse("account_login")
    for _ in range(11):
        client.post(path, {"login": director.email, "password": "wrong"})
    client.post(path, {"login": director.email, "password": factories.PASSWORD})
    assert "_auth_user_id" not in client.session, "the right password too must wait"
    assert LogLine.objects.filter(action="account.sign_in_failed", user=director).count() == 10


def test_unknown_address_and_wrong_password_get_the_same_message(director: User) -> None:
    answers = []
    for login in (director.email, "nobody@example.org"):
        page = Client().post(reverse("account_login"), {"login": login, "password": "wrong"})
        answers.append(page.context["form"].errors.as_text())
    assert answers[0] == answers[1]


def test_new_password_link_signs_in(client: Client, director: User) -> None:
    path = new_password_path(director)
    assert client.post(path, {"password": "tiny"}).status_code == 422
    assert client.post(path, {"password": "a new good sentence"}).headers["Location"] == "/"
    assert client.get(reverse("account")).status_code == 200
    assert Client().get(path).status_code == 404


def test_sessions_are_listed_and_revoked(director: User) -> None:
    phone, laptop = Client(), Client()
    for browser in (phone, laptop):
        browser.post(reverse("account_login"), {"login": director.email, "password": factories.PASSWORD})
    page = laptop.get(reverse("usersessions_list"))
    other = next(session for session in page.context["sessions"] if session.session_key == phone.session.session_key)
    assert len(page.context["sessions"]) == 2
    laptop.post(reverse("session_end", args=[other.pk]))
    assert [phone.get(reverse("account")).status_code, laptop.get(reverse("account")).status_code] == [302, 200]


def test_other_peoples_sessions_cannot_be_ended(client_of: SignIn, director: User, client: Client) -> None:
    client.post(reverse("account_login"), {"login": director.email, "password": factories.PASSWORD})
    session = UserSession.objects.get(user=director)
    stranger = client_of(factories.user("Eve Else"))
    assert stranger.post(reverse("session_end", args=[session.pk])).status_code == 404
    assert client.get(reverse("account")).status_code == 200


def test_badge_session_is_listed(client: Client, tournament: Tournament) -> None:
    client.post(path_of(factories.badge(tournament)), {"name": "Bo Binary"})
    assert len(client.get(reverse("usersessions_list")).context["sessions"]) == 1


@pytest.mark.parametrize(
    ("public", "allowed", "seen_at", "link"),
    [
        ("", ["localhost", "192.0.2.7"], "http://localhost:8000", "http://192.0.2.7:8000/x/"),
        ("", ["localhost", "192.0.2.7"], "http://127.0.0.1", "http://192.0.2.7/x/"),
        ("", ["localhost", "192.0.2.7"], "http://gym.local:8000", "http://gym.local:8000/x/"),
        ("", ["localhost", "127.0.0.1"], "http://localhost:8000", "http://localhost:8000/x/"),
        ("https://meet.example", ["meet.example"], "http://localhost:8000", "https://meet.example/x/"),
    ],
)
def test_badge_link_can_be_opened_on_a_phone(
    settings: Settings, public: str, allowed: list[str], seen_at: str, link: str
) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = public, allowed
    assert absolute("/x/", seen_at) == link


def test_authenticator_code_is_required_at_the_next_sign_in(director: User, client_of: SignIn) -> None:
    add_authenticator(director)
    client = Client()
    answer = client.post(reverse("account_login"), {"login": director.email, "password": factories.PASSWORD})
    assert (answer.headers["Location"], "_auth_user_id" in client.session) == (reverse("mfa_authenticate"), False)


def test_password_is_stored_by_argon2(settings: Settings, db: None) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert factories.user().password.startswith("argon2$argon2id$")


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ({"first": 20, "second": 14, "third": 8}, [6, 4, 2]),
        ({"first": 9, "second": 9, "third": ""}, [5, 5]),
        ({"first": -2, "second": 4, "third": 4}, [2, 5, 5]),
    ],
)
def test_points_calculator(
    client_of: SignIn, director: User, tournament: Tournament, totals: dict, points: list[int]
) -> None:
    path = reverse("points", args=[tournament.slug])
    page = client_of(director).get(path, totals | {"event": "agloa-equations-2019"})
    assert [row["points"] for row in page.context["rows"]] == points


def test_table_plan_counts_tables_and_reports_impossible_numbers(
    client_of: SignIn, director: User, tournament: Tournament
) -> None:
    elementary, middle, *_ = tournament.events.get().divisions.all()
    path = reverse("tables_plan", args=[tournament.slug])
    page = client_of(director).get(path, {f"d{elementary.pk}": 23, f"d{middle.pk}": 1})
    assert [plan.sentence for plan in page.context["plans"]] == [
        "7 tables of 3 and 1 table of 2",
        "1 player doesn’t fit at tables of 2 to 3.",
        "no players yet",
        "no players yet",
    ]
    assert [(total.game, total.players, total.tables) for total in page.context["totals"]] == [("Equations", 24, 8)]
