"""Whether a document would say the same again: what it shows is read, and nothing is laid out.

A sheet that comes in is no news for the scoresheets of its round; a player who is renamed is, and so are another logo,
a new version of the tables, and a template that an upgrade changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from foundation.errors import Refused
from foundation.tournaments import Tournament
from printing.documents import DOCUMENTS, Asked
from printing.queries import rounds_of
from tournament.queries import divisions_of

Params = Mapping[str, Any]


@dataclass(frozen=True)
class Shown:
    """What a document says, for a verb.

    It is no part of what was asked for: a request that is sent again is the same one, whatever has changed meanwhile.
    """

    digest: str

    def __str__(self) -> str:
        return ""


def asked_from(tournament: Tournament, params: Params) -> Asked:
    """What the parameters of a job mean now."""
    return Asked(
        tournament=tournament,
        paper=params["paper"],
        base=params["base"],
        division=divisions_of(tournament).filter(pk=params["division"]).first(),
        round=rounds_of(tournament).filter(pk=params["round"]).first(),
        options=params["options"],
        piece=tuple(params["piece"]) if "piece" in params else None,
    )


def rounds_in(params: Params) -> list[Params]:
    """One for each division where a round of several is asked for."""
    return [{**params, "round": each, "rounds": []} for each in params.get("rounds") or [params["round"]]]


def shown_by(tournament: Tournament, params: Params) -> str:
    """The same for the same pages. What cannot be made is the same as long as the reason is."""
    make, shown = DOCUMENTS[params["document"]].make, hashlib.sha256()
    for each in rounds_in(params):
        try:
            for page in make(replace(asked_from(tournament, each), unset=True), lambda done, total: None):
                shown.update(page)
        except Refused as refusal:
            shown.update(refusal.sentence.encode())
    return shown.hexdigest()
