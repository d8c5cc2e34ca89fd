"""Forms of a penalty: only what its reason needs is asked."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, offer
from judging.penalties.models import What
from rulebooks import Edition
from rulebooks.penalties import PenaltyRule


class PenaltyForm(VerbForm):
    what = forms.ChoiceField(label="What is given", widget=forms.RadioSelect)
    again = forms.BooleanField(label="It went on after that: the second stage", required=False)
    countdown = forms.BooleanField(label="The ten seconds were counted aloud", required=False)
    points = forms.DecimalField(
        label="How many points are taken", min_value=0, max_digits=5, decimal_places=2, required=False
    )
    of_team = forms.BooleanField(label="Off the team's score alone, not the player's", required=False)
    shake = forms.IntegerField(
        label="Shake",
        min_value=1,
        max_value=40,
        required=False,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={"required": "In which shake? The penalty stands there on the sheet."},
    )
    words = forms.CharField(label="What happened", max_length=300, required=False, widget=forms.Textarea({"rows": 2}))

    def __init__(self, edition: Edition, rule: PenaltyRule, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = list(what_can_be(rule))
        offer(self, "what", [(each.value, each.label) for each in choices])
        self.fields["what"].initial = choices[0]
        is_cup, takes = edition.player_score is not None, What.POINTS in choices
        needed = {
            "again": takes and rule.then is not None,
            "countdown": takes and rule.countdown,
            "points": takes and rule.kind == "discretion",
            "of_team": takes and is_cup,
            "shake": takes and not is_cup,
        }
        for name, is_needed in needed.items():
            if not is_needed:
                del self.fields[name]
        if choices == [What.POINTS] and not is_cup:
            self.fields["shake"].required = True
        if takes and rule.kind == "points":
            offer(self, "what", [(each.value, _label(each, rule)) for each in choices])


def what_can_be(rule: PenaltyRule) -> list[What]:
    """In the order in which a judge would go."""
    found = [What.WARNING] if rule.warning or rule.kind == "discretion" or rule.expels else []
    found += [What.POINTS] if rule.kind in ("points", "discretion") else []
    return [*found, *(What(each) for each in rule.expels)]


def _label(what: What, rule: PenaltyRule) -> str:
    return f"{-rule.points} point{'s' if rule.points < -1 else ''} taken" if what == What.POINTS else what.label
