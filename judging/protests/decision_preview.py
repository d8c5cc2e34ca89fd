"""Previews a decision: carries it out, compares the table and the standings, and rolls the transaction back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from foundation.people.actor import Actor
from judging.protests.decisions import apply_decision
from judging.protests.models import Protest
from judging.protests.sheet_edits import PanelEdits
from scoring.entry.queries import SeatedPlayer, compute_entry, lock_sheet, seated_players
from scoring.models import Sheet
from scoring.paper import ComputedSheet
from scoring.standings import Key, Ranking, format_points, possible_ranks, rank_changes
from scoring.standings_pages.pending_results import pending_points
from scoring.standings_pages.queries import Standings
from scoring.standings_pages.scope import Scope

MOST_LISTED = 12
KINDS = {"players": "Players", "teams": "Teams"}


@dataclass(frozen=True)
class BeforeAfter:
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class PlayerPreview:
    """A player at the table."""

    name: str
    team: str
    total: BeforeAfter
    points: BeforeAfter


@dataclass(frozen=True)
class RankPreview:
    """A player or team in the standings. `rank.before` is a dash if they were not ranked."""

    name: str
    rank: BeforeAfter
    points: BeforeAfter


@dataclass(frozen=True)
class StandingsPreview:
    """`passes`: who passes whom, in words."""

    title: str
    moved: tuple[RankPreview, ...]
    passes: tuple[str, ...]

    @property
    def ranks_change(self) -> bool:
        return any(each.rank.differs for each in self.moved)


@dataclass(frozen=True)
class DecisionPreview:
    """`counts`: whether the scoresheet counts already, so that standings change at once."""

    counts: bool
    table: tuple[PlayerPreview, ...]
    standings: tuple[StandingsPreview, ...]

    @property
    def changes_a_rank(self) -> bool:
        return any(each.ranks_change for each in self.standings)


def preview_decision(actor: Actor, protest: Protest, outcome: str, edits: PanelEdits) -> DecisionPreview:
    """Return what this decision would do to the match, the teams and the standings."""
    with transaction.atomic():
        sheet = lock_sheet(protest.sheet)
        counts = sheet.is_verified
        seated = seated_players(sheet, with_teams=True)
        totals_before = _totals_and_points(sheet, seated)
        rankings_before = {kind: standings.ranking for kind, standings in _standings_of(protest).items()}
        apply_decision(actor, protest, outcome, edits, "what it would do")
        totals_after = _totals_and_points(lock_sheet(protest.sheet), seated)
        table = tuple(
            PlayerPreview(each.name, each.team, BeforeAfter(old[0], new[0]), BeforeAfter(old[1], new[1]))
            for each, old, new in zip(seated, totals_before, totals_after, strict=True)
        )
        standings: tuple[StandingsPreview, ...] = ()
        if counts:
            after = _standings_of(protest).items()
            standings = tuple(_compare_standings(kind, rankings_before[kind], now) for kind, now in after)
        transaction.set_rollback(True)
    return DecisionPreview(counts, table, standings)


def _standings_of(protest: Protest) -> dict[str, Standings]:
    scope = Scope((protest.sheet.round.division,))
    return {kind: Standings(scope, kind) for kind in KINDS}


def _totals_and_points(sheet: Sheet, seated: list[SeatedPlayer]) -> list[tuple[str, str]]:
    """Return each player's total and points by the current entry."""
    if sheet.current is None:
        return [("–", "–")] * len(seated)
    computed_sheet: ComputedSheet = compute_entry(sheet, seated, sheet.current)
    return [(_in_words(line.total), _in_words(line.points)) for line in computed_sheet.results]


def _in_words(value: int | Decimal | None) -> str:
    return "–" if value is None else format_points(Decimal(value))


def _compare_standings(kind: str, before: Ranking, now: Standings) -> StandingsPreview:
    after = now.ranking
    moved = rank_changes(before, after)
    passes = _passes(before, after, {each.row.score.key for each in moved if each.gained})[:MOST_LISTED]
    positions = {row.score.key: index for index, row in enumerate(after.rows)}
    keys = [each.row.score.key for each in moved[:MOST_LISTED]]
    named = dict.fromkeys([*keys, *(key for pair in passes for key in pair)])
    rows = now.rows([positions[key] for key in named])
    names = {row.ranked.score.key: row.label.name for row in rows}
    previews = tuple(
        RankPreview(
            names[each.row.score.key],
            BeforeAfter(_in_words(each.old_rank), str(each.row.rank)),
            BeforeAfter(_in_words(each.row.score.points - each.gained), _in_words(each.row.score.points)),
        )
        for each in moved[:MOST_LISTED]
    )
    sentences = tuple(f"{names[one]} passes {names[other]}" for one, other in passes)
    return StandingsPreview(KINDS[kind], previews, sentences)


def _passes(before: Ranking, after: Ranking, concerned: Collection[Key]) -> list[tuple[Key, Key]]:
    """Return pairs where the first was ranked after the second and now is before.

    `concerned`: those whose points changed. One of each pair must be among them; no one else can pass.
    """
    ranks = {row.score.key: (was, row.rank) for row in after.rows if (was := before.rank_of(row.score.key))}
    pairs = [(one, other) for one in concerned for other in ranks if one in ranks]
    both_ways = [*pairs, *((other, one) for one, other in pairs if other not in concerned)]
    return [
        (one, other) for one, other in both_ways if ranks[one][0] > ranks[other][0] and ranks[one][1] < ranks[other][1]
    ]


def could_change_ranks(protest: Protest) -> bool | None:
    """Return whether any decision could change a rank, or None while the sheet doesn't count yet."""
    sheet = Sheet.objects.get(pk=protest.sheet_id)
    if not sheet.is_verified:
        return None
    scope = Scope((protest.sheet.round.division,))
    return any(
        possible_ranks(Standings(scope, kind).ranking, pending_points(scope, [protest.sheet_id], kind))
        for kind in KINDS
    )
