"""What a coach asks for, and the answer."""

from __future__ import annotations

from typing import Any

from django import forms

from foundation.forms import VerbForm, offer
from scoring.coach.models import Kind
from scoring.coach.queries import TeamPage

LENGTH = 200


class AskForm(VerbForm):
    """Offers the players of the page: nothing more is asked of the database."""

    kind: Kind
    place = forms.TypedChoiceField(label="Player", coerce=int)

    def __init__(self, page: TeamPage, data: Any = None) -> None:
        mine = data if data is not None and data.get("kind") == self.kind else None
        super().__init__(mine, auto_id=f"{self.kind.value}_%s")
        self.places = {place.pk: place for game in page.games for place in game.places}
        playing = [each for each in self.places.values() if self.kind == Kind.NAME or not each.is_alternate]
        offer(self, "place", [(each.pk, _named(each, page)) for each in playing])

    def arguments(self) -> dict[str, Any]:
        given = super().arguments()
        return given | {"kind": self.kind.value, "place": self.places[given["place"]]}


class NameForm(AskForm):
    kind = Kind.NAME
    words = forms.CharField(label="The name as it should be", max_length=LENGTH)


class SubstitutionForm(AskForm):
    kind = Kind.SUBSTITUTION
    alternate = forms.TypedChoiceField(label="Who plays instead", coerce=int, required=False, empty_value=None)
    from_round = forms.TypedChoiceField(label="From round", coerce=int, required=False, empty_value=None)
    words = forms.CharField(label="Anything else", max_length=LENGTH, required=False)

    def __init__(self, page: TeamPage, data: Any = None) -> None:
        super().__init__(page, data)
        alternates = [each for each in self.places.values() if each.is_alternate and each.player]
        offer(self, "alternate", [("", "somebody else"), *((each.pk, _named(each, page)) for each in alternates)])
        ahead = {each.number for game in page.games for each in game.rounds if each.started_at is None}
        offer(self, "from_round", [("", "as soon as possible"), *((each, str(each)) for each in sorted(ahead))])

    def arguments(self) -> dict[str, Any]:
        given = super().arguments()
        alternate = given["alternate"]
        return given | {"alternate": self.places[alternate] if alternate else None}


def _named(place: Any, page: TeamPage) -> str:
    """With the game, where the team plays several."""
    return f"{place.name} ({place.entry.event.game})" if len(page.games) > 1 else place.name


class AnswerForm(VerbForm):
    reply = forms.CharField(label="Answer", max_length=LENGTH, required=False)
    state = forms.ChoiceField(choices=[("done", "Done"), ("declined", "Decline")], widget=forms.HiddenInput)
