"""Verbs about league cases: add, edit, retire. A league case applies in every tournament of this installation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.utils import timezone

from foundation.activity.verbs import log, verb
from foundation.errors import EditConflict, Refused
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from judging.casebook.casebook import DIVISIONS, known_variations
from judging.league_cases.models import GAMES, OwnCase
from judging.league_cases.queries import player_named_in
from rulebooks.wording import join_words

TEXT_LENGTHS = {"title": 120, "situation": 1000, "ruling": 1000, "citation": 120, "source": 200}
REQUIRED = {"title": "Enter a short title.", "situation": "Enter what happened.", "ruling": "Enter the ruling."}


@verb("own_case.add", says="added the league case “{title}”", news=False)
def add(actor: Actor, tournament: Tournament, **fields: Any) -> OwnCase:
    """Add a case. It may not name a student, since it outlives the tournament."""
    if actor.user is None:
        raise Refused("Sign in to add a case.")
    case = OwnCase.objects.create(**_clean(tournament, **fields), added_by=actor.user)
    log(actor, case, title=case.title)
    return case


@verb("own_case.edit", says="changed the league case “{title}”", news=False)
def edit(actor: Actor, tournament: Tournament, *, case: OwnCase, version: int, **fields: Any) -> OwnCase:
    values = _clean(tournament, **fields)
    current = OwnCase.objects.filter(pk=case.pk, version=version, retired_at__isnull=True)
    if not current.update(**values, version=F("version") + 1):
        raise EditConflict("Someone else changed or retired this case. Reload the page.")
    case.refresh_from_db()
    log(actor, case, title=case.title)
    return case


@verb("own_case.retire", says="retired the league case “{title}”", news=False)
def retire(actor: Actor, tournament: Tournament, *, case: OwnCase) -> OwnCase:
    """Remove a case from search. Rulings that cite it keep their text."""
    if not OwnCase.objects.filter(pk=case.pk, retired_at__isnull=True).update(retired_at=timezone.now()):
        raise EditConflict("This case was retired.")
    case.refresh_from_db()
    log(actor, case, title=case.title)
    return case


def _clean(
    tournament: Tournament,
    *,
    penalty: int = 0,
    game: str = "both",
    divisions: Sequence[str] = (),
    variations: Sequence[str] = (),
    **texts: str,
) -> dict[str, Any]:
    """Return the values of a case as its columns take them, or refuse."""
    written = {name: texts.get(name, "").strip()[:most] for name, most in TEXT_LENGTHS.items()}
    for name, sentence in REQUIRED.items():
        if not written[name]:
            raise Refused(sentence, field=name)
    for name, text in written.items():
        if player := player_named_in(text, tournament):
            raise Refused(
                f"{player} is a player here. Leave out names, because league cases are kept for years.", field=name
            )
    if game not in GAMES:
        raise Refused("Choose a game.", field="game")
    if not -10 <= penalty <= 0:
        raise Refused("Enter 0 or a negative number, such as -1.", field="penalty")
    if unknown := set(variations) - known_variations(game):
        names = join_words(sorted(unknown), "or")
        raise Refused(f"{GAMES[game]} doesn’t have {names}. Choose other variations.", field="variations")
    letters = "".join(letter for letter in DIVISIONS if letter in divisions)
    return written | {"penalty": penalty, "game": game, "divisions": letters, "variations": list(variations)}
