"""What a decision does to a sheet, and what it would do: the same code, for the second time in a transaction that is
taken back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from foundation import steady_clock
from foundation.errors import Refused
from foundation.people.actor import Actor
from judging.protests.models import Outcome, Protest, Step
from judging.protests.papers import Typed, with_points, with_shake, without_shakes
from scoring.entry.entries import current_entry, enter_decision, must_be_based_on
from scoring.entry.queries import SeatedPlayer, compute_entry, lock_sheet, seated_players
from scoring.models import Dispute, Entry, Sheet
from scoring.paper import ComputedSheet, read_paper
from scoring.ranks.lists import Standings
from scoring.ranks.pending import swings_of
from scoring.ranks.scope import Scope
from scoring.standings import Key, Ranking, moves, plain, reach

MOST = 12
KINDS = {"players": "Players", "teams": "Teams"}


@dataclass(frozen=True)
class Made:
    """`base`: the entry that was decided about; `entry`: the new one, None where the ruling stands as it was."""

    base: Entry | None
    entry: Entry | None
    shakes: list[int]


def carry_out(actor: Actor, protest: Protest, outcome: str, typed: Typed, reason: str) -> Made:
    """Inside a transaction: the sheet as the panel decides it. Nobody refuses to initial any more: it is decided."""
    sheet = lock_sheet(protest.sheet)
    made = _made(actor, protest, sheet, outcome, typed, reason)
    close_dispute(sheet)
    return made


def _made(actor: Actor, protest: Protest, sheet: Sheet, outcome: str, typed: Typed, reason: str) -> Made:
    if outcome == Outcome.UPHELD:
        return _stands(actor, protest, sheet, reason)
    base = current_entry(sheet)
    must_be_based_on(sheet, typed.base)
    reading = compute_entry(sheet, seated_players(sheet), base)
    paper, shakes = with_points(reading, typed) if outcome == Outcome.RESCORED else without_shakes(reading.paper, typed)
    entry = enter_decision(actor, sheet, paper, source=Entry.Source.APPEAL, reason=reason)
    return Made(base, entry, shakes)


def _stands(actor: Actor, protest: Protest, sheet: Sheet, reason: str) -> Made:
    """The ruling stands; if an earlier decision had overturned it, the paper of that time counts again."""
    first = protest.decisions.filter(entry__isnull=False).order_by("number").first()
    if first is None or first.base is None:
        return Made(sheet.current, None, [])
    latest = Step.objects.filter(protest=protest, entry__isnull=False).order_by("number").last()
    if latest is None or latest.entry_id != sheet.current_id:
        raise Refused("The sheet was changed after the decision. Overturn it and type the points as they should be.")
    base = current_entry(sheet)
    before = read_paper(first.base.paper, len(first.base.paper["rows"]))
    if read_paper(base.paper, len(base.paper["rows"])) == before:
        return Made(base, None, [])
    entry = enter_decision(actor, sheet, before, source=Entry.Source.APPEAL, reason=reason)
    return Made(base, entry, [])


def play_again(actor: Actor, protest: Protest, cells: list[str], base: int, reason: str) -> Entry:
    """Inside a transaction: the points of the shake that was played again."""
    sheet = lock_sheet(protest.sheet)
    must_be_based_on(sheet, base)
    paper = compute_entry(sheet, seated_players(sheet), current_entry(sheet)).paper
    if not paper.columns:
        raise Refused("This sheet has totals only: let the panel decide again and type the totals.")
    return enter_decision(actor, sheet, with_shake(paper, cells), source=Entry.Source.APPEAL, reason=reason)


def close_dispute(sheet: Sheet) -> bool:
    """Nothing is pending about the initials of this sheet any more."""
    return bool(Dispute.objects.filter(sheet=sheet, until__isnull=True).update(until=steady_clock.now()))


# -- what it would do -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """A figure before and after. `is_other`: they differ."""

    before: str
    after: str

    @property
    def is_other(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class AtTable:
    name: str
    team: str
    total: Change
    points: Change


@dataclass(frozen=True)
class Moved:
    """`rank`: None before for somebody who is new."""

    name: str
    rank: Change
    points: Change


@dataclass(frozen=True)
class InStandings:
    """`passes`: who goes by whom, in words."""

    title: str
    moved: tuple[Moved, ...]
    passes: tuple[str, ...]

    @property
    def ranks_change(self) -> bool:
        return any(each.rank.is_other for each in self.moved)


@dataclass(frozen=True)
class Effects:
    """`counts`: whether the sheet's results count already, so that standings change at once."""

    counts: bool
    table: tuple[AtTable, ...]
    standings: tuple[InStandings, ...]

    @property
    def changes_a_rank(self) -> bool:
        return any(each.ranks_change for each in self.standings)


def effects_of(actor: Actor, protest: Protest, outcome: str, typed: Typed) -> Effects:
    """What this decision would do to the match, the teams and the standings. It is carried out and taken back."""
    with transaction.atomic():
        sheet = lock_sheet(protest.sheet)
        counts = sheet.is_verified
        sitters = seated_players(sheet, with_teams=True)
        before, lists = _lines(sheet, sitters), _lists(protest)
        was = {kind: standings.ranking for kind, standings in lists.items()}
        carry_out(actor, protest, outcome, typed, "what it would do")
        after = _lines(lock_sheet(protest.sheet), sitters)
        table = tuple(
            AtTable(sitter.name, sitter.team, Change(one[0], other[0]), Change(one[1], other[1]))
            for sitter, one, other in zip(sitters, before, after, strict=True)
        )
        standings = tuple(_moved(kind, was[kind], now) for kind, now in _lists(protest).items()) if counts else ()
        transaction.set_rollback(True)
    return Effects(counts, table, standings)


def _lists(protest: Protest) -> dict[str, Standings]:
    scope = Scope((protest.sheet.round.division,))
    return {kind: Standings(scope, kind) for kind in KINDS}


def _lines(sheet: Sheet, sitters: list[SeatedPlayer]) -> list[tuple[str, str]]:
    """Total and points of each, as the book reads the current entry."""
    if sheet.current is None:
        return [("–", "–")] * len(sitters)
    reading: ComputedSheet = compute_entry(sheet, sitters, sheet.current)
    return [(_shown(line.total), _shown(line.points)) for line in reading.results]


def _shown(value: int | Decimal | None) -> str:
    return "–" if value is None else plain(Decimal(value))


def _moved(kind: str, before: Ranking, now: Standings) -> InStandings:
    after = now.ranking
    found = moves(before, after)
    passes = _passes(before, after, {each.row.score.key for each in found if each.gained})[:MOST]
    where = {row.score.key: at for at, row in enumerate(after.rows)}
    named = dict.fromkeys([*(each.row.score.key for each in found[:MOST]), *(key for pair in passes for key in pair)])
    rows = now.rows([where[key] for key in named])
    names = {row.ranked.score.key: row.label.name for row in rows}
    moved = tuple(
        Moved(
            names[each.row.score.key],
            Change(_shown(each.was), str(each.row.rank)),
            Change(_shown(each.row.score.points - each.gained), _shown(each.row.score.points)),
        )
        for each in found[:MOST]
    )
    return InStandings(KINDS[kind], moved, tuple(f"{names[one]} passes {names[other]}" for one, other in passes))


def _passes(before: Ranking, after: Ranking, concerned: Collection[Key]) -> list[tuple[Key, Key]]:
    """Who was behind somebody and is before them now. One of the two has other points: nobody else can pass."""
    ranks = {row.score.key: (was, row.rank) for row in after.rows if (was := before.rank_of(row.score.key))}
    pairs = [(one, other) for one in concerned for other in ranks if one in ranks]
    found = [*pairs, *((other, one) for one, other in pairs if other not in concerned)]
    return [(one, other) for one, other in found if ranks[one][0] > ranks[other][0] and ranks[one][1] < ranks[other][1]]


def could_matter(protest: Protest) -> bool | None:
    """Whether any rank could change, however it is decided; None as long as the sheet's results do not count."""
    sheet = Sheet.objects.get(pk=protest.sheet_id)
    if not sheet.is_verified:
        return None
    scope = Scope((protest.sheet.round.division,))
    return any(reach(Standings(scope, kind).ranking, swings_of(scope, [protest.sheet_id], kind)) for kind in KINDS)
