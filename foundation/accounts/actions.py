"""Account verbs: create accounts, invite, join, revoke; create and revoke API tokens."""

from __future__ import annotations

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from foundation.accounts.invitations import is_first_account_token, user_of_new_password
from foundation.activity.sentences import SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.errors import NotAllowed, Refused
from foundation.people.access import STAFF
from foundation.people.actor import Actor, device_name
from foundation.people.models import ApiToken, Invitation, Membership, Role, User, role_name
from foundation.people.queries import first_account_exists, live_memberships
from foundation.people.tokens import hash_of, new_nonce, new_secret, token_for
from foundation.tournaments import Tournament


@verb("account.create_first", says="created the first account")
def create_first_account(actor: Actor, _: None, *, token: str, name: str, email: str, password: str) -> User:
    """Create the director's account on a new installation, with the one-time link from the terminal."""
    if first_account_exists():
        raise Refused("The first account has been created. Sign in with it.")
    if not is_first_account_token(token):
        raise Refused("This link isn’t valid. Copy it again from the window where you started Headtable.")
    user = _new_account(name, email, password, founder=True)
    log(_as(actor, user), user)
    return user


@verb("account.new_password", says="reset their password with a link")
def set_new_password(actor: Actor, _: None, *, token: str, password: str) -> User:
    """Replace a lost password, with a link from `bin/run manage signinlink`."""
    user = user_of_new_password(token)
    if user is None:
        raise Refused("This link no longer works. Ask for a new one.")
    _set_password(user, password)
    user.save(update_fields=["password"])
    log(_as(actor, user), user)
    return user


@verb(
    "account.end_session",
    says=SentenceByCase("known", {"yes": "signed out a device ({device})", "no": "signed out a device (unknown)"}),
)
def end_session(actor: Actor, user: User, *, session: UserSession) -> User:
    """Sign out another one of one's own devices."""
    if actor.user != user or session.user_id != user.pk:
        raise NotAllowed("You can only sign out your own devices.")
    device = device_name(session.user_agent)
    session.end()
    log(actor, user, known="yes" if device else "no", device=device)
    return user


CREATES_INVITATION = SentenceWithParts("created a badge or link: {label} ({role})", {"role": role_name})


@verb("invitation.create", says=CREATES_INVITATION, news=False)
def invite(actor: Actor, tournament: Tournament, *, role: str, label: str, expires_at: datetime) -> Invitation:
    """Create a badge for a staff member, or an invitation for another director."""
    return create_invitation(actor, Invitation(tournament=tournament, role=role, label=label, expires_at=expires_at))


def create_invitation(actor: Actor, invitation: Invitation) -> Invitation:
    """Give the invitation its secret, save it and log it. Called by the verbs that create badges and links."""
    if invitation.expires_at <= timezone.now():
        raise Refused("Choose a later date. This badge would expire before it starts.", field="expires_on")
    invitation.label = invitation.label.strip() or role_name(invitation.role)
    invitation.nonce = new_nonce()
    invitation.token_hash = hash_of(token_for(invitation.nonce))
    invitation.save()
    log(actor, invitation, label=invitation.label, role=invitation.role)
    return invitation


@verb("badge.use", says=SentenceWithParts("signed in with the badge {label} ({role})", {"role": role_name}), news=False)
def use_badge(actor: Actor, invitation: Invitation, *, name: str) -> User:
    """Sign in with a badge. The first scan asks for a name; every later one signs the same person in."""
    _must_be_alive(invitation)
    if invitation.role in (Role.DIRECTOR, Role.COACH):
        raise Refused("Directors sign in with their own account.")
    user = invitation.user
    if user is not None and user.has_account:
        raise Refused(f"This invitation belongs to {user.name}. Sign in with that account.")
    if user is None:
        if not name.strip():
            raise Refused("Enter your name so others know who you are.", field="name")
        user = User(name=name.strip())
        user.set_unusable_password()
        user.save()
        Membership.objects.create(tournament=invitation.tournament, user=user, role=invitation.role, badge=invitation)
        _take(invitation, user)
    log(_as(actor, user), user, label=invitation.label, role=invitation.role)
    return user


@verb("invitation.accept", says=SentenceWithParts("joined the tournament ({role})", {"role": role_name}), news=False)
def accept(actor: Actor, invitation: Invitation, *, name: str = "", email: str = "", password: str = "") -> Membership:
    """Join with an account: the one that is signed in, or a new one."""
    _must_be_alive(invitation)
    if invitation.role == Role.COACH:
        raise Refused("A coach link opens the team page, so there’s nothing to join.")
    if invitation.user is not None:
        raise Refused(f"{invitation.user.name} has used this invitation. Ask the director for your own.")
    user = actor.user if actor.user and actor.user.has_account else _new_account(name, email, password)
    if live_memberships().filter(tournament=invitation.tournament, user=user, role=invitation.role).exists():
        role = invitation.get_role_display()
        raise Refused(f"You’ve joined {invitation.tournament.name} as {role}. You don’t need this link again.")
    # A director's role lasts until it is ended; any other role lasts as long as the badge.
    badge = None if invitation.role == Role.DIRECTOR else invitation
    Membership.objects.filter(user=user, tournament=invitation.tournament, role=invitation.role, ended_at=None).update(
        ended_at=timezone.now()
    )
    membership = Membership.objects.create(
        tournament=invitation.tournament, user=user, role=invitation.role, badge=badge
    )
    _take(invitation, user)
    actor.forget_roles()
    log(_as(actor, user), membership, role=membership.role)
    return membership


@verb("invitation.revoke", says=SentenceWithParts("revoked {label} ({role})", {"role": role_name}))
def revoke(actor: Actor, invitation: Invitation) -> Invitation:
    """Revoke a badge or link at once, on every phone that used it."""
    if invitation.revoked_at is not None:
        raise Refused(f"{invitation.label} was revoked earlier.")
    if invitation.role == Role.DIRECTOR and invitation.user is not None:
        raise Refused(f"{invitation.user.name} has used this invitation. End their role on the Staff page instead.")
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    actor.forget_roles()
    log(actor, invitation, label=invitation.label, role=invitation.role)
    return invitation


@verb("membership.end", says=SentenceWithParts("ended {name}’s role as {role}", {"role": role_name}))
def end_membership(actor: Actor, membership: Membership) -> Membership:
    # The lock keeps two directors from ending each other's role.
    Tournament.objects.select_for_update().get(pk=membership.tournament_id)
    if membership.ended_at is not None:
        raise Refused(f"{membership.user.name}’s role as {membership.get_role_display()} has ended.")
    others = live_memberships().filter(tournament=membership.tournament, role=Role.DIRECTOR).exclude(pk=membership.pk)
    if membership.role == Role.DIRECTOR and not others.exists():
        raise Refused("A tournament needs a director. Invite another director first.")
    membership.ended_at = timezone.now()
    membership.save(update_fields=["ended_at"])
    if membership.badge is not None and membership.badge.revoked_at is None:
        membership.badge.revoked_at = membership.ended_at
        membership.badge.save(update_fields=["revoked_at"])
    actor.forget_roles()
    log(actor, membership, name=membership.user.name, role=membership.role)
    return membership


CREATES_TOKEN = SentenceWithParts(
    SentenceByCase(
        "rights",
        {
            "write": "created the API token {label} ({role}, read and write)",
            "read": "created the API token {label} ({role}, read only)",
        },
    ),
    {"role": role_name},
)


@verb("token.make", says=CREATES_TOKEN, news=False)
def make_token(
    actor: Actor, tournament: Tournament, *, role: str, label: str, expires_at: datetime, may_write: bool
) -> ApiToken:
    """Create a token with one role in one tournament. Only the returned object has its `secret`."""
    if actor.user is None or actor.token is not None:
        raise NotAllowed("Only a signed-in director can create tokens.")
    if role not in STAFF:
        raise Refused("Choose a staff role.", field="role")
    if not label.strip():
        raise Refused("Enter what the token is for.", field="label")
    if expires_at <= timezone.now():
        raise Refused("Choose a later date. This token would expire before it starts.", field="expires_on")
    secret = new_secret()
    token = ApiToken.objects.create(
        tournament=tournament,
        role=role,
        label=label.strip(),
        may_write=may_write,
        token_hash=hash_of(secret),
        made_by=actor.user,
        expires_at=expires_at,
    )
    token.secret = secret
    log(actor, token, label=token.label, role=token.role, rights="write" if may_write else "read")
    return token


@verb("token.revoke", says="revoked the API token {label}", news=False)
def revoke_token(actor: Actor, token: ApiToken) -> ApiToken:
    """Revoke a token. Its next request is refused."""
    if not ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now()):
        raise Refused(f"{token.label} was revoked earlier.")
    log(actor, token, label=token.label)
    return token


def _must_be_alive(invitation: Invitation) -> None:
    if not Invitation.objects.alive().filter(pk=invitation.pk).exists():
        raise Refused("This link no longer works. Ask the director for a new one.")


def _take(invitation: Invitation, user: User) -> None:
    """Give the invitation to this person. Of two who scan it at the same time, one wins."""
    if not Invitation.objects.filter(pk=invitation.pk, user__isnull=True).update(user=user):
        raise Refused("Someone just used this link. Ask the director for your own.")
    invitation.user = user


def _new_account(name: str, email: str, password: str, *, founder: bool = False) -> User:
    if not name.strip():
        raise Refused("Enter your name.", field="name")
    try:
        validate_email(email)
    except ValidationError:
        raise Refused("Enter a valid email address.", field="email") from None
    if User.objects.filter(email__iexact=email).exists():
        raise Refused("There’s an account with this email address. Sign in with it.", field="email")
    user = User(name=name.strip(), email=email.strip(), is_founder=founder)
    _set_password(user, password)
    user.save()
    return user


def _set_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as weak:
        raise Refused(" ".join(weak.messages), field="password") from None
    user.set_password(password)


def _as(actor: Actor, user: User) -> Actor:
    """Return an actor for the person who is signing in. It has no key: a repeated form must never sign anyone in."""
    return Actor(user=user, origin=actor.origin, address=actor.address, device=actor.device)
