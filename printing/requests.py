"""Print requests: the fields that identify a print job, and how a job stores them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from foundation.tournaments import Tournament
from printing.documents import PrintScope
from printing.queries import rounds_of
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round


@dataclass(frozen=True)
class PrintRequest:
    """A request for one document of a tournament. Requests with the same fields are the same request.

    `rounds`: one, or the same round of several divisions for one file. `piece`: the copies that one worker makes of a
    document that several workers share.

    `content_digest` is a hash of what the pages show now (catalog.py). It decides whether an existing PDF is up
    to date, but doesn't identify the request: a request that is sent again is the same one even if the pages have
    changed in between.
    """

    document: str
    paper: str
    base_url: str
    division: Division | None = None
    rounds: tuple[Round, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    piece: tuple[int, int] | None = None
    content_digest: str = field(default="", compare=False)

    def request_identity(self) -> str:
        """Return the identifying fields as JSON."""
        return json.dumps(self.identity(), sort_keys=True)

    def identity(self) -> dict[str, Any]:
        """Return the fields that identify the request, as plain values."""
        ids = [round_.pk for round_ in self.rounds]
        fields: dict[str, Any] = {
            "document": self.document,
            "base": self.base_url,
            "paper": self.paper,
            "division": self.division.pk if self.division else None,
            "round": ids[0] if len(ids) == 1 else None,
            "rounds": ids if len(ids) > 1 else [],
            "options": dict(self.options),
        }
        return fields | {"piece": list(self.piece)} if self.piece else fields

    def to_params(self) -> dict[str, Any]:
        """Return the params of the job. They include the content digest: new content needs a new job."""
        return self.identity() | {"shows": self.content_digest}  # old jobs have this key

    def split_by_round(self) -> list[PrintRequest]:
        """Return one request for each round."""
        return [replace(self, rounds=(round_,)) for round_ in self.rounds] or [self]

    def to_scope(self, tournament: Tournament) -> PrintScope:
        """Return what to compose. The request has at most one round."""
        return PrintScope(
            tournament,
            self.paper,
            self.base_url,
            division=self.division,
            round=self.rounds[0] if self.rounds else None,
            options=self.options,
            piece=self.piece,
        )


def load_request(tournament: Tournament, params: Mapping[str, Any]) -> PrintRequest:
    """Return the request that a job stores. Rounds and divisions that were deleted since then are left out."""
    ids = params.get("rounds") or [params["round"]]
    rounds = rounds_of(tournament).in_bulk([pk for pk in ids if pk is not None])
    return PrintRequest(
        document=params["document"],
        paper=params["paper"],
        base_url=params["base"],
        division=divisions_of(tournament).filter(pk=params["division"]).first(),
        rounds=tuple(rounds[pk] for pk in ids if pk in rounds),
        options=params["options"],
        piece=tuple(params["piece"]) if "piece" in params else None,
        content_digest=params.get("shows", ""),
    )


@dataclass(frozen=True)
class CardRequest:
    """A request for QR cards: sign-in badges or coach links."""

    invitation_ids: list[int]
    base_url: str
    paper: str

    def to_params(self) -> dict[str, Any]:
        return {"invitations": self.invitation_ids, "base": self.base_url, "paper": self.paper}
