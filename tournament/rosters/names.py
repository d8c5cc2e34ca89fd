"""Normalizes names of students and schools, grades, and positions, and shortens names for the public. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from rulebooks.wording import gettext

UNNAMED = re.compile(r"^player\s*#?\s*(\d+)(\s+of\b.*)?$", re.IGNORECASE)
ORDINAL = re.compile(r"^(?:grade|gr\.?)?\s*(\d{1,2})\s*(?:st|nd|rd|th|\.0)?\.?(?:\s*grade)?$", re.IGNORECASE)
YES = {"yes", "y", "x", "true", "1", "alt", "alternate", "sub", "substitute"}
BETWEEN_SCHOOLS = re.compile(r"(?: [/+])+ ")
WITHOUT_ACCENT = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
LOWERCASE_PARTICLES = {"van", "von", "der", "den", "de", "del", "di", "da", "la", "le", "bin", "al", "el"}
RIGHT_TO_LEFT = ("R", "AL")
RIGHT_TO_LEFT_MARK = "\u200f"  # makes the period before it part of the right-to-left text

SchoolKey = frozenset[str]
TeamKey = tuple[SchoolKey, str]


# -- students ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerName:
    first: str
    last: str

    def __str__(self) -> str:
        return f"{self.first} {self.last}".strip()


def read_name(text: str) -> PlayerName:
    """Split `Last, First` or `First Last`, and fix names in all capitals."""
    last, comma, first = (part.strip() for part in text.partition(","))
    if not comma:
        first, _, last = text.strip().partition(" ")
    return PlayerName(fix_capitals(first), fix_capitals(last))


def fix_capitals(word: str) -> str:
    """Turn `MC-SET` into Mc-Set, `O'CUBE` into O'Cube, `VAN DER SUM` into van der Sum. Mixed case stays as it is."""
    letters = [letter for letter in word if letter.isalpha()]
    if len(letters) < 2 or not all(letter.isupper() for letter in letters):
        return word
    parts = re.split(r"(\s+|-|')", word.lower())
    return "".join(
        part if part in LOWERCASE_PARTICLES and len(parts) > 1 else part[:1].upper() + part[1:] for part in parts
    )


def unnamed_spot_number(text: str) -> int | None:
    """Return 5 for `Player 5 of the Calculators`, a roster spot without a name. None for a real name."""
    match = UNNAMED.match(text.strip())
    return int(match[1]) if match else None


def read_grade(text: str) -> int | None:
    """Read `6`, `6th`, `Gr. 6`, or `6.0`, as some spreadsheets write numbers. None if it is not a grade."""
    if text.strip().casefold() in ("k", "kindergarten"):
        return 0
    match = ORDINAL.match(text.strip())
    grade = int(match[1]) if match else -1
    return grade if 0 <= grade <= 13 else None


def read_number(text: str) -> int | None:
    plain = text.strip().lstrip("#")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 4 else None


def is_yes(text: str) -> bool:
    return text.strip().casefold() in YES


# -- names as the public sees them ------------------------------------------------------------------------------------
# Only the staff and the team's coach see full names. Everyone else sees what the tournament's policy allows: the first
# name and last initial, or the player number. A hidden student is always shown by number.


def public_name(first: str, last: str, number: int, *, policy: str, is_hidden: bool) -> str:
    """Return `Ada B.` or `No. 12`. Without a last name, the first word is the first name."""
    if not last:
        first, _, last = " ".join(first.split()).partition(" ")
    if policy == "initial" and not is_hidden and first:
        return f"{first} {_initial(last)}" if last else first
    return gettext("No. {number}").format(number=number)


def _initial(last: str) -> str:
    """Return `B.`. In a right-to-left script the period stays to the left of the letter."""
    return f"{last[0]}.{RIGHT_TO_LEFT_MARK if unicodedata.bidirectional(last[0]) in RIGHT_TO_LEFT else ''}"


# -- keys: equal for two spellings of the same thing ------------------------------------------------------------------


def name_key(*texts: str) -> str:
    """Return a key that ignores accents, case, blanks, and punctuation."""
    plain = unicodedata.normalize("NFKD", " ".join(texts)).casefold().translate(WITHOUT_ACCENT)
    return "".join(letter for letter in plain if letter.isalnum())


def fold_text(text: str) -> str:
    """Return a key for the text of a cell that ignores case and extra blanks."""
    return " ".join(text.casefold().split())


@lru_cache(10_000)
def school_key(name: str) -> SchoolKey:
    """Return the key of a school, or of several schools together in any order."""
    return frozenset(name_key(each) for each in split_schools(name))


def team_key(school: str, team: str) -> TeamKey:
    """Return the key of a team. Teams of different schools may have the same name."""
    return school_key(school), name_key(team)


# -- schools ----------------------------------------------------------------------------------------------------------


def split_schools(name: str) -> tuple[str, ...]:
    """Split `Euler Academy / Gauss School`, two schools that send a team together. A plus sign means the same."""
    schools: dict[str, str] = {}
    for part in filter(None, BETWEEN_SCHOOLS.split(name.strip())):
        schools.setdefault(name_key(part), part.strip())
    return tuple(schools.values())


def spell_school(name: str, spelling: dict[SchoolKey, str]) -> str:
    """Return the known spelling of a school; otherwise remember this one.

    Schools together are written with a slash in between.
    """
    together = " / ".join(spelling.setdefault(school_key(each), each) for each in split_schools(name))
    return spelling.setdefault(school_key(name), together)


def home_school(team_school: str, player_school: str) -> str:
    """Return the player's school if it is one of several that send the team together. Otherwise nothing."""
    together = school_key(team_school)
    return player_school if len(together) > 1 and name_key(player_school) in together else ""


# -- text that is not a name ------------------------------------------------------------------------------------------


def looks_like_a_formula(text: str) -> bool:
    return text[:1] in ("=", "@") or (text[:1] in "+-" and len(text) > 1 and not text[1:2].isdigit())


def has_markup(text: str) -> bool:
    return "<" in text or ">" in text
