"""Account forms: accounts, badges, joining, API tokens."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from foundation.forms import DayField, VerbForm
from foundation.people.models import Role
from foundation.tournaments import Tournament


class PasswordForm(VerbForm):
    password = forms.CharField(
        label="Password",
        strip=False,
        help_text="Use at least 10 characters. A short sentence works well.",
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class AccountForm(PasswordForm):
    field_order = ("name", "email", "password")
    name = forms.CharField(label="Your name", max_length=80, widget=forms.TextInput({"autocomplete": "name"}))
    email = forms.EmailField(label="Email", widget=forms.EmailInput({"autocomplete": "username"}))


class NameForm(VerbForm):
    name = forms.CharField(
        label="Your name",
        max_length=80,
        help_text="The name that other staff know you by.",
        widget=forms.TextInput({"autocomplete": "name", "autofocus": True}),
    )


STAFF_ROLES = [(role.value, role.label.capitalize()) for role in Role if role is not Role.COACH]


class ExpiringForm(VerbForm):
    """Something that has a role and works through a last day."""

    role = forms.ChoiceField(label="Role", choices=STAFF_ROLES)
    expires_on = DayField(label="Valid through")

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields["expires_on"].initial = max(tournament.ends_on, timezone.localdate(timezone=tournament.zone))
        self.fields["role"].initial = Role.SCOREKEEPER

    def arguments(self) -> dict[str, Any]:
        arguments = super().arguments()
        arguments["expires_at"] = end_of_day(arguments.pop("expires_on"), self.tournament)
        return arguments


class BadgeForm(ExpiringForm):
    """One badge per helper."""

    field_order = ("key", "role", "label", "expires_on")
    label = forms.CharField(
        label="Name on the badge",
        max_length=80,
        required=False,
        help_text="A person’s name or a position, such as “Scores 2”.",
    )


class ApiTokenForm(ExpiringForm):
    """One token per program."""

    field_order = ("key", "label", "role", "may_write", "expires_on")
    label = forms.CharField(
        label="Purpose", max_length=60, help_text="The activity log shows this name. Example: “Results screen.”"
    )
    role = forms.ChoiceField(label="Role", choices=STAFF_ROLES, help_text="The token has the same access as this role.")
    may_write = forms.BooleanField(label="Allow changes", required=False)


def end_of_day(day: Any, tournament: Tournament) -> datetime:
    """Return the midnight after this day, where the tournament is."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=tournament.zone)
