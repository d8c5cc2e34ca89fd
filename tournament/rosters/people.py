"""Names of children and schools, grades and positions as they are written, read into one form."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

UNNAMED = re.compile(r"^player\s*#?\s*(\d+)(\s+of\b.*)?$", re.IGNORECASE)
ORDINAL = re.compile(r"^(?:grade|gr\.?)?\s*(\d{1,2})\s*(?:st|nd|rd|th|\.0)?\.?(?:\s*grade)?$", re.IGNORECASE)
YES = {"yes", "y", "x", "true", "1", "alt", "alternate", "sub", "substitute"}
TOGETHER = re.compile(r"(?: [/+])+ ")
WITHOUT_ACCENT = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
SMALL = {"van", "von", "der", "den", "de", "del", "di", "da", "la", "le", "bin", "al", "el"}

SchoolKey = frozenset[str]
TeamKey = tuple[SchoolKey, str]


@dataclass(frozen=True)
class Name:
    first: str
    last: str

    def __str__(self) -> str:
        return f"{self.first} {self.last}".strip()


def read_name(text: str) -> Name:
    """`Last, First`, or first name first; capitals are taken for ordinary letters."""
    last, comma, first = (part.strip() for part in text.partition(","))
    if not comma:
        first, _, last = text.strip().partition(" ")
    return Name(gentle(first), gentle(last))


def gentle(word: str) -> str:
    """`MC-SET` is Mc-Set, `O'CUBE` is O'Cube, `VAN DER SUM` is van der Sum; mixed letters stay as they are."""
    letters = [letter for letter in word if letter.isalpha()]
    if len(letters) < 2 or not all(letter.isupper() for letter in letters):
        return word
    parts = re.split(r"(\s+|-|')", word.lower())
    return "".join(part if part in SMALL and len(parts) > 1 else part[:1].upper() + part[1:] for part in parts)


def unnamed_place(text: str) -> int | None:
    """`Player 5 of the Calculators` is a place whose player is not known yet: the number, or nothing."""
    found = UNNAMED.match(text.strip())
    return int(found[1]) if found else None


def read_grade(text: str) -> int | None:
    """`6`, `6th`, `Gr. 6`, `6.0` as some spreadsheets write numbers; None if it is no grade."""
    if text.strip().casefold() in ("k", "kindergarten"):
        return 0
    found = ORDINAL.match(text.strip())
    grade = int(found[1]) if found else -1
    return grade if 0 <= grade <= 13 else None


def read_number(text: str) -> int | None:
    plain = text.strip().lstrip("#")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 4 else None


def is_yes(text: str) -> bool:
    return text.strip().casefold() in YES


def key(*texts: str) -> str:
    """What is the same for the same name: without accents, capitals, blanks and signs."""
    plain = unicodedata.normalize("NFKD", " ".join(texts)).casefold().translate(WITHOUT_ACCENT)
    return "".join(letter for letter in plain if letter.isalnum())


def fold(text: str) -> str:
    """A cell as the same cell on another line has it: capitals and blanks make no difference."""
    return " ".join(text.casefold().split())


def schools_in(name: str) -> tuple[str, ...]:
    """`Euler Academy / Gauss School` are two schools that send a team together; a plus sign says the same."""
    found: dict[str, str] = {}
    for part in filter(None, TOGETHER.split(name.strip())):
        found.setdefault(key(part), part.strip())
    return tuple(found.values())


@lru_cache(10_000)
def school_key(name: str) -> SchoolKey:
    """What is the same for the same school, or for the same schools together in whatever order."""
    return frozenset(key(each) for each in schools_in(name))


def team_key(school: str, team: str) -> TeamKey:
    """Teams of different schools may have the same name."""
    return school_key(school), key(team)


def spell_school(name: str, spelling: dict[SchoolKey, str]) -> str:
    """The spelling that is known, else this one, which is known from now on. Schools together have a slash between."""
    together = " / ".join(spelling.setdefault(school_key(each), each) for each in schools_in(name))
    return spelling.setdefault(school_key(name), together)


def own_school(school: str, of_player: str) -> str:
    """The player's school if it is one of several that send the team together; nothing if it is the team's."""
    together = school_key(school)
    return of_player if len(together) > 1 and key(of_player) in together else ""


def looks_like_a_formula(text: str) -> bool:
    return text[:1] in ("=", "@") or (text[:1] in "+-" and len(text) > 1 and not text[1:2].isdigit())


def has_markup(text: str) -> bool:
    return "<" in text or ">" in text
