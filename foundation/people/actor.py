"""The actor: who does something, from where, and with which rights. It is the first argument of every verb."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field

from django.db import models
from django.utils.translation import gettext

from foundation.errors import NotAllowed
from foundation.people.access import ACCOUNT, ANYONE, SIGNED_IN, TABLE
from foundation.people.models import ApiToken, Invitation, Membership, Role, User
from foundation.people.queries import live_roles
from foundation.tournaments import Tournament
from rulebooks.wording import join_words

PEOPLE_BY_ROLE = {
    Role.DIRECTOR: "directors",
    Role.SCOREKEEPER: "scorekeepers",
    Role.JUDGE: "judges",
    Role.HEAD_JUDGE: "head judges",
    Role.APPEALS_PANEL: "appeals panel members",
    Role.COACH: "coaches",
}


class Origin(models.TextChoices):
    WEB = "web", "web page"
    API = "api", "API"
    COMMAND = "command", "command line"
    WORKER = "worker", "background job"


@dataclass
class Actor:
    """A person at a device; without a `user`, someone who isn't signed in. `key`: the idempotency key of the request.

    `token`: the API token of a program that acts for the person, with the token's role in one tournament.
    `check_version`: is called inside the verb's transaction, and refuses if what the client saw has changed since.
    `preloaded_memberships`: the person's roles in the tournament of the URL, if they were loaded with the session.
    """

    user: User | None = None
    origin: str = "web"
    address: str | None = None
    device: str = ""
    key: str | None = None
    coach_link: Invitation | None = None
    token: ApiToken | None = None
    check_version: Callable[[], None] | None = field(default=None, repr=False)
    system: bool = False
    preloaded_memberships: list[Membership] = field(default_factory=list, repr=False)
    _roles: dict[int, frozenset[str]] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        if self.user:
            return f"{self.token.label} ({self.user.name}’s token)" if self.token else self.user.name
        if self.coach_link:
            return self.coach_link.label
        return "Headtable" if self.system else "Someone"

    @property
    def general_roles(self) -> frozenset[str]:
        """The access table's words for this person that hold in every tournament."""
        if not self.user:
            return frozenset({ANYONE})
        if self.token:
            return frozenset({ANYONE, SIGNED_IN})
        return frozenset({ANYONE, SIGNED_IN, ACCOUNT} if self.user.has_account else {ANYONE, SIGNED_IN})

    def roles_in(self, tournament: Tournament) -> frozenset[str]:
        if self.token:
            return frozenset({self.token.role} if self.token.tournament_id == tournament.pk else ())
        if tournament.pk not in self._roles:
            roles = live_roles(self.user, tournament) if self.user else frozenset()
            if self.coach_link and self.coach_link.tournament_id == tournament.pk:
                roles |= {self.coach_link.role}
            self._roles[tournament.pk] = roles
        return self._roles[tournament.pk]

    def tournament_at(self, slug: str) -> Tournament | None:
        """Return the tournament with this slug, and remember this person's roles in it."""
        if self.token:
            return self.token.tournament if self.token.tournament.slug == slug else None
        roles = [role for role in self.preloaded_memberships if role.tournament.slug == slug] if self.user else []
        if not roles:
            return Tournament.objects.filter(slug=slug).first()
        tournament = roles[0].tournament
        if not self.coach_link:
            self._roles[tournament.pk] = frozenset(membership.role for membership in roles)
        return tournament

    def forget_roles(self) -> None:
        """Read the roles again, after a verb that changed them."""
        self._roles.clear()

    def has_role_for(self, action: str, tournament: Tournament) -> bool:
        """Whether the access table allows one of this person's roles, whatever the tournament's state."""
        return self.system or bool(TABLE[action].who & (self.general_roles | self.roles_in(tournament)))

    def may(self, action: str, tournament: Tournament | None = None) -> bool:
        rule = TABLE[action]
        if self.system:
            return True
        if tournament is None:
            return bool(rule.who & self.general_roles)
        return tournament.state in rule.states and self.has_role_for(action, tournament)

    def require(self, action: str, tournament: Tournament | None = None) -> None:
        if self.may(action, tournament):
            return
        rule = TABLE[action]
        if tournament is not None and self.has_role_for(action, tournament):
            raise NotAllowed(_wrong_state(tournament, rule.states))
        roles = join_words(PEOPLE_BY_ROLE[role] for role in Role if role in rule.who)
        if not roles:
            raise NotAllowed("Sign in with your own account to do this.")
        raise NotAllowed(f"Only {roles} can do this. Ask a director for help.")


def device_name(user_agent: str) -> str:
    """Return a short name such as `iPhone, Safari`: enough to recognize one's own device."""
    systems = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
    browsers = {"Edg/": "Edge", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
    system = next((name for name in systems if name in user_agent), "")
    browser = next((name for mark, name in browsers.items() if mark in user_agent), "")
    return ", ".join(filter(None, [system.replace("Macintosh", "Mac").replace("CrOS", "Chromebook"), browser]))


def _wrong_state(tournament: Tournament, states: Set[str]) -> str:
    """Return why something that is allowed in these states can't be done now."""
    state = Tournament.State
    if state.RUNNING not in states and state.PLANNED in states:
        return gettext("You can only do this before the tournament starts.")
    if state.RUNNING not in states:
        return gettext("You can only do this after the tournament is finished.")
    if tournament.state == state.FINISHED:
        return gettext("{tournament} is finished. A director has to reopen it first.").format(
            tournament=tournament.name
        )
    return gettext("{tournament} hasn’t started yet. A director has to start it first.").format(
        tournament=tournament.name
    )


SYSTEM = Actor(origin="command", system=True)
