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
        help_text="Ten characters or more. A short sentence works well.",
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class AccountForm(PasswordForm):
    field_order = ("name", "email", "password")
    name = forms.CharField(label="Your name", max_length=80, widget=forms.TextInput({"autocomplete": "name"}))
    email = forms.EmailField(label="E-mail", widget=forms.EmailInput({"autocomplete": "username"}))


class NameForm(VerbForm):
    name = forms.CharField(
        label="Your name",
        max_length=80,
        help_text="As the others at the head table call you.",
        widget=forms.TextInput({"autocomplete": "name", "autofocus": True}),
    )


STAFF_ROLES = [(role.value, role.label.capitalize()) for role in Role if role is not Role.COACH]


class ExpiringForm(VerbForm):
    """Something that has a role and works through a last day."""

    role = forms.ChoiceField(label="Role", choices=STAFF_ROLES)
    expires_on = DayField(label="Good through")

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
        label="Written on the badge",
        max_length=80,
        required=False,
        help_text="A name, or a place such as “Scores 2”.",
    )


class ApiTokenForm(ExpiringForm):
    """One token per program."""

    field_order = ("key", "label", "role", "may_write", "expires_on")
    label = forms.CharField(
        label="What it is for", max_length=60, help_text="As the log will name it: “Results screen”."
    )
    role = forms.ChoiceField(label="Role", choices=STAFF_ROLES, help_text="It sees and does what this role may.")
    may_write = forms.BooleanField(label="It may also change things", required=False)


def end_of_day(day: Any, tournament: Tournament) -> datetime:
    """Return the midnight after this day, where the tournament is."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=tournament.zone)
