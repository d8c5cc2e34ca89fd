"""Reads about many scoresheets: the board of a round by room, counts, piles, what to verify next, and codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Count, F, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast

from foundation.file_exports import Column
from foundation.people.models import User
from foundation.tournaments import Tournament
from pairings.models import Draw
from scoring.entry.access import IS_DERIVED, OPEN_ROUND_STATES, SheetViewer, authors_of
from scoring.models import DONE, STATE_IN_SQL, Entry, Result, Sheet, SheetState
from tournament.rounds.models import ExtraTime, Round

# How the number of sheets in a state reads: "3 to verify".
COUNT_LABELS = {
    SheetState.OUT: "not received",
    SheetState.IN: "received",
    SheetState.ENTERED: "to verify",
    SheetState.DIFFERS: "don’t match",
    SheetState.VERIFIED: "verified",
    SheetState.EXCUSED: "waived",
}


def open_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets of published tables in rounds that are in progress or collecting."""
    return (
        Sheet.objects.filter(
            tournament=tournament, round__state__in=OPEN_ROUND_STATES, table__draw__state=Draw.State.PUBLISHED
        )
        .select_related("table", "round__division__event", "current__entered_by", "received_by")
        .order_by("round__division__event_id", "round__division__max_grade", "round__number", "table__number")
    )


def sheet_counts_by_round(tournament: Tournament) -> list[tuple[int, int, Counter[str]]]:
    """Return each open round with its division and how many sheets are in which state.

    The database counts: every open dashboard asks this every ten seconds. `problem` and `disputed` are counted besides
    the states.
    """
    tallies: dict[tuple[int, int], Counter[str]] = {}
    sheets = open_sheets(tournament).order_by("round__number").annotate(in_state=STATE_IN_SQL)
    counted = sheets.values_list("round__number", "round_id", "round__division_id", "in_state")
    for _, round_, division, state, count, problems in counted.annotate(
        Count("pk"), problems=Count("pk", filter=~Q(problem=""))
    ):
        tallies.setdefault((round_, division), Counter()).update({state: count, "problem": problems})
    for sheet in (
        open_sheets(tournament).annotate(text=Cast("current__paper", TextField())).filter(text__contains='"refused"')
    ):
        tallies[sheet.round_id, sheet.round.division_id]["disputed"] += sheet.is_disputed
    return [(*key, tally) for key, tally in tallies.items()]


@dataclass(frozen=True)
class RoomSheets:
    """The sheets of one room, by table number."""

    room: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True)
class RoundSheets:
    """The sheets of one round by room. `extra`: added time in seconds, by sheet."""

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
        return [sheet for room in self.rooms for sheet in room.sheets if sheet.state == SheetState.OUT]


def rounds_with_sheets(tournament: Tournament) -> list[RoundSheets]:
    """Return each open round with its sheets by room."""
    boards = []
    extra_time = _extra_time(tournament)
    rounds = Round.objects.filter(tournament=tournament).select_related("division__event").in_bulk()
    open_ = open_sheets(tournament).select_related(None).select_related("table", "current")  # rounds come from `rounds`
    for _, group in groupby(open_, key=lambda sheet: sheet.round_id):
        sheets = list(group)
        by_room: dict[str, list[Sheet]] = {}
        for sheet in sheets:
            sheet.round = rounds[sheet.round_id]
            by_room.setdefault(sheet.table.room, []).append(sheet)
        rooms = tuple(RoomSheets(room, tuple(each)) for room, each in by_room.items())
        extra = {sheet.pk: extra_time.get((sheet.round_id, str(sheet.table.number)), 0) for sheet in sheets}
        boards.append(
            RoundSheets(rounds[sheets[0].round_id], rooms, Counter(sheet.state.value for sheet in sheets), extra)
        )
    return boards


def _extra_time(tournament: Tournament) -> dict[tuple[int, str], int]:
    """Return added time in seconds, by round and table, in the open rounds."""
    times = ExtraTime.objects.filter(round__tournament=tournament, round__state__in=OPEN_ROUND_STATES).order_by()
    return {(of, table): seconds for of, table, seconds in times.values_list("round", "table").annotate(Sum("seconds"))}


def sheets_by_number(tournament: Tournament, typed: str) -> Sequence[Sheet]:
    """Return the sheets that a typed table number may mean, unfinished ones if there are any.

    `19`, or `E19` where divisions share table numbers. Cup divisions are named by grades: `7-8-19` is table 19 of
    grades 7 and 8. The code on the paper names one sheet.
    """
    if with_code := sheets_by_code(tournament, typed):
        return with_code
    letters, dash, digits = (part.strip() for part in typed.casefold().rpartition("-"))
    if not dash:
        letters = "".join(sign for sign in digits if sign.isalpha())
        digits = digits[len(letters) :].strip()
    if not digits.isdecimal() or len(digits) > 5:
        return []
    matching = [
        sheet
        for sheet in open_sheets(tournament).filter(table__number=int(digits))
        if not letters or sheet.round.division.letter.casefold() == letters
    ]
    if len({sheet.round_id for sheet in matching}) > len({sheet.round.division_id for sheet in matching}):
        return [sheet for sheet in matching if not sheet.is_verified] or matching  # two rounds of one division
    waiting = [sheet for sheet in matching if sheet.current_id is None]
    return waiting or matching


def pile_of(tournament: Tournament, user: User) -> QuerySet[Sheet]:
    """Return the sheets that this person received and no one has entered yet, in the order of the pile."""
    mine = open_sheets(tournament).filter(received_by=user, current__isnull=True, excused="")
    return mine.order_by("received_at", "pk")


def sheets_to_verify(tournament: Tournament, user: User) -> QuerySet[Sheet]:
    """Return the sheets that this person can verify, oldest entry first: entered by others and not verified.

    Their own entries count too where one person is enough.
    """
    alone = Q(round__division__event__verification="none")
    waiting = (
        open_sheets(tournament)
        .filter(current__isnull=False, differs__isnull=True, excused="")
        .filter(Q(verified__isnull=True) | ~Q(verified=F("current")))
        .filter(~Q(current__entered_by=user) | alone)
        .order_by("current__entered_at", "pk")
    )
    return waiting.exclude(pk__in=_derived_from_own_entry(waiting.exclude(alone), user))


def _derived_from_own_entry(sheets: QuerySet[Sheet], user: User) -> list[int]:
    """Return the sheets whose current entry was made from one that this person typed, by a decision or a restore."""
    made = sheets.filter(IS_DERIVED).order_by().values("pk")
    entries = Entry.objects.filter(sheet__in=made).order_by("sheet_id", "number").select_related("sheet")
    own = []
    for sheet, group in groupby(entries, key=lambda entry: entry.sheet):
        of_sheet = list(group)
        current = next(entry for entry in of_sheet if entry.pk == sheet.current_id)
        own += [sheet.pk] if user.pk in authors_of(current, of_sheet) else []
    return own


@dataclass(frozen=True)
class Pile:
    """One scorekeeper's entries, newest first, in the order of the paper pile."""

    scorekeeper: str
    entries: tuple[Entry, ...]

    @property
    def since(self) -> datetime:
        return self.entries[-1].entered_at


def piles_of(round_: Round) -> list[Pile]:
    """Return each scorekeeper's pile of a round."""
    entries = (
        Entry.objects.filter(sheet__round=round_, kind=Entry.Kind.ENTRY)
        .select_related("sheet__table", "entered_by")
        .order_by("entered_by__name", "entered_by", "-entered_at", "-id")
    )
    return [
        Pile(entry.name if entry else "Unknown", tuple(group))
        for entry, group in groupby(entries, key=lambda each: each.entered_by)
    ]


# -- columns of downloaded files --------------------------------------------------------------------------------------

RESULT_COLUMNS: tuple[Column[Result], ...] = (
    Column("Table", lambda result: result.sheet.table.number),
    Column("Player", lambda result: result.player.name if result.player else result.place.name),
    Column("Team", lambda result: result.place.entry.team.name if result.place.entry else ""),
    Column("Status", lambda result: result.get_status_display()),
    Column("Total", lambda result: result.total),
    Column("Penalties", lambda result: result.penalties),
    Column("Place", lambda result: result.rank),
    Column("Points", lambda result: result.points),
    Column("Why", lambda result: result.sentence),
    Column("Rule", lambda result: result.rule),
)


def sheet_columns(viewer: SheetViewer) -> tuple[Column[Sheet], ...]:
    """Return the columns as this person may see them: a blind reader isn't told that someone refused to initial."""
    return (
        Column("Division", lambda sheet: sheet.round.division.name),
        Column("Round", lambda sheet: sheet.round.number),
        Column("Table", lambda sheet: sheet.table.number),
        Column("Room", lambda sheet: sheet.table.room),
        Column("State", lambda sheet: sheet.state.label),
        Column("Received at", lambda sheet: sheet.received_at, json_key="in_since"),
        Column("Received by", lambda sheet: sheet.received_by.name if sheet.received_by else ""),
        Column("Entered by", _entered_by),
        Column("Refused to initial", viewer.sees_dispute),
        Column("Problem", lambda sheet: sheet.problem),
        Column("Waived", lambda sheet: sheet.excused, json_key="excused"),
    )


def _entered_by(sheet: Sheet) -> str:
    return sheet.current.entered_by.name if sheet.current and sheet.current.entered_by else ""


# -- codes ------------------------------------------------------------------------------------------------------------
# The short code below the QR code of a scoresheet, to type without a camera: `EQ-E-1-19-v2` is Equations, Elementary,
# Round 1, table 19, version 2 of the tables.

CODE = re.compile(r"\w+-.+-(?P<round>\d{1,3})-(?P<table>\d{1,5})-v(?P<version>\d{1,4})", re.IGNORECASE)


def code_of(sheet: Sheet, version: int) -> str:
    division = sheet.round.division
    game = game_abbreviation(division.event.game)
    return f"{game}-{division.letter}-{sheet.round.number}-{sheet.table.number}-v{version}"


def game_abbreviation(game: str) -> str:
    """Return the first letters of the words, or two letters of a single word: `OS` for On-Sets, `EQ` for Equations."""
    words = re.findall(r"\w+", game)
    return ("".join(word[0] for word in words) if len(words) > 1 else game[:2]).upper()


def sheets_by_code(tournament: Tournament, typed: str) -> Sequence[Sheet]:
    """Return the sheet with this code, also of replaced tables: its page redirects to the one that replaced it."""
    code = "".join(typed.split()).casefold()
    match = CODE.fullmatch(code)
    if match is None:
        return []
    round_, table, version = (int(match[name]) for name in ("round", "table", "version"))
    sheets = Sheet.objects.filter(
        tournament=tournament, round__number=round_, table__number=table, table__draw__version=version
    ).select_related("table", "round__division__event")
    return [sheet for sheet in sheets if code_of(sheet, version).casefold() == code]
