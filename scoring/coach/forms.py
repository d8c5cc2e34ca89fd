"""Forms for a coach's requests and the staff's answer."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.forms import VerbForm, set_choices
from scoring.coach.actions import RequestedChange
from scoring.coach.models import RequestKind
from scoring.coach.queries import TeamPage
from tournament.rosters.models import Place

MOST_CHARACTERS = 200


class RequestForm(VerbForm):
    """Offers the players of the page, so it needs no query of its own."""

    kind: RequestKind
    place = forms.TypedChoiceField(label=_("Player"), coerce=int)

    def __init__(self, page: TeamPage, data: Any = None) -> None:
        mine = data if data is not None and data.get("kind") == self.kind else None
        super().__init__(mine, auto_id=f"{self.kind.value}_%s")
        self.places = [place for game in page.games for place in game.places]
        offered = [each for each in self.places if self.kind == RequestKind.NAME or not each.is_alternate]
        set_choices(self, "place", [(each.pk, _label(each, page)) for each in offered])

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        key = values.pop("key")
        return {"key": key, "change": RequestedChange(self.kind.value, **values)}


class NameCorrectionForm(RequestForm):
    kind = RequestKind.NAME
    words = forms.CharField(label=_("Correct name"), max_length=MOST_CHARACTERS)


class SubstitutionForm(RequestForm):
    kind = RequestKind.SUBSTITUTION
    alternate = forms.TypedChoiceField(label=_("Substitute"), coerce=int, required=False, empty_value=None)
    from_round = forms.TypedChoiceField(label=_("Starting in round"), coerce=int, required=False, empty_value=None)
    words = forms.CharField(label=_("Note"), max_length=MOST_CHARACTERS, required=False)

    def __init__(self, page: TeamPage, data: Any = None) -> None:
        super().__init__(page, data)
        alternates = [each for each in self.places if each.is_alternate and each.player]
        set_choices(
            self, "alternate", [("", gettext("Someone else")), *((each.pk, _label(each, page)) for each in alternates)]
        )
        ahead = {each.number for game in page.games for each in game.rounds if each.started_at is None}
        set_choices(
            self, "from_round", [("", gettext("As soon as possible")), *((each, str(each)) for each in sorted(ahead))]
        )


def _label(place: Place, page: TeamPage) -> str:
    """Return the player's name, with the game if the team plays several."""
    if len(page.games) == 1 or place.entry is None:
        return place.name
    return f"{place.name} ({place.entry.event.game})"


class AnswerForm(VerbForm):
    reply = forms.CharField(label="Answer", max_length=MOST_CHARACTERS, required=False)
    state = forms.ChoiceField(choices=[("done", "Done"), ("declined", "Decline")], widget=forms.HiddenInput)
