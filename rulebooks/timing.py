"""Time limits of a shake, and what the announcer says when (EQ XI, MLAG XI, OS XI, ACC Use of Timer)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.toml_reader import TomlReader
from rulebooks.wording import join_words

UNITS = ("seconds", "timers", "cubes", "rounds")


@dataclass(frozen=True)
class PlayLimit:
    """A limit for one task in seconds (in the Cup: runs of the sand timer); `longer` with certain variations.

    A few rules of the same kind count cubes or rounds instead.
    """

    id: str
    what: str
    amount: int
    unit: str
    rule: str
    longer: Mapping[str, int]
    note: str

    def with_variations(self, variations: tuple[str, ...]) -> int:
        return max([self.amount, *(self.longer[name] for name in variations if name in self.longer)])


@dataclass(frozen=True)
class ScriptLine:
    """One line of the announcer's script: `at` seconds after the start, in our own words."""

    id: str
    at: int
    say: str
    rule: str


def read_limits(reader: TomlReader) -> dict[str, PlayLimit]:
    return {name: _read_limit(name, part) for name, part in reader.sections_by_name("limits").items()}


def _read_limit(name: str, part: TomlReader) -> PlayLimit:
    units = [unit for unit in UNITS if part.has(unit)]
    if len(units) != 1:
        part.refuse("exactly one", f"of {join_words(UNITS)} must be there")
    longer = part.section("longer") if part.has("longer") else None
    limit = PlayLimit(
        id=name,
        what=part.text("what"),
        amount=part.number(units[0]),
        unit=units[0],
        rule=part.rule(),
        longer={slug: longer.number(slug) for slug in longer.names()} if longer else {},
        note=part.text("note") if part.has("note") else "",
    )
    if limit.amount < 0 or any(more <= limit.amount for more in limit.longer.values()):
        part.refuse(units[0], "can’t be negative, and longer limits must be greater")
    part.finish()
    return limit


def read_script(reader: TomlReader) -> tuple[ScriptLine, ...]:
    """Return the lines in the order in which they are said."""
    lines = [
        part.finish_with(ScriptLine(name, part.number("at"), part.text("say"), part.rule()))
        for name, part in reader.sections_by_name("script").items()
    ]
    return tuple(sorted(lines, key=lambda line: line.at))
