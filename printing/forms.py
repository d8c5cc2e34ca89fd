"""Forms for printing: paper, round or division, and the options of a document; and the signers of certificates."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, set_choices, set_queryset
from foundation.tournaments import Tournament
from printing.documents import PAPERS, DocumentSubject, PrintableDocument
from printing.models import MAX_SIGNER_LENGTH, MAX_SIGNERS
from printing.queries import RoundChoice, has_several_games, round_choices
from printing.requests import PrintRequest
from tournament.models import Division
from tournament.queries import divisions_of


class PaperForm(VerbForm):
    paper = forms.ChoiceField(label="Paper", choices=list(PAPERS.items()), initial="letter")


class SignersForm(VerbForm):
    signers = forms.CharField(
        label="Certificate signers",
        help_text="One per line, up to 3. Leave blank for the director and the head judge.",
        widget=forms.Textarea({"rows": 3}),
        required=False,
        max_length=MAX_SIGNERS * 2 * MAX_SIGNER_LENGTH,
    )

    def arguments(self) -> dict[str, Any]:
        arguments = super().arguments()
        return arguments | {"signers": arguments["signers"].splitlines()}


class DivisionField(forms.ModelChoiceField):
    """Labels a division with its game too if `with_games` is set."""

    with_games = False

    def label_from_instance(self, obj: Any) -> str:
        return f"{obj}, {obj.event.game}" if self.with_games else str(obj)


class DocumentForm(PaperForm):
    """The choices of one document. `base_url`: the address under which phones reach this installation."""

    round = forms.ChoiceField(label="Round")
    division = DivisionField(queryset=Division.objects.none(), label="Division", empty_label=None)

    field_order = ("round", "division")

    def __init__(
        self, document: PrintableDocument, tournament: Tournament, base_url: str, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.document, self.base_url = document, base_url
        set_queryset(self, "division", divisions_of(tournament))
        field = self.fields["division"]
        assert isinstance(field, DivisionField)
        field.with_games = has_several_games(tournament)
        for subject in (DocumentSubject.ROUND, DocumentSubject.DIVISION):
            if document.about != subject:
                del self.fields[subject.value]
        if document.about == DocumentSubject.ROUND:
            self._offer_rounds(round_choices(tournament))
        for option in document.options:
            choices = list(option.choices_in(tournament).items())
            self.fields[option.name] = forms.ChoiceField(label=option.label, choices=choices, required=False)

    def _offer_rounds(self, choices: list[RoundChoice]) -> None:
        """Preselect the first choice that has tables and hasn't started, or else the last one."""
        self.rounds = {choice.value: choice.rounds for choice in choices}
        set_choices(self, "round", [(choice.value, choice.words) for choice in choices])
        waiting = [choice.value for choice in choices if choice.has_not_started]
        self.fields["round"].initial = next(iter([*waiting, *reversed(self.rounds)]), None)

    def clean_round(self) -> Any:
        return self.rounds[self.cleaned_data["round"]]

    def arguments(self) -> dict[str, Any]:
        return {"key": self.cleaned_data["key"], "request": self.print_request()}

    def print_request(self) -> PrintRequest:
        chosen = self.cleaned_data
        return PrintRequest(
            document=self.document.name,
            paper=chosen["paper"],
            base_url=self.base_url,
            division=chosen.get("division"),
            rounds=tuple(chosen.get("round", ())),
            options={option.name: chosen.get(option.name, "") for option in self.document.options},
        )
