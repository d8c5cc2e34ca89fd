"""Submits a print request: checks it, fills in defaults, and computes what its pages would show.

All of this happens before the verb begins, so it holds no database lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from foundation.errors import Refused
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from printing import actions
from printing.catalog import DOCUMENTS, digest_content
from printing.documents import PAPERS, UNKNOWN_PAPER, DocumentSubject, PrintableDocument
from printing.queries import has_several_games
from printing.requests import PrintRequest


def submit_request(actor: Actor, tournament: Tournament, *, request: PrintRequest) -> Job:
    """Return the job that makes the document, or that has made the same pages before."""
    document = DOCUMENTS.get(request.document)
    if document is None:
        raise Refused("This document doesn’t exist.")
    if request.paper not in PAPERS:
        raise Refused(UNKNOWN_PAPER, field="paper")
    if document.about == DocumentSubject.ROUND and not request.rounds:
        raise Refused("Choose a round.", field="round")
    if document.about == DocumentSubject.DIVISION and request.division is None:
        raise Refused("Choose a division.", field="division")
    request = replace(request, options=_complete_options(document, tournament, request.options))
    request = replace(request, content_digest=digest_content(tournament, request))
    title = f"{document.title}{_describe_subject(tournament, request)}"
    return actions.print_document(actor, tournament, title=title, request=request)


def _describe_subject(tournament: Tournament, request: PrintRequest) -> str:
    """`, Round 1 Elementary`, `, Round 1: Elementary, Middle`; with the game if the tournament has several."""
    rounds = request.rounds
    division = rounds[0].division if rounds else request.division
    if division is None:
        return f", {tournament.name}"
    game = f" ({division.event.game})" if has_several_games(tournament) else ""
    if len(rounds) > 1:
        return f", Round {rounds[0].number}: {', '.join(each.division.name for each in rounds)}{game}"
    return f", {rounds[0] if rounds else division}{game}"


def _complete_options(
    document: PrintableDocument, tournament: Tournament, options: Mapping[str, str]
) -> dict[str, str]:
    """Return a value for each option of the document: the chosen one, or the default."""
    complete = {}
    for option in document.options:
        complete[option.name] = options.get(option.name) or option.default
        if complete[option.name] not in option.choices_in(tournament):
            raise Refused(f"Choose a value from the list for “{option.label}.”", field=option.name)
    return complete
