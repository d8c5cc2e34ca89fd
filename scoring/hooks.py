"""What the scoring floor asks of higher floors. See `foundation/hooks.py` for how hooks work."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from django.utils.translation import gettext

from foundation.hooks import Hook

if TYPE_CHECKING:
    from foundation.people.actor import Actor
    from foundation.tournaments import Tournament
    from scoring.models import Sheet


# -- scoresheets ------------------------------------------------------------------------------------------------------


class EntryHiddenFrom(Protocol):
    """Returns whether a scoresheet's entries are hidden from this person: a judge who still has to rule there blind.

    Called by every page and verb about a scoresheet.
    """

    def __call__(self, actor: Actor, sheet: Sheet) -> bool: ...


class DisputeSettled(Protocol):
    """Returns whether a refusal to initial this scoresheet is settled. Called in the transaction that verifies it."""

    def __call__(self, sheet: Sheet) -> bool: ...


@dataclass(frozen=True)
class PendingSheet:
    """A scoresheet whose result may still change. `table`: its number. `reason`: why, in two or three words.

    `is_protest`: whether a filed protest is open.
    """

    round_number: int
    table: int
    reason: str
    is_protest: bool = True


class PendingSheets(Protocol):
    """Returns scoresheets of these rounds whose result may still change, by key. Called when standings are computed."""

    def __call__(self, rounds: Collection[int]) -> Mapping[int, PendingSheet]: ...


entry_hidden_from: Hook[EntryHiddenFrom] = Hook("scoring.hooks.entry_hidden_from")
dispute_settled: Hook[DisputeSettled] = Hook("scoring.hooks.dispute_settled")
pending_sheets: Hook[PendingSheets] = Hook("scoring.hooks.pending_sheets")


# -- coach pages ------------------------------------------------------------------------------------------------------


def round_and_table(number: int, table: int) -> str:
    """Return the words of a notice: `Round 2, Table 12`."""
    return gettext("Round {number}, Table {table}").format(number=number, table=table)


@dataclass(frozen=True)
class CoachNotice:
    """What is pending at one of a team's tables. `state`: a word or two. `sheet`: the scoresheet, if any."""

    words: str
    state: str
    tone: str = "warn"
    sheet: int | None = None


class CoachNotices(Protocol):
    """Returns notices by team key. Called when a coach page is rendered."""

    def __call__(self, teams: Collection[int]) -> Mapping[int, Sequence[CoachNotice]]: ...


@dataclass(frozen=True)
class CoachPage:
    """One more page that a coach link opens: its URL name and the words of the link."""

    url_name: str
    words: str


class CoachPageNow(Protocol):
    """Returns a page that coaches may open right now, or None. Called when a coach page is rendered."""

    def __call__(self, tournament: Tournament) -> CoachPage | None: ...


coach_notices: Hook[CoachNotices] = Hook("scoring.hooks.coach_notices")
coach_pages: Hook[CoachPageNow] = Hook("scoring.hooks.coach_pages")
