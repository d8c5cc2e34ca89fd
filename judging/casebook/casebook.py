"""Reads the cases of the judges' manual from the files beside this one, and refuses what is incomplete or unknown.

Beside its situations these are its general comments, notes and principles, and what the rule book says of behavior.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulebooks.catalog import editions
from rulebooks.toml_reader import TomlReader

FOLDER = Path(__file__).parent
SECTIONS = (
    *("general", "timing", "scoring", "principles"),
    *("a", "b", "c", "d", "e", "f"),
    *("on-sets-checking", "on-sets-a", "on-sets-b", "on-sets-c", "on-sets-e"),
    "behavior",
)
GAMES = ("equations", "on-sets", "both")
DIVISIONS = ("E", "M", "J", "S")
MANUAL = "JM"
BOOKS = ("EQ", "OS")
OWN = "own"


@dataclass(frozen=True)
class Case:
    """One situation of the manual (JM) with its ruling, or one that a league has added of its own.

    `penalty`: points that the situation costs as it stands; what depends on more is said in the ruling. No `divisions`
    means all of them. `slip`: where the manual contradicts itself, what it prints and which reading the ruling takes.
    `source`: where a league's own case comes from.
    """

    id: str
    section: str
    title: str
    situation: str
    ruling: str
    penalty: int
    divisions: tuple[str, ...]
    game: str
    variations: tuple[str, ...]
    rules: tuple[str, ...]
    keywords: tuple[str, ...]
    slip: str = ""
    source: str = ""

    @property
    def is_own(self) -> bool:
        return self.section == OWN

    @property
    def number(self) -> int:
        """Of a league's own case: `OWN 7` is its seventh."""
        return int(self.id.rpartition(" ")[2])

    def is_for(self, game: str | None = None, division: str | None = None, variation: str | None = None) -> bool:
        """Whether it may arise in this game and division; with a variation, whether it is about that one."""
        return (
            (game is None or self.game in (game, "both"))
            and (division is None or not self.divisions or division in self.divisions)
            and (variation is None or variation in self.variations)
        )


@dataclass(frozen=True)
class Casebook:
    """All cases in the order of the manual, and the titles of its sections."""

    cases: tuple[Case, ...]
    titles: Mapping[str, str]

    def get(self, case_id: str) -> Case | None:
        return next((case for case in self.cases if case.id == case_id), None)

    def section(self, name: str) -> tuple[Case, ...]:
        return tuple(case for case in self.cases if case.section == name)


@functools.cache
def casebook() -> Casebook:
    return read_casebook(FOLDER / f"{name}.toml" for name in SECTIONS)


def read_casebook(paths: Iterable[Path]) -> Casebook:
    """The cases of these files; ids are unique over all of them."""
    cases: dict[str, Case] = {}
    titles: dict[str, str] = {}
    for path in paths:
        reader = TomlReader(tomllib.loads(path.read_text(encoding="utf-8")), path.name, BOOKS)
        book = reader.choice("book", BOOKS) if reader.has("book") else MANUAL
        section, game = reader.text("section"), reader.choice("game", GAMES)
        titles[section] = reader.text("title")
        for item in reader.sections("case"):
            case = _case(item, section, game)
            if not case.id.startswith(f"{book} {section}"):
                item.refuse("id", f"must begin with {book} {section}, not {case.id}")
            if case.id in cases:
                item.refuse("id", f"{case.id} is given twice")
            cases[case.id] = case
        reader.finish()
    return Casebook(tuple(cases.values()), titles)


def _case(item: TomlReader, section: str, game: str) -> Case:
    case = Case(
        id=item.text("id"),
        section=section,
        title=item.text("title"),
        situation=item.text("situation"),
        ruling=item.text("ruling"),
        penalty=item.number("penalty") if item.has("penalty") else 0,
        divisions=tuple(item.texts("divisions")),
        game=item.choice("game", GAMES) if item.has("game") else game,
        variations=tuple(item.texts("variations")),
        rules=tuple(item.texts("rules")),
        keywords=tuple(item.texts("keywords")),
        slip=item.text("slip") if item.has("slip") else "",
    )
    _check(item, case)
    return item.closed(case)


def _check(item: TomlReader, case: Case) -> None:
    if case.penalty > 0:
        item.refuse("penalty", "must be 0, or points that are taken away")
    if not case.keywords:
        item.refuse("keywords", "are missing")
    for key, found, known in (
        ("divisions", case.divisions, DIVISIONS),
        ("variations", case.variations, known_variations(case.game)),
    ):
        for name in found:
            if name not in known:
                item.refuse(key, f"names {name}, which is not known")
    for rule in case.rules:
        book, _, place = rule.partition(" ")
        if book not in BOOKS or not place:
            item.refuse("rules", f"must cite {' or '.join(BOOKS)} and a place in it, not {rule}")


@functools.cache
def known_variations(game: str) -> frozenset[str]:
    """Ids of the variations that any printed edition of this game knows."""
    return frozenset(
        slug
        for edition in editions().values()
        if game in ("both", edition.game.lower())
        for slug in edition.variations.slugs
    )
