"""The form of student names."""

from __future__ import annotations

from django import forms

from foundation.forms import DayField, VerbForm
from foundation.tournaments import PUBLIC_NAMES, Tournament


class NamesForm(VerbForm):
    """What the public sees of a student's name, and until when names are kept."""

    is_public = forms.BooleanField(
        label="Public page",
        required=False,
        help_text="Anybody with the address sees name, days, place and divisions, and where everybody sits once "
        "that is published.",
    )
    public_names = forms.ChoiceField(
        label="In public a child is",
        choices=list(PUBLIC_NAMES.items()),
        widget=forms.RadioSelect,
        help_text="On the public page, on walls and in lists that hang there. The staff and the team’s own coach see "
        "full names. One child can be shown by number alone: the switch is on the roster.",
    )
    names_until = DayField(
        label="Names are kept until",
        help_text="On the day after, names and grades are removed from everything: rosters, files that were sent, "
        "the log, PDFs, backups. Standings stay, by number.",
    )

    @classmethod
    def of(cls, tournament: Tournament) -> NamesForm:
        names = ("is_public", "public_names", "names_until")
        return cls(initial={name: getattr(tournament, name) for name in names})
