"""What is asked about scoresheets: the board of a round by room, whose pile a sheet is in, and what is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import F, Q, QuerySet

from pairings.models import Draw
from scoring.models import DONE, Entry, Sheet, State
from tournament.models import Tournament
from tournament.people.models import User
from tournament.rounds.models import Round
from tournament.rounds.models import State as RoundState

OPEN = (RoundState.RUNNING, RoundState.COLLECTING)
BLIND = ("rekey", "rekey_totals")


def open_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """The sheets of rounds that are played or collected, as the tables stand."""
    return (
        Sheet.objects.filter(tournament=tournament, round__state__in=OPEN, table__draw__state=Draw.State.PUBLISHED)
        .select_related("table", "round__division__event", "current__entered_by", "received_by")
        .order_by("round__division__event_id", "round__division__max_grade", "round__number", "table__number")
    )


@dataclass(frozen=True)
class RoomSheets:
    """The tables of one room in the order of their numbers, as a volunteer walks along them."""

    room: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class RoundSheets:
    round: Round
    rooms: tuple[RoomSheets, ...]
    counts: Counter[str]

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
    for _, group in groupby(open_sheets(tournament), key=lambda sheet: sheet.round_id):
        sheets = list(group)
        by_room: dict[str, list[Sheet]] = {}
        for sheet in sheets:
            by_room.setdefault(sheet.table.room, []).append(sheet)
        rooms = tuple(RoomSheets(room, tuple(each)) for room, each in by_room.items())
        found.append(RoundSheets(sheets[0].round, rooms, Counter(sheet.state.value for sheet in sheets)))
    return found


def sheets_by_number(tournament: Tournament, typed: str) -> Sequence[Sheet]:
    """`19`, or `E19` where divisions count their tables alike: the sheets that can be meant, those to be done first."""
    letters = "".join(sign for sign in typed if sign.isalpha()).casefold()
    digits = typed.strip()[len(letters) :].strip(" -")
    if not digits.isdecimal() or len(digits) > 5:
        return []
    found = [
        sheet
        for sheet in open_sheets(tournament).filter(table__number=int(digits))
        if not letters or sheet.round.division.letter.casefold() == letters
    ]
    waiting = [sheet for sheet in found if sheet.current_id is None]
    return waiting or found


def pile_of(tournament: Tournament, user: User) -> QuerySet[Sheet]:
    """What this person received and has not entered, in the order of the pile."""
    mine = open_sheets(tournament).filter(received_by=user, current__isnull=True, excused="")
    return mine.order_by("received_at", "pk")


def to_verify(tournament: Tournament, user: User) -> QuerySet[Sheet]:
    """What others entered and nobody has verified, in the order in which it was entered."""
    return (
        open_sheets(tournament)
        .filter(current__isnull=False, differs__isnull=True)
        .filter(Q(verified__isnull=True) | ~Q(verified=F("current")))
        .exclude(current__entered_by=user)
        .order_by("current__entered_at", "pk")
    )


def next_sheet(tournament: Tournament, user: User, *, verifying: bool) -> Sheet | None:
    return (to_verify(tournament, user) if verifying else pile_of(tournament, user)).first()


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
