"""The filter form of the log page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst

from foundation.activity.queries import LogFilters
from foundation.activity.sentences import SENTENCE_BY_ACTION
from foundation.forms import set_queryset
from foundation.people.models import User
from foundation.people.queries import directed_by
from foundation.tournaments import Tournament

SUBJECT_LABELS = {
    "account": "Accounts and sign-in",
    "archive": "Archives",
    "backup": "Backups",
    "badge": "Badge sign-ins",
    "call": "Judge calls",
    "check": "Checker",
    "checkin": "Check-in",
    "conflict": "Judge conflicts",
    "draw": "Table assignments",
    "event": "Games",
    "invitation": "Badges and links",
    "job": "Canceled or restarted jobs",
    "logo": "Logo",
    "membership": "Ended roles",
    "opinion": "Second opinions",
    "own_case": "League cases",
    "panel": "Appeals panel",
    "penalty": "Penalties",
    "place": "Roster changes",
    "playoffs": "Playoffs",
    "practice": "Checker practice",
    "print": "Printing",
    "protest": "Protests",
    "rehearsal": "Rehearsals",
    "release": "Released results",
    "request": "Coach requests",
    "results": "Imported results",
    "rooms": "Rooms",
    "roster": "Roster imports",
    "round": "Rounds",
    "ruling": "Rulings",
    "season": "Seasons",
    "sheet": "Scoresheets",
    "signers": "Certificate signers",
    "standings": "Standings settings",
    "team": "Teams",
    "token": "API tokens",
    "tournament": "Tournament",
}


def _subjects() -> list[tuple[str, str]]:
    """Return the subjects of all verbs: that of `team.add` is a team."""
    names = {action.partition(".")[0] for action in SENTENCE_BY_ACTION}
    return [
        ("", "Everything"),
        *sorted(((f"{name}.", SUBJECT_LABELS.get(name, capfirst(name))) for name in names), key=lambda row: row[1]),
    ]


class LogFilterForm(forms.Form):
    tournament = forms.ModelChoiceField(
        queryset=Tournament.objects.none(), to_field_name="slug", required=False, empty_label="All"
    )
    who = forms.CharField(label="Who", required=False, max_length=80)
    action = forms.ChoiceField(label="What", required=False, choices=_subjects)
    words = forms.CharField(
        label="Contains", required=False, max_length=80, widget=forms.TextInput({"type": "search", "data-search": ""})
    )
    before = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "tournament", directed_by(user))

    def filters(self) -> LogFilters:
        """Return the filters, without invalid ones."""
        self.full_clean()
        return LogFilters(**{name: value for name, value in self.cleaned_data.items() if value})
