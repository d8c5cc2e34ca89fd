"""The short code below the QR code of a scoresheet, to type without a camera.

`EQ-E-1-19-v2` is Equations, Elementary, Round 1, table 19, version 2 of the tables.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.tournaments import Tournament
from scoring.models import Sheet

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
