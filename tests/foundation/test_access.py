"""The access table at every URL: each role, no role, not signed in, and a role in another tournament."""

from __future__ import annotations

import uuid
from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from foundation.activity.models import LogLine
from foundation.people.access import ACCOUNT, ANYONE, SIGNED_IN, TABLE
from foundation.people.actor import Actor
from foundation.people.models import Invitation, Membership, Role, User
from foundation.tournaments import Tournament
from tests.foundation.access_world import (
    ADDRESSES,
    API,
    GUARDED_NAMES,
    MAY_BE_EMPTY,
    METHODS,
    UNGUARDED_NAMES,
    AccessWorld,
    action_of,
    address_of,
    describe_response,
    parameters,
)


def test_every_url_has_a_name_and_an_access_row() -> None:
    assert "" not in ADDRESSES
    unguarded = {name for name, pattern in ADDRESSES.items() if not hasattr(pattern.callback, "action")}
    assert unguarded == UNGUARDED_NAMES | set(API)


def test_every_access_row_is_used_by_a_view_or_a_verb() -> None:
    from foundation.activity.sentences import SENTENCE_BY_ACTION

    guarded = {action_of(name) for name in GUARDED_NAMES}
    asked_in_a_view = {"protest.let_in", "team.view_own", "conflict.for_others", "tournament.copy"}
    methods = {row for _, _, row in METHODS}
    assert set(TABLE) == (guarded | set(SENTENCE_BY_ACTION) | methods | asked_in_a_view) & set(TABLE)
    assert guarded | methods <= set(TABLE)


DIRECTOR_ONLY = {
    "tournament.edit", "tournament.start", "tournament.finish", "tournament.reopen", "team.add", "staff.list",
    "invitation.create", "invitation.revoke", "membership.end",
    "print.list", "print.document", "print.badges", "print.coach_links", "logo.set", "logo.remove", "signers.set",
    "draw.make", "draw.swap", "draw.lock", "draw.improve", "draw.undo", "draw.publish", "draw.revise", "draw.discard",
    "tables.plan", "event.renew_book",
    "event.add", "event.remove", "event.set_up", "rooms.lay_out",
    "roster.upload", "roster.lay_out", "roster.fill_in", "roster.read_as", "roster.import",
    "roster.write", "place.edit", "place.add", "place.remove", "place.undo", "tournament.copy", "tournament.privacy",
    "tournament.ask_purge", "tournament.purge", "archive.make", "season.add", "season.remove", "rehearsal.remove",
    "tournament.backup", "backup.list", "backup.download", "backup.make", "backup.start_anew", "backup.thin_out",
    "backup.restore", "backup.go_on",
    "round.publish", "round.unpublish", "round.start", "round.collect", "round.complete",
    "round.reopen", "sheet.excuse", "standings.cut", "standings.sweepstakes",
    "playoffs.call", "playoffs.call_off",
    "token.list", "token.make", "token.revoke",
    "release.view", "release.set", "release.freeze", "release.thaw", "ceremony.view", "practice.allow",
}  # fmt: skip
EVERYBODY_ON_THE_STAFF = {
    "draw.view", "tournament.view", "roster.view", "book.view", "job.view", "job.cancel", "job.retry",
    "points.work_out", "standings.view", "sheet.view", "sheet.receive", "sheet.flag", "sheet.clear", "sheet.attach",
    "round.view", "checkin.view", "checkin.mark", "checkin.mark_team", "checkin.game_set", "tables.effect",
    "request.list",
    "call.ask", "call.at",
    "protest.view", "protest.file", "protest.complete", "protest.attach", "protest.withdraw",
}  # fmt: skip
PROTESTS = {
    "protest.let_in", "protest.detach", "protest.send_back", "protest.accept", "protest.dismiss", "protest.none",
    "panel.name", "panel.release",
}  # fmt: skip
HEARING = {"protest.hear", "protest.replay"}
ON_A_PANEL = {"protest.vote", "protest.decide"}
JUDGES = {"conflict.list", "conflict.declare", "conflict.withdraw", "call.view", "case.view", "penalty.list"}
AT_TABLES = {
    "call.begin", "call.end", "call.cancel", "ruling.make", "opinion.ask", "opinion.compare",
    "penalty.give", "penalty.consent", "penalty.take_back",
    "call.about", "call.away", "call.back",
}  # fmt: skip
CHECKER = {"check.view", "check.ask"}
CLOCK = {"round.pause", "round.go_on"}
OWN_CASES = {"own_case.add", "own_case.edit", "own_case.retire"}
SHEETS = {"sheet.enter", "sheet.check", "sheet.rekey", "sheet.settle", "results.import"}
MAY = {
    Role.DIRECTOR: DIRECTOR_ONLY
    | EVERYBODY_ON_THE_STAFF
    | JUDGES
    | AT_TABLES
    | CLOCK
    | OWN_CASES
    | SHEETS
    | PROTESTS
    | HEARING
    | {"team.list", "conflict.for_others", "checkin.substitute", "checkin.take_back", "round.extra_time"}
    | {"sheet.go_back", "sheet.detach", "request.settle"},
    Role.SCOREKEEPER: EVERYBODY_ON_THE_STAFF | SHEETS | {"checkin.substitute", "checkin.take_back", "request.settle"},
    Role.JUDGE: EVERYBODY_ON_THE_STAFF
    | JUDGES
    | AT_TABLES
    | HEARING
    | ON_A_PANEL
    | CHECKER
    | {"check.open", "round.extra_time"},
    Role.HEAD_JUDGE: EVERYBODY_ON_THE_STAFF
    | PROTESTS
    | HEARING
    | ON_A_PANEL
    | CHECKER
    | JUDGES
    | AT_TABLES
    | CLOCK
    | OWN_CASES
    | SHEETS
    | {"team.list", "conflict.for_others", "checkin.substitute", "checkin.take_back", "round.extra_time"}
    | {"sheet.go_back", "sheet.detach", "request.settle", "check.open"},
    Role.APPEALS_PANEL: EVERYBODY_ON_THE_STAFF | JUDGES | HEARING | ON_A_PANEL | CHECKER,
    Role.COACH: {"team.view_own", "request.make"},
}
WITHOUT_A_ROLE = {
    ANYONE: {
        "home.view", "style.view", "api.docs", "help.view", "account.create_first", "account.enter",
        "account.new_password", "tournament.view_public", "invitation.open", "invitation.accept", "badge.use",
    },
    SIGNED_IN: {
        "account.sessions", "account.end_session", "account.view", "account.leave", "tournament.list", "log.view",
    },
    ACCOUNT: {
        "account.security", "archive.import", "season.list", "season.create", "season.edit", "tournament.create",
        "rehearsal.ask",
    },
}  # fmt: skip
CHANGES_NOTHING_WHEN_FINISHED = {
    "draw.make", "draw.swap", "draw.lock", "draw.improve", "draw.undo", "draw.publish", "draw.revise", "draw.discard",
    "tournament.edit", "tournament.start", "tournament.finish", "team.add", "invitation.create", "invitation.accept",
    "event.renew_book", "event.add", "event.remove", "event.set_up", "rooms.lay_out",
    "roster.upload", "roster.lay_out", "roster.fill_in", "roster.read_as", "roster.import", "roster.write",
    "badge.use", "place.edit", "place.add", "place.remove", "place.undo",
    "checkin.mark", "checkin.mark_team", "checkin.game_set", "checkin.substitute", "checkin.take_back",
    "round.publish", "round.unpublish", "round.start", "round.pause", "round.go_on", "round.collect",
    "round.complete", "round.reopen", "round.extra_time", "playoffs.call", "playoffs.call_off",
    "sheet.receive", "sheet.enter", "sheet.check", "sheet.rekey", "sheet.settle", "sheet.go_back", "sheet.flag",
    "sheet.clear", "sheet.excuse", "sheet.attach", "sheet.detach", "results.import",
    "print.badges", "print.coach_links", "conflict.declare", "conflict.withdraw", "conflict.for_others",
    "request.make", "request.settle",
    "call.ask", "call.begin", "call.end", "call.cancel", "ruling.make", "opinion.ask", "opinion.compare",
    "penalty.give", "penalty.consent", "penalty.take_back",
    "call.about", "call.away", "call.back", "check.open", "check.ask",
    "protest.file", "protest.complete", "protest.attach", "protest.withdraw", *PROTESTS, *HEARING, *ON_A_PANEL,
}  # fmt: skip


def test_table_says_what_each_role_is_for() -> None:
    """Written out by hand, to catch a slip in the table: the tests below trust the table."""
    for who, actions in [*MAY.items(), *WITHOUT_A_ROLE.items()]:
        assert {action for action, rule in TABLE.items() if who in rule.who} == actions, who


def test_access_table_ends_with_the_tournament() -> None:
    closed = {action for action, rule in TABLE.items() if Tournament.State.FINISHED not in rule.states}
    assert closed == CHANGES_NOTHING_WHEN_FINISHED
    assert TABLE["tournament.reopen"].states == {Tournament.State.FINISHED}


def expected_answer(user: User | None, name: str, tournament: Tournament) -> str:
    """The expected answer, computed from the table without the views."""
    action = action_of(name)
    rule = TABLE[action]
    if user is None and ANYONE not in rule.who:
        return "sign in first"
    actor = Actor(user=user)
    if "slug" not in parameters(name):
        return "in" if rule.who & actor.general_roles else "refused"
    if ANYONE not in rule.who and not actor.roles_in(tournament):
        return "no such page"
    allowed = rule.who & (actor.general_roles | actor.roles_in(tournament)) and tournament.state in rule.states
    return "in" if allowed else "refused"


def names_to_try(state: str) -> list[str]:
    """Every URL while the tournament is running; in other states, the ones whose rows name states."""
    everywhere = len(Tournament.State.values)
    return [
        name
        for name in GUARDED_NAMES
        if state == Tournament.State.RUNNING or len(TABLE[action_of(name)].states) < everywhere
    ]


def request_and_roll_back(client: Client, method: str, path: str) -> str:
    """Return the response, and roll back what the request changed, in the database and in the client."""
    cookies = client.cookies.output(header="", sep=";")
    with transaction.atomic():
        response = getattr(client, method)(path)
        transaction.set_rollback(True)
    client.cookies = SimpleCookie(cookies)
    assert response.status_code < 500
    return describe_response(response)


@pytest.mark.parametrize("state", Tournament.State.values)
@pytest.mark.parametrize("method", ["get", "post"])
def test_every_url_admits_exactly_the_roles_of_the_table(world: AccessWorld, state: str, method: str) -> None:
    tournament = world.tournament
    Tournament.objects.filter(pk=tournament.pk).update(state=state)
    tournament.refresh_from_db()
    wrong = []
    for who, user in world.subjects.items():
        client = Client()
        if user:
            client.force_login(user)
        for name in names_to_try(state):
            should, did = (
                expected_answer(user, name, tournament),
                request_and_roll_back(client, method, address_of(name, world)),
            )
            nothing_there = name in MAY_BE_EMPTY and (should, did) == ("in", "no such page")
            if did != should and not nothing_there:
                wrong.append(f"{name} as {who}: {did}, should be {should}")
    assert wrong == []


VALID = {
    "teams": {"school": "Gauss School", "name": "Sums"},
    "staff": {"role": "judge", "label": "J", "expires_on": "2099-01-01"},
    "api_tokens": {"role": "judge", "label": "J", "expires_on": "2099-01-01"},
    "api_token_revoke": {},
    "tournament_create": {
        "name": "New Meet",
        "starts_on": "2026-11-14",
        "ends_on": "2026-11-14",
        "time_zone": "UTC",
        "editions": "acc-2026",
    },
    "print_badges": {"paper": "a4"},
    "print_coach_links": {"paper": "a4"},
    "letterhead": {"signers": "Dana Director"},
    "logo_remove": {},
    "tournament_start": {},
    "archive": {},
    "season_create": {"name": "Season"},
    "season_edit": {"name": "Season", "needed": "2"},
    "season_remove": {},
    "backup_now": {},
    "invitation_revoke": {},
    "release_set": {"results": "1"},
    "release_freeze": {},
    "membership_end": {},
    "coach_link": {},
    "school_link": {},
    "games": {"edition": "agloa-onsets-2014", "preset": "custom"},
    "privacy": {"public_names": "number", "names_until": "2030-01-01"},
}
DIRECTORS = {"director"}
ACCOUNTS = {"director", "other director", "account without a role"}


@pytest.mark.parametrize("name", VALID)
def test_complete_form_works_only_for_allowed_roles(world: AccessWorld, name: str) -> None:
    """The verb checks permission too, even if its page is open to more people."""
    path = address_of(name, world)
    worked = set()
    for who, user in world.subjects.items():
        client = Client()
        if user:
            client.force_login(user)
        before = LogLine.objects.count()
        with transaction.atomic():
            client.post(path, VALID[name])
            if LogLine.objects.count() > before:
                worked.add(who)
            transaction.set_rollback(True)
    assert worked == (ACCOUNTS if name in ("tournament_create", "season_create") else DIRECTORS)


def test_foreign_tournament_looks_like_a_missing_one(world: AccessWorld) -> None:
    client = Client()
    client.force_login(world.users["other director"])
    real, invented = (client.get(reverse("tournament", args=[slug])) for slug in ("fall-meet", "no-such-meet"))
    assert (real.status_code, real.content.replace(b"fall-meet", b"")) == (
        404,
        invented.content.replace(b"no-such-meet", b""),
    )


BELONGS_TO_NO_TOURNAMENT = {"own_case_edit", "own_case_retire", "print_document", "print_look"}
WITH_A_THING = [
    name
    for name in GUARDED_NAMES
    if "slug" in parameters(name) and len(parameters(name)) > 1 and name not in BELONGS_TO_NO_TOURNAMENT
]


def give_every_role(user: User, tournament: Tournament) -> None:
    for role in Role:
        if role not in (Role.COACH, Role.DIRECTOR):
            Membership.objects.create(tournament=tournament, user=user, role=role)


def test_rows_of_another_tournament_cannot_be_reached(world: AccessWorld) -> None:
    """Someone with every role in one tournament uses their own URLs with the key of another's badge, job, or sheet."""
    client = Client()
    user = world.users["other director"]
    client.force_login(user)
    give_every_role(user, world.other_tournament)
    kwargs = world.kwargs | {"slug": "other-meet"}
    lines, reached = LogLine.objects.count(), []
    for name in WITH_A_THING:
        path = reverse(name, kwargs={key: kwargs[key] for key in parameters(name)})
        Tournament.objects.update(state=max(TABLE[action_of(name)].states))
        if not {client.get(path).status_code, client.post(path).status_code} <= {404, 405}:
            reached.append(name)
    assert (reached, LogLine.objects.count()) == ([], lines)
    assert not Invitation.objects.filter(revoked_at__isnull=False).exists()


def test_unknown_job_is_not_found(world: AccessWorld) -> None:
    client = Client()
    client.force_login(world.users["director"])
    assert client.get(reverse("job", args=[world.tournament.slug, uuid.uuid4()])).status_code == 404
