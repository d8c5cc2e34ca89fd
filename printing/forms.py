"""What is asked before printing: the paper, what it is about, and the choices of a document."""

from __future__ import annotations

from typing import Any

from django import forms

from printing.documents import PAPERS, About, Asked, Document
from printing.models import LONGEST_SIGNER, MOST_SIGNERS
from printing.queries import rounds_of
from tournament.forms import VerbForm, choose_from
from tournament.models import Division, Tournament
from tournament.queries import divisions_of
from tournament.rounds.models import Round


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


class DocumentForm(PaperForm):
    round = forms.ModelChoiceField(queryset=Round.objects.none(), label="Round", empty_label=None)
    division = forms.ModelChoiceField(queryset=Division.objects.none(), label="Division", empty_label=None)

    field_order = ("round", "division")

    def __init__(self, document: Document, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament, self.names = tournament, [each.name for each in document.options]
        choose_from(self, "round", rounds_of(tournament).filter(draws__state="published"))
        choose_from(self, "division", divisions_of(tournament))
        for about in (About.ROUND, About.DIVISION):
            if document.about != about:
                del self.fields[about.value]
        for option in document.options:
            choices = list(option.choices_in(tournament).items())
            self.fields[option.name] = forms.ChoiceField(label=option.label, choices=choices, required=False)

    def arguments(self) -> dict[str, Any]:
        typed = super().arguments()
        return typed | {"options": {name: typed.pop(name) for name in self.names}}

    def asked(self, base: str, *, most: int | None) -> Asked:
        """The same, for a look at it."""
        chosen = self.cleaned_data
        return Asked(
            self.tournament,
            chosen["paper"],
            base,
            division=chosen.get("division"),
            round=chosen.get("round"),
            options={name: chosen.get(name, "") for name in self.names},
            most=most,
        )
