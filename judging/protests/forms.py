"""Forms for protests: filing, completing, reviewing, and the panel's members, votes and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from foundation.forms import VerbForm, set_choices, set_queryset
from foundation.people.models import User
from judging.models import Call, Ruling
from judging.protests.actions import NewProtest
from judging.protests.eligibility import ABOUT, OPINIONS, has_initialed, judges_on_record
from judging.protests.models import LENGTH, Outcome, Protest
from judging.protests.sheet_edits import parse_edits
from scoring.entry.queries import SeatedPlayer, seated_players
from scoring.models import Sheet


def _textarea(label: str, *, rows: int = 2, required: bool = True, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=LENGTH, required=required, help_text=help_text, widget=forms.Textarea({"rows": rows})
    )


class ProtestTableForm(forms.Form):
    table = forms.IntegerField(
        label="Table", min_value=1, max_value=9999, widget=forms.NumberInput({"inputmode": "numeric"})
    )


class FileForm(VerbForm):
    """Files a protest. Fields whose answer is on record are removed: the judges who ruled, and initials."""

    about = forms.ChoiceField(label="Subject", choices=list(ABOUT.items()), initial="ruling")
    seat = forms.TypedChoiceField(label="Player protesting", coerce=int, widget=forms.RadioSelect)
    has_initialed = forms.TypedChoiceField(
        label="Did the player initial the scoresheet?",
        choices=[("no", "No"), ("yes", "Yes")],
        coerce=lambda value: value == "yes",
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    opinions = forms.ChoiceField(
        label="Judges who ruled",
        choices=[(key, choice.label) for key, choice in OPINIONS.items()],
        required=False,
    )
    judges = forms.CharField(
        label="Names of the judges",
        max_length=300,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text="One per line.",
    )
    shake = forms.IntegerField(label="Shake", min_value=1, max_value=40, required=False)
    situation = _textarea("What happened", required=False)
    ruling = _textarea("Ruling")
    complaint = _textarea("Why it’s wrong")
    rule = forms.CharField(label="Rule or case the player cites", max_length=120, required=False)
    late_because = forms.CharField(label="Reason for accepting it late", max_length=300, required=False)

    def __init__(self, sheet: Sheet, call: Call | None, rulings: list[Ruling], *args: Any, **kwargs: Any) -> None:
        """`rulings`: the rulings on the matter that the person who fills in the form may see."""
        self.call = call
        self.judges_on_record = judges_on_record(call) if call else None
        kwargs.setdefault("initial", _initial_from(rulings))
        super().__init__(*args, **kwargs)
        seated = seated_players(sheet, with_teams=True)
        set_choices(self, "seat", [(seat, seated_player.name) for seat, seated_player in enumerate(seated, 1)])
        if self.judges_on_record is not None:
            del self.fields["opinions"]
            if self.judges_on_record.has_all_names:
                del self.fields["judges"]
        if all(has_initialed(sheet, seat) is not None for seat in range(1, len(seated) + 1)):
            del self.fields["has_initialed"]

    def remove_late_because(self) -> None:
        """Remove the reason for a late protest, for people who can't accept one or if it isn't late."""
        del self.fields["late_because"]

    def arguments(self) -> dict[str, Any]:
        fields = super().arguments()
        return {"key": fields.pop("key"), "form": NewProtest(**fields), "call": self.call}


def _initial_from(rulings: list[Ruling]) -> dict[str, Any]:
    """Return the situation as the first judge wrote it, and the last ruling."""
    if not rulings:
        return {}
    first, last = rulings[0], rulings[-1]
    return {"situation": first.situation or last.situation, "ruling": last.decision, "shake": first.shake or last.shake}


class CompleteForm(VerbForm):
    judges = forms.CharField(
        label="Names of the judges who ruled",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="One per line.",
    )
    complaint = _textarea("Why the ruling is wrong")

    @classmethod
    def for_protest(cls, protest: Protest) -> CompleteForm:
        return cls(initial={"judges": protest.judges, "complaint": protest.complaint}, auto_id="complete_%s")


class SendBackForm(VerbForm):
    reason = forms.CharField(label="What’s missing", max_length=LENGTH)


class DismissForm(VerbForm):
    reason = forms.CharField(label="Reason for dismissing it", max_length=LENGTH)


class WithdrawForm(VerbForm):
    reason = forms.CharField(label="Reason", max_length=LENGTH, required=False)


class HearForm(VerbForm):
    words = _textarea("Who was heard", required=False)


class MemberForm(VerbForm):
    member = forms.ModelChoiceField(queryset=User.objects.none(), label="Member", empty_label="Choose a judge")

    def __init__(self, judges: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "member", judges)


class VoteForm(VerbForm):
    outcome = forms.ChoiceField(label="Vote", choices=Outcome, widget=forms.RadioSelect)
    reason = _textarea("Reason")


class DecideForm(VerbForm):
    """Decides a protest: rule and reason, and the panel's edits in the scoresheet grid."""

    outcome = forms.ChoiceField(label="Decision", choices=Outcome, widget=forms.HiddenInput)
    rule = forms.CharField(label="Rule or case the decision is based on", max_length=120)
    reason = _textarea("Reason", rows=3)

    def arguments(self) -> dict[str, Any]:
        assert isinstance(self.data, QueryDict)
        return super().arguments() | {"edits": parse_edits(self.data)}


class ReplayForm(VerbForm):
    """Enters the points of a replayed shake, a cell for each player."""

    base = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, protest: Protest, seated: Sequence[SeatedPlayer], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="again_%s", **kwargs)
        self.fields["base"].initial = protest.sheet.current.number if protest.sheet.current else 0
        self.names = [f"cell-{seat}" for seat in range(1, len(seated) + 1)]
        for name, seated_player in zip(self.names, seated, strict=True):
            self.fields[name] = forms.CharField(label=seated_player.name, required=False, max_length=12)

    def arguments(self) -> dict[str, Any]:
        fields = super().arguments()
        return {"key": fields["key"], "base": fields["base"], "cells": [fields[name] for name in self.names]}
