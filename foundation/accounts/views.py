"""Account pages: the first account, joining by a link, staff and badges, API tokens, one's own account."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from foundation.accounts import actions
from foundation.accounts.forms import AccountForm, ApiTokenForm, BadgeForm, NameForm, PasswordForm
from foundation.accounts.invitations import find_invitation, is_first_account_token, user_of_new_password
from foundation.file_exports import Column, as_file, wants_file
from foundation.pages import PageRequest, requires, run_verb_and_redirect
from foundation.people.models import ApiToken, Invitation, Membership, Role, User
from foundation.people.queries import api_tokens_of, badges_of, first_account_exists, staff_of

BACKEND = "foundation.people.sessions.Backend"
STAFF: tuple[Column[Membership], ...] = (
    Column("Name", lambda membership: membership.user.name),
    Column("Role", lambda membership: membership.get_role_display()),
    Column("Since", lambda membership: membership.created_at),
)


def _sign_in(request: PageRequest, user: User) -> None:
    """Sign in with a new session key, and add the session to allauth's list of devices."""
    login(request, user, backend=BACKEND)
    UserSession.objects.create_from_request(request)


@requires("account.create_first")
def welcome(request: PageRequest, token: str) -> HttpResponse:
    """Create the first account, from the one-time link of a new installation."""
    if first_account_exists():
        return redirect("account_login")
    if not is_first_account_token(token):
        return render(request, "foundation/people/link_is_over.html", {"first": True}, status=404)
    form = AccountForm(request.POST or None)
    if request.method == "POST":
        user = form.carry_out(actions.create_first_account, request.actor, None, token=token)
        if user:
            _sign_in(request, user)
            return redirect("home")
    return render(request, "foundation/people/welcome.html", {"form": form}, status=form.status)


@requires("account.new_password")
def new_password(request: PageRequest, token: str) -> HttpResponse:
    user = user_of_new_password(token)
    if user is None:
        return render(request, "foundation/people/link_is_over.html", status=404)
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and form.carry_out(actions.set_new_password, request.actor, None, token=token):
        user.refresh_from_db()
        _sign_in(request, user)
        messages.success(request, "Password changed.")
        return redirect("home")
    return render(request, "foundation/people/new_password.html", {"form": form, "person": user}, status=form.status)


@requires("invitation.open")
def join(request: PageRequest, token: str) -> HttpResponse:
    """Open a badge or an invitation. A GET changes nothing, since link previews send one."""
    invitation = find_invitation(token)
    if invitation is None or invitation.role == Role.COACH:
        return render(request, "foundation/people/link_is_over.html", status=404)
    request.actor.require("invitation.accept", invitation.tournament)
    if invitation.user_id and invitation.user_id == getattr(request.actor.user, "pk", None):
        return redirect(invitation.tournament)
    with_account = bool(request.actor.user and request.actor.user.has_account)
    needs_account = invitation.role == Role.DIRECTOR
    form_class = AccountForm if needs_account and not with_account else NameForm
    form = form_class(request.POST or None)
    if request.method == "POST" and _join(
        request, invitation, form, with_account=with_account, needs_account=needs_account
    ):
        return redirect(invitation.tournament)
    context = {"form": form, "invitation": invitation, "with_account": with_account, "needs_account": needs_account}
    return render(request, "foundation/people/join.html", context, status=form.status)


def _join(
    request: PageRequest,
    invitation: Invitation,
    form: NameForm | AccountForm,
    *,
    with_account: bool,
    needs_account: bool,
) -> bool:
    """Join with the account that is signed in, with a new account, or with the badge."""
    if with_account and "with_account" in request.POST:
        back = invitation.tournament.get_absolute_url()
        run_verb_and_redirect(
            request, actions.accept, invitation, back=back, done=f"Welcome to {invitation.tournament.name}."
        )
        return True
    if needs_account:
        membership = form.carry_out(actions.accept, request.actor, invitation)
        if membership:
            _sign_in(request, membership.user)
        return membership is not None
    if invitation.user is not None:
        form.fields["name"].required = False
    user = form.carry_out(actions.use_badge, request.actor, invitation)
    if user:
        _sign_in(request, user)
        request.session.set_expiry(max(60, int((invitation.expires_at - timezone.now()).total_seconds())))
    return user is not None


@requires("staff.list")
def staff(request: PageRequest) -> HttpResponseBase:
    """List staff and badges, with a form for a new badge."""
    if wants_file(request):
        return as_file(request, f"{request.tournament.slug} staff", STAFF, staff_of(request.tournament))
    form = BadgeForm(request.tournament, request.POST or None)
    if request.method == "POST" and (badge := form.carry_out(actions.invite, request.actor, request.tournament)):
        messages.success(request, f"Badge “{badge.label}” created.")
        return redirect("badge", request.tournament.slug, badge.pk)
    context = {
        "form": form,
        "staff": staff_of(request.tournament),
        "badges": badges_of(request.tournament),
        "now": timezone.now(),
    }
    return render(request, "foundation/people/staff.html", context, status=form.status)


@requires("staff.list")
def badge(request: PageRequest, invitation_id: int) -> HttpResponse:
    """Show one badge or coach link: a QR code to scan, and the link to copy."""
    live = Invitation.objects.alive().filter(tournament=request.tournament)
    invitation = get_object_or_404(live.select_related("user", "team__school", "school"), pk=invitation_id)
    return render(request, "foundation/people/badge.html", {"invitation": invitation})


@requires("invitation.revoke")
@require_POST
def revoke(request: PageRequest, invitation_id: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, pk=invitation_id, tournament=request.tournament)
    back = reverse("teams" if invitation.role == Role.COACH else "staff", args=[request.tournament.slug])
    return run_verb_and_redirect(request, actions.revoke, invitation, back=back, done=f"{invitation.label} revoked.")


@requires("membership.end")
@require_POST
def end_membership(request: PageRequest, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(
        Membership.objects.select_related("user", "badge"), pk=membership_id, tournament=request.tournament
    )
    back = reverse("staff", args=[request.tournament.slug])
    return run_verb_and_redirect(
        request,
        actions.end_membership,
        membership,
        back=back,
        done=f"{membership.user.name}’s role as {membership.get_role_display()} ended.",
    )


@requires("token.list")
def tokens(request: PageRequest) -> HttpResponse:
    """List the tokens. A new token is shown once, on the page that answers the form."""
    form = ApiTokenForm(request.tournament, request.POST or None)
    token = None
    if request.method == "POST":
        token = form.carry_out(actions.make_token, request.actor, request.tournament)
        form = ApiTokenForm(request.tournament) if token else form
    context = {"form": form, "made": token, "tokens": api_tokens_of(request.tournament), "now": timezone.now()}
    response = render(request, "foundation/people/tokens.html", context, status=form.status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@requires("token.revoke")
@require_POST
def revoke_token(request: PageRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, tournament=request.tournament)
    back = reverse("api_tokens", args=[request.tournament.slug])
    return run_verb_and_redirect(request, actions.revoke_token, token, back=back, done=f"{token.label} revoked.")


@requires("account.sessions")
def sessions(request: PageRequest) -> HttpResponse:
    """List the devices where this person is signed in."""
    mine = UserSession.objects.purge_and_list(request.user)
    return render(request, "foundation/people/sessions.html", {"sessions": mine})


@requires("account.end_session")
@require_POST
def end_session(request: PageRequest, session_id: int) -> HttpResponse:
    session = get_object_or_404(UserSession, pk=session_id, user=request.user)
    back = reverse("usersessions_list")
    return run_verb_and_redirect(
        request, actions.end_session, request.actor.user, back=back, done="Device signed out.", session=session
    )


@requires("account.view")
def account(request: PageRequest) -> HttpResponse:
    return render(request, "foundation/people/account.html")
