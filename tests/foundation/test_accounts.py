"""Accounts, badges, invitations and coach links: made, used once, expired, revoked."""

from datetime import timedelta

import pytest
from django.utils import timezone

from foundation.accounts import actions
from foundation.accounts.invitations import find_invitation, first_account_path, new_password_path, user_of_new_password
from foundation.errors import NotAllowed, Refused
from foundation.people.actor import Actor
from foundation.people.models import Invitation, Membership, Role, User
from foundation.people.tokens import hash_of, token_for
from foundation.tournaments import Tournament
from tests import factories
from tournament.actions import create_coach_link

ACCOUNT = {"name": "Dana Director", "email": "dana@example.org", "password": "cubes on the mat"}


def first_token() -> str:
    path = first_account_path()
    assert path
    return path.split("/")[2]


def test_first_account_is_made_once(db: None) -> None:
    token = first_token()
    user = actions.create_first_account(Actor(), None, token=token, **ACCOUNT)
    assert (user.has_account, user.check_password("cubes on the mat"), first_account_path()) == (True, True, None)
    with pytest.raises(Refused, match="The first account has been created"):
        actions.create_first_account(Actor(), None, token=token, **(ACCOUNT | {"email": "eve@example.org"}))


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"token": "wrong"}, None, "Copy it again from the window where you started Headtable"),
        ({"name": ""}, "name", "Enter your name"),
        ({"email": "dana"}, "email", "Enter a valid email address"),
        ({"password": "short"}, "password", "too short"),
        ({"password": "dana@example.org"}, "password", "too similar"),
        ({"password": "1234567890"}, "password", "too common"),
    ],
)
def test_first_account_refuses_at_the_field(db: None, change: dict, field: str | None, words: str) -> None:
    with pytest.raises(Refused, match=words) as refusal:
        actions.create_first_account(Actor(), None, **({"token": first_token()} | ACCOUNT | change))
    assert (refusal.value.field, User.objects.count()) == (field, 0)


def test_badge_is_stored_only_as_a_hash(tournament: Tournament) -> None:
    badge = factories.badge(tournament)
    token = token_for(badge.nonce)
    stored = " ".join(str(value) for value in Invitation.objects.filter(pk=badge.pk).values_list()[0])
    assert token not in stored
    assert badge.token_hash == hash_of(token)
    assert find_invitation(token) == badge


def test_badge_signs_one_helper_in_again_and_again(tournament: Tournament) -> None:
    badge = factories.badge(tournament)
    first = actions.use_badge(Actor(), badge, name="Bo Binary")
    again = actions.use_badge(Actor(), badge, name="Somebody Else")
    assert (again, again.name, first.has_usable_password()) == (first, "Bo Binary", False)
    assert Actor(user=first).roles_in(tournament) == {Role.SCOREKEEPER}


def test_badge_requires_a_name(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        actions.use_badge(Actor(), factories.badge(tournament), name="  ")
    assert refusal.value.field == "name"


def test_revoked_badge_ends_the_role_at_once(director_actor: Actor, tournament: Tournament) -> None:
    badge = factories.badge(tournament)
    helper = actions.use_badge(Actor(), badge, name="Bo Binary")
    actions.revoke(director_actor, badge)
    assert (Actor(user=helper).roles_in(tournament), find_invitation(token_for(badge.nonce))) == (frozenset(), None)
    with pytest.raises(Refused, match="no longer works"):
        actions.use_badge(Actor(), badge, name="")
    with pytest.raises(Refused, match="Scores 1 was revoked earlier"):
        actions.revoke(director_actor, badge)


def test_expired_badge_ends_the_role(tournament: Tournament) -> None:
    badge = factories.badge(tournament)
    helper = actions.use_badge(Actor(), badge, name="Bo Binary")
    Invitation.objects.filter(pk=badge.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert (Actor(user=helper).roles_in(tournament), find_invitation(token_for(badge.nonce))) == (frozenset(), None)


def test_badge_that_ends_in_the_past_is_refused(director_actor: Actor, tournament: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        actions.invite(director_actor, tournament, role=Role.JUDGE, label="", expires_at=timezone.now())
    assert refusal.value.field == "expires_on"


def test_colleague_joins_with_an_account_and_only_once(tournament: Tournament) -> None:
    invitation = factories.badge(tournament, Role.DIRECTOR, "Second director")
    colleague = factories.user("Cleo Colleague")
    actions.accept(Actor(user=colleague), invitation)
    assert Actor(user=colleague).roles_in(tournament) == {Role.DIRECTOR}
    with pytest.raises(Refused, match="Cleo Colleague has used this invitation"):
        actions.accept(Actor(user=factories.user("Eve Else")), invitation)


def test_new_director_makes_an_account_while_joining(tournament: Tournament) -> None:
    invitation = factories.badge(tournament, Role.DIRECTOR)
    membership = actions.accept(Actor(), invitation, **ACCOUNT)
    assert (membership.user.email, membership.role, membership.badge) == ("dana@example.org", "director", None)


def test_director_cannot_be_a_badge(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="Directors sign in with their own account"):
        actions.use_badge(Actor(), factories.badge(tournament, Role.DIRECTOR), name="Eve Else")


def test_account_takes_a_badge_that_no_one_else_can_use(tournament: Tournament) -> None:
    badge = factories.badge(tournament, Role.JUDGE)
    actions.accept(Actor(user=factories.user("Cleo Colleague")), badge)
    with pytest.raises(Refused, match="This invitation belongs to Cleo Colleague"):
        actions.use_badge(Actor(), badge, name="Eve Else")


@pytest.mark.parametrize("end", ["revoke", "expire", "end the role"])
def test_role_that_came_with_a_badge_ends_with_it(director_actor: Actor, tournament: Tournament, end: str) -> None:
    badge = factories.badge(tournament, Role.HEAD_JUDGE)
    colleague = factories.user("Cleo Colleague")
    membership = actions.accept(Actor(user=colleague), badge)
    assert Actor(user=colleague).roles_in(tournament) == {Role.HEAD_JUDGE}
    if end == "revoke":
        actions.revoke(director_actor, badge)
    elif end == "expire":
        Invitation.objects.filter(pk=badge.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        actions.end_membership(director_actor, membership)
    assert (Actor(user=colleague).roles_in(tournament), find_invitation(token_for(badge.nonce))) == (frozenset(), None)
    again = actions.accept(Actor(user=colleague), factories.badge(tournament, Role.HEAD_JUDGE))
    assert again.role == Role.HEAD_JUDGE


def test_ended_helper_cannot_scan_the_badge_again(director_actor: Actor, tournament: Tournament) -> None:
    badge = factories.badge(tournament)
    helper = actions.use_badge(Actor(), badge, name="Bo Binary")
    actions.end_membership(director_actor, Membership.objects.get(user=helper))
    with pytest.raises(Refused, match="no longer works"):
        actions.use_badge(Actor(), Invitation.objects.get(pk=badge.pk), name="")


def test_used_invitation_of_a_director_is_ended_not_revoked(director_actor: Actor, tournament: Tournament) -> None:
    invitation = factories.badge(tournament, Role.DIRECTOR)
    actions.accept(Actor(user=factories.user("Cleo Colleague")), invitation)
    with pytest.raises(Refused, match="End their role on the Staff page"):
        actions.revoke(director_actor, invitation)


def test_same_role_twice_is_refused(tournament: Tournament, director: User) -> None:
    with pytest.raises(Refused, match="You’ve joined Fall Meet as director"):
        actions.accept(Actor(user=director), factories.badge(tournament, Role.DIRECTOR))


def test_last_director_cannot_leave(director_actor: Actor, tournament: Tournament) -> None:
    mine = Membership.objects.get(tournament=tournament)
    with pytest.raises(Refused, match="needs a director"):
        actions.end_membership(director_actor, mine)
    actions.accept(Actor(user=factories.user("Cleo Colleague")), factories.badge(tournament, Role.DIRECTOR))
    assert actions.end_membership(director_actor, mine).ended_at is not None
    assert Actor(user=director_actor.user).roles_in(tournament) == frozenset()


def test_team_has_one_live_link(director_actor: Actor, tournament: Tournament) -> None:
    team = factories.team(tournament)
    link = factories.coach_link(team)
    with pytest.raises(Refused, match="Calculators has a coach link"):
        factories.coach_link(team)
    actions.revoke(director_actor, link)
    assert factories.coach_link(team).pk != link.pk


def test_expired_link_of_a_team_makes_room_for_a_new_one(tournament: Tournament) -> None:
    team = factories.team(tournament)
    old = factories.coach_link(team)
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(days=1))
    assert factories.coach_link(team).pk != old.pk


def test_coach_link_of_another_tournaments_team_is_refused(
    director_actor: Actor, tournament: Tournament, director: User
) -> None:
    other = factories.team(factories.tournament(director, "Other Meet"))
    with pytest.raises(Refused, match="Choose a team from this tournament"):
        create_coach_link(
            director_actor,
            tournament,
            label="x",
            expires_at=timezone.now() + timedelta(days=1),
            team=other,
        )


def test_scorekeeper_cannot_invite(tournament: Tournament) -> None:
    helper = factories.helper(tournament, Role.SCOREKEEPER)
    with pytest.raises(NotAllowed) as refusal:
        actions.invite(Actor(user=helper), tournament, role=Role.JUDGE, label="", expires_at=timezone.now())
    assert refusal.value.sentence == "Only directors can do this. Ask a director for help."


def test_new_password_link_works_once(director: User) -> None:
    token = new_password_path(director).split("/")[3]
    assert user_of_new_password(token) == director
    actions.set_new_password(Actor(), None, token=token, password="a much better sentence")
    with pytest.raises(Refused, match="no longer works"):
        actions.set_new_password(Actor(), None, token=token, password="another good sentence")
    assert user_of_new_password(token) is None
    assert user_of_new_password(token[:-2] + "xx") is None
