"""Orders: which document it is to be, and what would be on it. Both are found before the verb begins, so that nobody
waits for the database meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from foundation.errors import Refused
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from printing import actions
from printing.documents import DOCUMENTS, PAPERS, WHICH_PAPER, About, Document
from printing.queries import has_several_games
from printing.sameness import Shown, shown_by
from tournament.models import Division
from tournament.rounds.models import Round


def order(
    actor: Actor,
    tournament: Tournament,
    *,
    document: str,
    base: str,
    paper: str,
    division: Division | None = None,
    round: Round | None = None,
    rounds: Sequence[Round] = (),
    options: Mapping[str, str] | None = None,
) -> Job:
    """One of the documents. `rounds`: of several divisions, in one file."""
    wanted = DOCUMENTS.get(document)
    if wanted is None:
        raise Refused("There is no such document.")
    if paper not in PAPERS:
        raise Refused(WHICH_PAPER, field="paper")
    round = rounds[0] if len(rounds) == 1 else round
    several = rounds if len(rounds) > 1 else ()
    if wanted.about == About.ROUND and round is None and not several:
        raise Refused("Choose a round.", field="round")
    if wanted.about == About.DIVISION and division is None:
        raise Refused("Choose a division.", field="division")
    chosen = _chosen(wanted, tournament, options or {})
    title = f"{wanted.title}{_about(tournament, rounds or ([round] if round else []), division)}"
    params: dict[str, Any] = {
        "document": document,
        "base": base,
        "paper": paper,
        "division": division.pk if division else None,
        "round": round.pk if round and not several else None,
        "rounds": [each.pk for each in several],
        "options": chosen,
    }
    shown = Shown(shown_by(tournament, params))
    return actions.print_document(actor, tournament, title=title, params=params, shown=shown)


def _about(tournament: Tournament, rounds: Sequence[Round], division: Division | None) -> str:
    """`, Round 1 Elementary`, `, Round 1: Elementary, Middle`; with the game where there are several."""
    first = rounds[0].division if rounds else division
    if first is None:
        return f" of {tournament.name}"
    game = f" ({first.event.game})" if has_several_games(tournament) else ""
    if len(rounds) > 1:
        return f", Round {rounds[0].number}: {', '.join(each.division.name for each in rounds)}{game}"
    return f", {rounds[0] if rounds else first}{game}"


def _chosen(wanted: Document, tournament: Tournament, options: Mapping[str, str]) -> dict[str, str]:
    """Each choice of the document; its first one where nothing was chosen."""
    found = {}
    for each in wanted.options:
        choices = each.choices_in(tournament)
        found[each.name] = options.get(each.name) or next(iter(choices))
        if found[each.name] not in choices:
            raise Refused(f"{each.label}: choose one of the list.", field=each.name)
    return found
