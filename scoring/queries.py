"""What is asked about scoresheets: the board of a round by room, whose pile a sheet is in, and what is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Case, Count, F, Q, QuerySet, Sum, TextField, Value, When
from django.db.models.functions import Cast

from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings.models import Draw
from scoring.authors import MADE_FROM_ANOTHER, authors_of
from scoring.codes import sheets_by_code
from scoring.models import DONE, Entry, Sheet, State
from tournament.rounds.models import ExtraTime, Round, RoundState

OPEN = (RoundState.RUNNING, RoundState.COLLECTING)
BLIND = ("rekey", "rekey_totals")


def open_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """The sheets of rounds that are played or collected, as the tables stand."""
    return (
        Sheet.objects.filter(tournament=tournament, round__state__in=OPEN, table__draw__state=Draw.State.PUBLISHED)
        .select_related("table", "round__division__event", "current__entered_by", "received_by")
        .order_by("round__division__event_id", "round__division__max_grade", "round__number", "table__number")
    )


# As `Sheet.state` says it.
STATE = Case(
    When(verified=F("current"), then=Value(State.VERIFIED.value)),
    When(~Q(excused=""), then=Value(State.EXCUSED.value)),
    When(differs__isnull=False, then=Value(State.DIFFERS.value)),
    When(current__isnull=False, then=Value(State.ENTERED.value)),
    When(received_at__isnull=False, then=Value(State.IN.value)),
    default=Value(State.OUT.value),
)


def tallies_of(tournament: Tournament) -> list[tuple[int, int, Counter[str]]]:
    """Each round that is played or collected, its division, and how many sheets are in which state.

    Counted by the database: the day board asks this every ten seconds, for everybody who has it open. `problem` and
    `disputed` are counted beside the states.
    """
    found: dict[tuple[int, int], Counter[str]] = {}
    sheets = open_sheets(tournament).order_by("round__number").annotate(stands=STATE)
    counted = sheets.values_list("round__number", "round_id", "round__division_id", "stands")
    for _, round_, division, state, count, problems in counted.annotate(
        Count("pk"), problems=Count("pk", filter=~Q(problem=""))
    ):
        found.setdefault((round_, division), Counter()).update({state: count, "problem": problems})
    for sheet in (
        open_sheets(tournament).annotate(told=Cast("current__paper", TextField())).filter(told__contains='"refused"')
    ):
        found[sheet.round_id, sheet.round.division_id]["disputed"] += sheet.is_disputed
    return [(*key, tally) for key, tally in found.items()]


@dataclass(frozen=True)
class RoomSheets:
    """The tables of one room in the order of their numbers, as a volunteer walks along them."""

    room: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class RoundSheets:
    """`extra`: seconds that a table got back, by the key of its sheet."""

    round: Round
    rooms: tuple[RoomSheets, ...]
    counts: Counter[str]
    extra: Mapping[int, int]

    @property
    def all(self) -> int:
        return self.counts.total()

    @property
    def done(self) -> int:
        return sum(self.counts[state] for state in DONE)

    @property
    def missing(self) -> list[Sheet]:
        return [sheet for room in self.rooms for sheet in room.sheets if sheet.state == State.OUT]


def boards_of(tournament: Tournament) -> list[RoundSheets]:
    """Each round that is played or collected, with its sheets by room."""
    found = []
    given = _time_given(tournament)
    rounds = Round.objects.filter(tournament=tournament).select_related("division__event").in_bulk()
    lean = open_sheets(tournament).select_related(None).select_related("table", "current")  # a thousand at a time
    for _, group in groupby(lean, key=lambda sheet: sheet.round_id):
        sheets = list(group)
        by_room: dict[str, list[Sheet]] = {}
        for sheet in sheets:
            sheet.round = rounds[sheet.round_id]
            by_room.setdefault(sheet.table.room, []).append(sheet)
        rooms = tuple(RoomSheets(room, tuple(each)) for room, each in by_room.items())
        extra = {sheet.pk: given.get((sheet.round_id, str(sheet.table.number)), 0) for sheet in sheets}
        found.append(
            RoundSheets(rounds[sheets[0].round_id], rooms, Counter(sheet.state.value for sheet in sheets), extra)
        )
    return found


def _time_given(tournament: Tournament) -> dict[tuple[int, str], int]:
    """Seconds of extra time by round and table, in the rounds that are played or collected."""
    times = ExtraTime.objects.filter(round__tournament=tournament, round__state__in=OPEN).order_by()
    return {(of, table): seconds for of, table, seconds in times.values_list("round", "table").annotate(Sum("seconds"))}


def extra_times_of(sheet: Sheet) -> list[ExtraTime]:
    """What this table got back, by whom and why."""
    given = ExtraTime.objects.filter(round=sheet.round_id, table=str(sheet.table.number))
    return list(given.select_related("given_by"))


def sheets_by_number(tournament: Tournament, typed: str) -> Sequence[Sheet]:
    """`19`, or `E19` where divisions count their tables alike: the sheets that can be meant, those to be done first.

    The Cup's divisions are called by grades: `7-8-19` is table 19 of theirs. The code on the paper names one sheet.
    """
    if named := sheets_by_code(tournament, typed):
        return named
    letters, dash, digits = (part.strip() for part in typed.casefold().rpartition("-"))
    if not dash:
        letters = "".join(sign for sign in digits if sign.isalpha())
        digits = digits[len(letters) :].strip()
    if not digits.isdecimal() or len(digits) > 5:
        return []
    found = [
        sheet
        for sheet in open_sheets(tournament).filter(table__number=int(digits))
        if not letters or sheet.round.division.letter.casefold() == letters
    ]
    if len({sheet.round_id for sheet in found}) > len({sheet.round.division_id for sheet in found}):
        return [sheet for sheet in found if not sheet.is_verified] or found  # two rounds of a division: ask which
    waiting = [sheet for sheet in found if sheet.current_id is None]
    return waiting or found


def pile_of(tournament: Tournament, user: User) -> QuerySet[Sheet]:
    """What this person received and has not entered, in the order of the pile."""
    mine = open_sheets(tournament).filter(received_by=user, current__isnull=True, excused="")
    return mine.order_by("received_at", "pk")


def to_verify(tournament: Tournament, user: User) -> QuerySet[Sheet]:
    """What others entered and nobody has verified, in the order in which it was entered.

    And one's own, where one person is enough by now.
    """
    alone = Q(round__division__event__verification="none")
    waiting = (
        open_sheets(tournament)
        .filter(current__isnull=False, differs__isnull=True, excused="")
        .filter(Q(verified__isnull=True) | ~Q(verified=F("current")))
        .filter(~Q(current__entered_by=user) | alone)
        .order_by("current__entered_at", "pk")
    )
    return waiting.exclude(pk__in=_own_behind_another(waiting.exclude(alone), user))


def _own_behind_another(sheets: QuerySet[Sheet], user: User) -> list[int]:
    """Those of them whose current entry was made from one that this person typed, by judges or by going back."""
    made = sheets.filter(MADE_FROM_ANOTHER).order_by().values("pk")
    entries = Entry.objects.filter(sheet__in=made).order_by("sheet_id", "number").select_related("sheet")
    own = []
    for sheet, group in groupby(entries, key=lambda entry: entry.sheet):
        of_sheet = list(group)
        current = next(entry for entry in of_sheet if entry.pk == sheet.current_id)
        own += [sheet.pk] if user.pk in authors_of(current, of_sheet) else []
    return own


@dataclass(frozen=True)
class Pile:
    """What one clerk entered, the latest on top, as the papers lie on the table."""

    clerk: str
    entries: tuple[Entry, ...]

    @property
    def since(self) -> datetime:
        return self.entries[-1].entered_at


def piles_of(round_: Round) -> list[Pile]:
    entries = (
        Entry.objects.filter(sheet__round=round_, kind=Entry.Kind.ENTRY)
        .select_related("sheet__table", "entered_by")
        .order_by("entered_by__name", "entered_by", "-entered_at", "-id")
    )
    return [
        Pile(entry.name if entry else "Somebody", tuple(group))
        for entry, group in groupby(entries, key=lambda each: each.entered_by)
    ]
