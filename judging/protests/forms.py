"""Forms of protests: the form, filled in from what judges noted; what is missing, reasons, votes, decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from foundation.forms import VerbForm, choose_from, number_in, offer
from foundation.people.models import User
from judging.models import Call, Ruling
from judging.protests.facts import ABOUT, OPINIONS, Told, calls_of_matter, initialed, told_by
from judging.protests.models import LENGTH, Outcome, Protest
from judging.protests.papers import Typed
from rulebooks import Protest as Form
from rulebooks import judges_to_name
from scoring.entry.queries import SeatedPlayer
from scoring.models import Sheet


def _words(label: str, *, rows: int = 2, required: bool = True, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label, max_length=LENGTH, required=required, help_text=help_text, widget=forms.Textarea({"rows": rows})
    )


class TableForm(forms.Form):
    table = forms.IntegerField(
        label="Table", min_value=1, max_value=9999, widget=forms.NumberInput({"inputmode": "numeric"})
    )


class FileForm(VerbForm):
    """Asks only what nobody knows: the judges where they noted nothing, initials that nobody has keyed."""

    about = forms.ChoiceField(label="What is it about?", choices=list(ABOUT.items()), initial="ruling")
    seat = forms.TypedChoiceField(label="Who protests", coerce=int, widget=forms.RadioSelect)
    has_initialed = forms.TypedChoiceField(
        label="Has the player initialed the sheet?",
        choices=[("no", "No"), ("yes", "Yes")],
        coerce=lambda value: value == "yes",
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    opinions = forms.ChoiceField(
        label="Which judges ruled?", choices=[(key, words) for key, (words, _) in OPINIONS.items()], required=False
    )
    judges = forms.CharField(
        label="Their names", max_length=300, required=False, widget=forms.Textarea({"rows": 3}), help_text="One a line."
    )
    shake = forms.IntegerField(label="Shake", min_value=1, max_value=40, required=False)
    situation = _words("What happened", required=False)
    ruling = _words("The ruling")
    complaint = _words("Why it is wrong")
    rule = forms.CharField(label="Rule or case, if the player names one", max_length=120, required=False)
    late_because = forms.CharField(label="It is late. Why it is let in", max_length=300, required=False)

    def __init__(
        self,
        sheet: Sheet,
        sitters: list[SeatedPlayer],
        call: Call | None,
        seen: list[Ruling],
        *args: Any,
        may_let_in: bool,
        **kwargs: Any,
    ) -> None:
        """`seen`: the rulings of the matter that whoever writes the form may see."""
        self.call = call
        self.told = told_by(calls_of_matter(call)) if call else None
        kwargs.setdefault("initial", _filled_in(seen))
        super().__init__(*args, **kwargs)
        offer(self, "seat", [(seat, sitter.name) for seat, sitter in enumerate(sitters, 1)])
        if self.told is not None:
            del self.fields["opinions"]
            if _names_all(self.told):
                del self.fields["judges"]
        if all(initialed(sheet, seat) is not None for seat in range(1, len(sitters) + 1)):
            del self.fields["has_initialed"]
        if not may_let_in:
            del self.fields["late_because"]

    def arguments(self) -> dict[str, Any]:
        return super().arguments() | {"call": self.call}


def _names_all(told: Told) -> bool:
    form = Form(told.second_judge, told.agreed, told.third_judge, False, True, True)
    return len(told.named) >= judges_to_name(form)


def _filled_in(seen: list[Ruling]) -> dict[str, Any]:
    """The situation as the first judge wrote it, and the last ruling."""
    if not seen:
        return {}
    first, last = seen[0], seen[-1]
    return {"situation": first.situation or last.situation, "ruling": last.decision, "shake": first.shake or last.shake}


class CompleteForm(VerbForm):
    judges = forms.CharField(
        label="Names of the judges who ruled",
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text="One a line.",
    )
    complaint = _words("Why the ruling is wrong")

    @classmethod
    def of(cls, protest: Protest) -> CompleteForm:
        return cls(initial={"judges": protest.judges, "complaint": protest.complaint}, auto_id="complete_%s")


class SendBackForm(VerbForm):
    reason = forms.CharField(label="What is missing", max_length=LENGTH)


class DismissForm(VerbForm):
    reason = forms.CharField(label="Why it is dismissed", max_length=LENGTH)


class WithdrawForm(VerbForm):
    reason = forms.CharField(label="Why, if the player says so", max_length=LENGTH, required=False)


class HearForm(VerbForm):
    words = _words("Who was heard", required=False)


class MemberForm(VerbForm):
    member = forms.ModelChoiceField(queryset=User.objects.none(), label="Member", empty_label="Choose a judge")

    def __init__(self, judges: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "member", judges)


class VoteForm(VerbForm):
    outcome = forms.ChoiceField(label="The vote", choices=Outcome, widget=forms.RadioSelect)
    reason = _words("Why")


class DecideForm(VerbForm):
    """Rule and reason, and what the panel typed in the table of the sheet."""

    outcome = forms.ChoiceField(label="The decision", choices=Outcome, widget=forms.HiddenInput)
    rule = forms.CharField(label="Rule or case that it is founded on", max_length=120)
    reason = _words("Why", rows=3)

    def arguments(self) -> dict[str, Any]:
        assert isinstance(self.data, QueryDict)
        return super().arguments() | {"typed": typed_in(self.data)}


def typed_in(data: QueryDict) -> Typed:
    """What stands in the table of the page."""
    cells: dict[int, dict[int, str]] = {}
    for name, value in data.items():
        kind, _, rest = name.partition("-")
        shake, _, seat = rest.partition("-")
        if kind == "cell" and number_in(shake) and number_in(seat):
            cells.setdefault(int(shake), {})[int(seat)] = str(value)
    base = data.get("base", "")
    return Typed(
        base=number_in(base),
        cells={shake: [found[seat] for seat in sorted(found)] for shake, found in cells.items()},
        aside=[number for each in data.getlist("aside") if (number := number_in(each))],
        totals=_row(data, "total"),
        points=_row(data, "points"),
    )


def _row(data: Mapping[str, Any], name: str) -> list[str]:
    found = []
    while (value := data.get(f"{name}-{len(found) + 1}")) is not None:
        found.append(str(value))
    return found


class ReplayForm(VerbForm):
    """The points of a shake that was played again, a cell for each player."""

    base = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, protest: Protest, sitters: Sequence[SeatedPlayer], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="again_%s", **kwargs)
        self.fields["base"].initial = protest.sheet.current.number if protest.sheet.current else 0
        self.names = [f"cell-{seat}" for seat in range(1, len(sitters) + 1)]
        for name, sitter in zip(self.names, sitters, strict=True):
            self.fields[name] = forms.CharField(label=sitter.name, required=False, max_length=12)

    def arguments(self) -> dict[str, Any]:
        typed = super().arguments()
        return {"key": typed["key"], "base": typed["base"], "cells": [typed[name] for name in self.names]}
