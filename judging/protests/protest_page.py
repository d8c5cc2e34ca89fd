"""Everything that the page of one protest shows to people who may read it."""

from __future__ import annotations

from dataclasses import dataclass

from foundation.people.models import User
from judging.casebook.casebook import Case, casebook
from judging.models import Ruling
from judging.protests.decision_preview import could_change_ranks
from judging.protests.models import Decision, Document, Protest, ProtestState, ProtestStep
from judging.protests.queries import (
    VoteCount,
    count_shakes_to_replay,
    count_votes,
    panel_candidates,
    rulings_of,
)
from rulebooks import Ruled, protest_policy
from scoring.entry.queries import SeatedPlayer, seated_players
from scoring.models import Photo
from tournament.books import edition_of


@dataclass(frozen=True)
class ProtestPage:
    """`cases`: cases that the form or a ruling cites. `standard`: the panel's standard for overturning a ruling.

    `candidates`: judges who aren't on the panel, each with the reason why they can't be, or an empty string.
    """

    protest: Protest
    seated: list[SeatedPlayer]
    rulings: list[Ruling]
    cases: list[Case]
    documents: list[Document]
    photos: list[Photo]
    steps: list[ProtestStep]
    count: VoteCount
    decisions: list[Decision]
    standard: Ruled[str] | None
    could_change_ranks: bool | None
    shakes_to_replay: int
    candidates: list[tuple[User, str]]

    @property
    def player(self) -> SeatedPlayer:
        return self.seated[self.protest.seat - 1]

    @property
    def can_vote(self) -> bool:
        return self.protest.state in (ProtestState.HEARD, ProtestState.DECIDED) and self.count.is_complete

    @property
    def eligible(self) -> list[User]:
        return [user for user, objection in self.candidates if not objection]

    @property
    def ineligible(self) -> list[str]:
        return [objection for _, objection in self.candidates if objection]


def page_of(protest: Protest) -> ProtestPage:
    event = protest.sheet.round.division.event
    rulings = rulings_of(protest)
    return ProtestPage(
        protest,
        seated_players(protest.sheet, with_teams=True),
        rulings,
        cases_cited([protest.rule, *(ruling.rule for ruling in rulings)]),
        list(protest.documents.defer("content").select_related("added_by")),
        list(Photo.objects.filter(sheet=protest.sheet_id).defer("content")),
        list(protest.steps.select_related("made_by", "entry")),
        count_votes(protest),
        list(protest.decisions.select_related("made_by", "entry")),
        protest_policy(edition_of(event), switched_on=event.appeals).standard,
        could_change_ranks(protest) if protest.is_open else None,
        count_shakes_to_replay(protest),
        panel_candidates(protest),
    )


def cases_cited(rules: list[str]) -> list[Case]:
    """Return the manual's cases that these citations name: `JM A5; EQ IV-B`, or `A5` alone."""
    cases: dict[str, Case] = {}
    for part in (part.strip() for rule in rules for part in rule.replace(",", ";").split(";")):
        case = casebook().get(part) or casebook().get(f"JM {part}") if part else None
        if case is not None:
            cases[case.id] = case
    return list(cases.values())
