"""Every URL, and a tournament with everything that a URL can name, for the tests of the access table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable
from uuid import UUID

from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from foundation.accounts.invitations import first_account_path, new_password_path
from foundation.api.resource import AccessViewSet
from foundation.backups.models import Backup
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Membership, Role, User
from foundation.people.tokens import token_for
from foundation.tournaments import Tournament
from judging.checker.answers import CheckerAnswer
from judging.checker.models import Check
from judging.league_cases.models import OwnCase
from judging.models import Call, Conflict
from judging.penalties.models import Penalty
from judging.protests.models import Document, Protest
from pairings import actions as draws
from pairings.models import Draw
from pairings.proposals import propose_tables
from printing.models import Logo
from scoring.coach.models import Request
from scoring.models import Photo, Sheet
from scoring.seasons.models import Season
from tests import factories
from tournament.models import Team
from tournament.rosters.models import Place, TeamEntry, Upload
from tournament.rounds.models import Round

UNGUARDED_NAMES = {"healthz", "readyz"}
PRACTICE = ("practice", "practice_in", "practice_look")
# Of things that the person may not have: a passkey, a file, a job of others, a meet to copy, published tables,
# a protest that they may read, a visit of their own.
MAY_BE_EMPTY = {
    "backup_download",
    "backup_restore",
    "job",
    "job_cancel",
    "job_retry",
    "mfa_edit_webauthn",
    "mfa_remove_webauthn",
    "mfa_view_recovery_codes",
    "mfa_download_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_deactivate_totp",
    "job_file",
    "public",
    "session_end",
    "tournament_copy",
    "draw_revise",
    "season",
    "season_add",
    "season_edit",
    "season_remove",
    "draw_repair",
    "find_table",
    "help_page",
    "help_image",
    "tables_wall",
    "public_standings",
    "standings_wall",
    "team_ask",
    "team_sheet",
    "at_table",
    "call_away",
    "call_back",
    "protest_complete",
    "protest_withdraw",
    "protest_document",
    "protest_form",
    "protest_hear",
    "protest_vote",
    "protest_decide",
    "panel_release",
    "protest_none",
    "check",
    "check_open",
    "check_look",
    "check_answer",
    "protest_check",
    "protest_look",
    *PRACTICE,
}


UrlKwargs = dict[str, int | str | UUID]


@runtime_checkable
class GuardedView(Protocol):
    """A page's view, which names its row in the access table."""

    action: str


@runtime_checkable
class ResourceView(Protocol):
    """A view of the API: its resource, and the resource's method for each HTTP method."""

    cls: type[AccessViewSet]
    actions: dict[str, str]


@dataclass(frozen=True)
class AccessWorld:
    """A tournament with everything that a URL can name, and people in every role."""

    tournament: Tournament
    other_tournament: Tournament
    users: dict[str, User]  # by role, or by what they are instead
    kwargs: UrlKwargs
    tokens: dict[str, str]  # by URL name
    keys: UrlKwargs  # by resource of the API

    @property
    def subjects(self) -> dict[str, User | None]:
        """Everyone who may ask: all users, and nobody."""
        return {**self.users, "anonymous": None}

    def kwargs_of(self, name: str) -> UrlKwargs:
        """Return values for every parameter of this URL."""
        given = self.kwargs | ({"token": self.tokens[name]} if name in self.tokens else {})
        return {key: given[key] for key in parameters(name)}


def addresses(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[URLPattern]:
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns)
        else:
            yield pattern


def resource_view(view: object) -> ResourceView | None:
    """Return the view if it is one of the API."""
    return view if isinstance(view, ResourceView) and issubclass(view.cls, AccessViewSet) else None


ADDRESSES = {pattern.name or "": pattern for pattern in addresses()}
API = {name: view for name, pattern in ADDRESSES.items() if (view := resource_view(pattern.callback))}
METHODS = [
    (name, method, view.cls.row_of(action))
    for name, view in sorted(API.items())
    for method, action in view.actions.items()
    if method != "head"
]
GUARDED_NAMES = sorted(set(ADDRESSES) - set(API) - UNGUARDED_NAMES)


def make_world(tournament: Tournament, people: dict[str, User], director: User) -> AccessWorld:
    other_director = factories.user("Olga Otherwhere")
    other = factories.tournament(other_director, "Other Meet")
    factories.roster(tournament)
    team = factories.team(tournament)
    round_ = Round.objects.select_related("division__event__book").filter(tournament=tournament)[0]
    draw = draws.make(Actor(user=director), round_, proposal=propose_tables(round_, seed=1))
    sheet = Sheet.objects.create(tournament=tournament, round=round_, table=draw.seats.all()[0].table)
    Logo.objects.create(tournament=tournament, content=b"logo")
    kwargs = _setup_kwargs(tournament, people, director) | _round_kwargs(draw, sheet, people[Role.JUDGE])
    kwargs |= {"pk": 1, "session_id": 1, "seat": 1, "number": 1, "name": "scoresheets"}
    kwargs |= {"page": "check-in", "file": "check-in.png"}
    kwargs |= {"request_id": _create_coach_request(team, round_).pk, "case_id": _create_league_case(director).pk}
    conflict = Conflict.objects.create(tournament=tournament, judge=people[Role.JUDGE], school=team.school)
    kwargs["conflict_id"] = conflict.pk
    named = {"events": "event", "jobs": "job", "places": "place", "protests": "protest", "rounds": "round"}
    named |= {"sheets": "sheet", "team-entries": "entry", "teams": "team"}
    return AccessWorld(
        tournament=tournament,
        other_tournament=other,
        users={
            **people,
            "other director": other_director,
            "other helper": factories.helper(other, Role.SCOREKEEPER),
            "account without a role": factories.user("Nora Norole"),
        },
        kwargs=kwargs,
        tokens=_tokens(tournament, team, director),
        keys={"draws": draw.pk, **{plural: kwargs[f"{one}_id"] for plural, one in named.items()}},
    )


def _setup_kwargs(tournament: Tournament, people: dict[str, User], director: User) -> UrlKwargs:
    event = tournament.events.get()
    entry = TeamEntry.objects.get(team__name="Team 1")
    season = Season.objects.create(name="Season", made_by=director)
    season.tournaments.add(tournament)
    upload = Upload.objects.create(
        tournament=tournament,
        event=event,
        name="Roster",
        sheets=[{"name": "Roster", "rows": [["Name"], ["Ada One"]]}],
        layouts=[{"header": 1, "fields": {"0": "name"}}],
    )
    backup = Backup.objects.create(
        tournament=tournament, reason="by hand", filename="a.sqlite3", digest="d", made_at=timezone.now()
    )
    return {
        "slug": tournament.slug,
        "source": tournament.slug,
        "event_id": event.pk,
        "division_id": event.divisions.all()[0].pk,
        "entry_id": entry.pk,
        "school_id": entry.team.school_id,
        "place_id": Place.objects.filter(number=1)[0].pk,
        "upload_id": upload.pk,
        "team_id": factories.team(tournament, "Without a link").pk,
        "invitation_id": factories.badge(tournament, label="Spare").pk,
        "membership_id": Membership.objects.get(user=people[Role.SCOREKEEPER]).pk,
        "user_id": people[Role.JUDGE].pk,
        "job_id": Job.objects.create(kind="print.badges", title="Badges", tournament=tournament).pk,
        "backup_id": backup.pk,
        "season_id": season.pk,
        "token_id": factories.api_token(tournament).pk,
    }


def _round_kwargs(draw: Draw, sheet: Sheet, judge: User) -> UrlKwargs:
    """A table with assigned seats, and what happened there."""
    tournament, division = sheet.tournament, sheet.round.division
    seat, other_seat = draw.seats.all()[:2]
    about = {"tournament": tournament, "sheet": sheet, "seat": 1}
    protest = Protest.objects.create(**about, ruling="R", complaint="C", judges="A\nB", second_judge=True)
    penalty = Penalty.objects.create(**about, place=seat.place, what="warning", reason="behavior", asked_by=judge)
    check = Check.objects.create(
        tournament=tournament,
        protest=protest,
        division=division,
        asked={},
        verdict="correct",
        answer=CheckerAnswer("correct", "It is right.", "").as_data(),
        asked_by=judge,
    )
    return {
        "round_id": sheet.round_id,
        "seat_id": seat.pk,
        "other_id": other_seat.pk,
        "sheet_id": sheet.pk,
        "photo_id": Photo.objects.create(sheet=sheet, content=b"", content_type="image/jpeg", width=1, height=1).pk,
        "call_id": Call.objects.create(tournament=tournament, sheet=sheet).pk,
        "penalty_id": penalty.pk,
        "protest_id": protest.pk,
        "document_id": Document.objects.create(protest=protest, content=b"", content_type="application/pdf").pk,
        "check_id": check.pk,
    }


def _create_coach_request(team: Team, round_: Round) -> Request:
    of = {"tournament": round_.tournament, "team": team, "division": round_.division}
    return Request.objects.create(**of, kind="name", words="Ada One")


def _create_league_case(director: User) -> OwnCase:
    return OwnCase.objects.create(title="T", situation="S", ruling="R", added_by=director)


def _tokens(tournament: Tournament, team: Team, director: User) -> dict[str, str]:
    """By URL name."""
    of_team = token_for(factories.coach_link(team).nonce)
    of_school = token_for(factories.coach_link(team.school).nonce)
    return {
        **dict.fromkeys(("team_page", "team_page_live", "team_sheet", *PRACTICE), of_team),
        **dict.fromkeys(("team_of_school", "team_of_school_live", "team_ask"), of_school),
        "join": token_for(factories.badge(tournament, label="Unused").nonce),
        "new_password": new_password_path(director).split("/")[3],
        "welcome": (first_account_path() or "").split("/")[2],
    }


def address_of(name: str, world: AccessWorld) -> str:
    return reverse(name, kwargs=world.kwargs_of(name))


def action_of(name: str) -> str:
    """Return the row of the access table that guards this page."""
    view = ADDRESSES[name].callback
    assert isinstance(view, GuardedView), name
    return view.action


def parameters(name: str) -> set[str]:
    possibilities = get_resolver().reverse_dict.getlist(name)
    return set(possibilities[0][0][0][1])


def describe_response(response: HttpResponseBase) -> str:
    if response.status_code == 302 and response.headers["Location"].startswith(reverse("account_login") + "?next="):
        return "sign in first"
    return {401: "sign in first", 403: "refused", 404: "no such page"}.get(response.status_code, "in")
