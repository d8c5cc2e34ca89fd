"""What is asked before printing: the paper, what it is about, and the choices of a document."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, choose_from, offer
from foundation.tournaments import Tournament
from printing.documents import PAPERS, About, Asked, Document
from printing.models import LONGEST_SIGNER, MOST_SIGNERS
from printing.queries import RoundChoice, has_several_games, round_choices
from tournament.models import Division
from tournament.queries import divisions_of


class PaperForm(VerbForm):
    paper = forms.ChoiceField(label="Paper", choices=list(PAPERS.items()), initial="letter")


class SignersForm(VerbForm):
    signers = forms.CharField(
        label="Who signs certificates",
        help_text="One to a line, at most three: Dana Director, director. Empty: the director and the head judge.",
        widget=forms.Textarea({"rows": 3}),
        required=False,
        max_length=MOST_SIGNERS * 2 * LONGEST_SIGNER,
    )

    def arguments(self) -> dict[str, Any]:
        typed = super().arguments()
        return typed | {"signers": typed["signers"].splitlines()}


class DivisionField(forms.ModelChoiceField):
    """Names the game too where there are several."""

    with_games = False

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj}, {obj.event.game}" if self.with_games else str(obj)


class DocumentForm(PaperForm):
    round = forms.ChoiceField(label="Round")
    division = DivisionField(queryset=Division.objects.none(), label="Division", empty_label=None)

    field_order = ("round", "division")

    def __init__(self, document: Document, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament, self.names = tournament, [each.name for each in document.options]
        choose_from(self, "division", divisions_of(tournament))
        field = self.fields["division"]
        assert isinstance(field, DivisionField)
        field.with_games = has_several_games(tournament)
        for about in (About.ROUND, About.DIVISION):
            if document.about != about:
                del self.fields[about.value]
        if document.about == About.ROUND:
            self._offer_rounds(round_choices(tournament))
        for option in document.options:
            choices = list(option.choices_in(tournament).items())
            self.fields[option.name] = forms.ChoiceField(label=option.label, choices=choices, required=False)

    def _offer_rounds(self, found: list[RoundChoice]) -> None:
        """What was drawn and has not begun is chosen already; else what was drawn last."""
        self.rounds = {each.value: each.rounds for each in found}
        offer(self, "round", [(each.value, each.words) for each in found])
        waiting = [each.value for each in found if each.is_waiting]
        self.fields["round"].initial = next(iter([*waiting, *reversed(self.rounds)]), None)

    def clean_round(self) -> Any:
        return self.rounds[self.cleaned_data["round"]]

    def arguments(self) -> dict[str, Any]:
        typed = super().arguments()
        if "round" in typed:
            typed["rounds"] = typed.pop("round")
        return typed | {"options": {name: typed.pop(name) for name in self.names}}

    def asked(self, base: str, *, most: int | None) -> Asked:
        """The same, for a look at it."""
        chosen = self.cleaned_data
        return Asked(
            self.tournament,
            chosen["paper"],
            base,
            division=chosen.get("division"),
            round=chosen["round"][0] if "round" in chosen else None,
            options={name: chosen.get(name, "") for name in self.names},
            most=most,
        )
