"""Loads and validates the judges' manual from the TOML files in this folder, and holds the judges' reference card.

Apart from situations, the manual has general comments, notes and principles, and what the rule book says of behavior.
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
LEAGUE = "own"  # the section of league cases
MAY_TELL = (
    "how a shake or a match is scored",
    "how much time is left in the round or for the current step",
    "whether a disputed move breaks the rules of procedure",
    "what a variation or a pair of variations allows, and whether a variation someone picked is legal",
    "exactly what one player is charging another with",
)
MAY_NOT_TELL = (
    "whether an Equation or Solution is correct, until every player has taken a stand",
    "what a player could do, should do, or has overlooked",
    "what an earlier judge ruled, if another judge still has to give an opinion",
    "anything the players didn’t ask about",
)


@dataclass(frozen=True)
class Case:
    """One situation of the manual (JM) with its ruling, or a league case.

    `penalty`: the points that the situation always costs; the ruling says what depends on more. No `divisions` means
    all of them. `slip`: where the manual contradicts itself, what it prints and which version the ruling follows.
    `source`: where a league case comes from.
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
    def is_league_case(self) -> bool:
        return self.section == LEAGUE

    @property
    def number(self) -> int:
        """The primary key of a league case: 7 for `OWN 7`."""
        return int(self.id.rpartition(" ")[2])

    def is_for(self, game: str | None = None, division: str | None = None, variation: str | None = None) -> bool:
        """Return whether the case can arise in this game and division, and is about this variation if one is given."""
        return (
            (game is None or self.game in (game, "both"))
            and (division is None or not self.divisions or division in self.divisions)
            and (variation is None or variation in self.variations)
        )


@dataclass(frozen=True)
class Casebook:
    """All cases in the manual's order, and the titles of its sections."""

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
    """Return the cases of these files. Ids are unique across all of them."""
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
                item.refuse("id", f"{case.id} appears twice")
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
    _validate(item, case)
    return item.finish_with(case)


def _validate(item: TomlReader, case: Case) -> None:
    if case.penalty > 0:
        item.refuse("penalty", "must be 0 or less")
    if not case.keywords:
        item.refuse("keywords", "are missing")
    for key, names, known in (
        ("divisions", case.divisions, DIVISIONS),
        ("variations", case.variations, known_variations(case.game)),
    ):
        for name in names:
            if name not in known:
                item.refuse(key, f"names {name}, which is unknown")
    for rule in case.rules:
        book, _, place = rule.partition(" ")
        if book not in BOOKS or not place:
            item.refuse("rules", f"must cite a section of {' or '.join(BOOKS)}, not {rule}")


@functools.cache
def known_variations(game: str) -> frozenset[str]:
    """Return the slugs of every variation in any printed edition of this game."""
    return frozenset(
        slug
        for edition in editions().values()
        if game in ("both", edition.game.lower())
        for slug in edition.variations.slugs
    )
