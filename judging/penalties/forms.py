"""The form for a penalty. It has only the fields that the reason needs."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, set_choices
from judging.penalties.actions import MISSING_SHAKE, NewPenalty
from judging.penalties.models import PenaltyKind
from rulebooks import Edition
from rulebooks.penalties import PenaltyRule


class PenaltyForm(VerbForm):
    what = forms.ChoiceField(label="Penalty", widget=forms.RadioSelect)
    again = forms.BooleanField(label="It happened again or continued (second stage)", required=False)
    countdown = forms.BooleanField(label="The 10 seconds were counted aloud", required=False)
    points = forms.DecimalField(label="Points to subtract", min_value=0, max_digits=5, decimal_places=2, required=False)
    of_team = forms.BooleanField(label="Subtract from the team’s score only, not the player’s", required=False)
    shake = forms.IntegerField(
        label="Shake",
        min_value=1,
        max_value=40,
        required=False,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={"required": MISSING_SHAKE},
    )
    words = forms.CharField(label="What happened", max_length=300, required=False, widget=forms.Textarea({"rows": 2}))

    def __init__(self, edition: Edition, rule: PenaltyRule, seat: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rule, self.seat = rule, seat
        choices = kinds_allowed(rule)
        set_choices(self, "what", [(each.value, each.label) for each in choices])
        self.fields["what"].initial = choices[0]
        is_cup, takes_points = edition.player_score is not None, PenaltyKind.POINTS in choices
        needed = {
            "again": takes_points and rule.then is not None,
            "countdown": takes_points and rule.countdown,
            "points": takes_points and rule.kind == "discretion",
            "of_team": takes_points and is_cup,
            "shake": takes_points and not is_cup,
        }
        for name, is_needed in needed.items():
            if not is_needed:
                del self.fields[name]
        if choices == [PenaltyKind.POINTS] and not is_cup:
            self.fields["shake"].required = True
        if takes_points and rule.kind == "points":
            set_choices(self, "what", [(each.value, _label(each, rule)) for each in choices])

    def arguments(self) -> dict[str, Any]:
        fields = super().arguments()
        return {"key": fields.pop("key"), "penalty": NewPenalty(self.seat, self.rule.id, **fields)}


def kinds_allowed(rule: PenaltyRule) -> list[PenaltyKind]:
    """Return the kinds of penalty that the rule allows, mildest first."""
    kinds = [PenaltyKind.WARNING] if rule.warning or rule.kind == "discretion" or rule.expels else []
    kinds += [PenaltyKind.POINTS] if rule.kind in ("points", "discretion") else []
    return [*kinds, *(PenaltyKind(each) for each in rule.expels)]


def _label(kind: PenaltyKind, rule: PenaltyRule) -> str:
    if kind != PenaltyKind.POINTS:
        return kind.label
    return f"{-rule.points}-point penalty"
