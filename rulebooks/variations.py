"""Variations: which ones a division may pick in a year, what blank they have, and what they need to have an effect.

[variations.base-m]
name = "Base m"
says = "Goal and Solution are read in base m."
blank = { kind = "choice", of = ["eight", "nine", "ten"] }
[variations.base-m.lists.J]         # overrides for one division
number = 5
blank = { kind = "choice", of = ["eight", "nine", "eleven", "twelve"] }
rule = "EQ XIII-C-5"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from rulebooks.citations import Ruled
from rulebooks.toml_reader import TomlReader
from rulebooks.wording import in_quotes, join_words

BLANKS = ("choice", "number", "set", "card")
YEARS = ("every", "even", "odd")
NEEDS = (
    "digit",
    "non-zero digit",
    "two digits",
    "operation",
    "the chosen symbol",
    "a digit of the chosen color",
    "the chosen card",
    "the blank card",
)
NEED_LABELS = {
    "digit": "a digit",
    "non-zero digit": "a digit other than 0",
    "operation": "an operation sign",
    "x": "an x cube",
    "null": "a Λ cube",
    "union": "a ∪ cube",
    "intersection": "a ∩ cube",
    "minus": "a − cube",
    "prime": "a ′ cube",
    "equals": "an = cube",
    "subset": "a ⊂ cube",
}
WILD_AS = ("digits", "any symbol", "any but a digit")
NEW_SCHOOL_YEAR = 7  # a tournament in July belongs to the school year that is about to begin


def ending_year(day: date) -> int:
    """Return the calendar year in which the school year of this day ends (EQ Glossary, Even-year variation)."""
    return day.year + (day.month >= NEW_SCHOOL_YEAR)


@dataclass(frozen=True)
class Blank:
    """What a player fills in: a choice from a list, a number, the name of a set, or a card and what happens to it."""

    kind: str
    of: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class VariationConflict:
    """Another variation (or only that one with a certain blank) that may not be combined with this one."""

    slug: str
    blank: str
    rule: str


@dataclass(frozen=True)
class Variation:
    """A variation as one division has it.

    `needs`: without one of these symbols (or what the word stands for) in play it has no effect; `derived` if no text
    names that need and it follows from the no-effect rule alone. `wild_as`: what its wild cube may stand for.
    """

    slug: str
    name: str
    says: str
    number: int
    always: bool
    years: str
    blank: Blank | None
    needs: tuple[str, ...]
    derived: bool
    wild_cube: str
    wild_as: str
    conflicts: tuple[VariationConflict, ...]
    rule: str

    def is_played_in(self, ending_year: int) -> bool:
        """Whether the variation is on the list that year (EQ Glossary, Even-year variation).

        Odd and even refer to the calendar year in which the school year ends.
        """
        return self.years in ("every", "odd" if ending_year % 2 else "even")


def describe_needs(variation: Variation) -> str:
    """Return what a variation needs to have an effect, for example `a + cube or an x cube`."""
    labels = {**dict.fromkeys(NEEDS, ""), **NEED_LABELS}
    return join_words([labels.get(need, f"a {need} cube") or need for need in variation.needs], "or")


@dataclass(frozen=True)
class PickCounts:
    """How many variations a player picks: at least, at most. In a two-player match one of the two may pick more."""

    each: tuple[int, int]
    other_of_two: tuple[int, int]
    rule: str

    def of(self, players: int, is_goal_setter: bool) -> tuple[int, int]:
        return self.other_of_two if players == 2 and not is_goal_setter else self.each


@dataclass(frozen=True)
class VariationRules:
    """Variations and numbers of picks by the division's letter, and what an illegal pick costs.

    `unlisted`: not on the division's list this year, or always in force.
    """

    lists: Mapping[str, tuple[Variation, ...]]
    picks: Mapping[str, PickCounts]
    illegal: Ruled[int] | None
    unlisted: Ruled[int] | None
    too_many: Ruled[int] | None
    before_roll: Ruled[int] | None
    insulated: Ruled[int] | None
    none_rule: str

    @property
    def slugs(self) -> frozenset[str]:
        return frozenset(variation.slug for each in self.lists.values() for variation in each)

    def find(self, division_letter: str, slug: str) -> Variation | None:
        return next((each for each in self.lists.get(division_letter, ()) if each.slug == slug), None)

    def always_on(self, division_letter: str) -> tuple[Variation, ...]:
        return tuple(each for each in self.lists.get(division_letter, ()) if each.always)

    def selectable(self, division_letter: str, ending_year: int) -> tuple[Variation, ...]:
        """Return what the division's selection sheet lists this year, in the book's order."""
        return tuple(
            each for each in self.lists.get(division_letter, ()) if not each.always and each.is_played_in(ending_year)
        )


def read_variations(reader: TomlReader, divisions: tuple[str, ...], symbols: tuple[str, ...]) -> VariationRules:
    lists: dict[str, list[Variation]] = {letter: [] for letter in divisions}
    for slug, part in reader.sections_by_name("variations").items():
        name, by_division = part.text("name"), part.sections_by_name("lists")
        if not by_division:
            part.refuse("lists", "must name at least one division")
        shared = part.take_rest()
        for letter, item in by_division.items():
            if letter not in lists:
                part.refuse("lists", f"names {letter}, which isn’t a division in this book")
            lists[letter].append(_read_variation(slug, name, item.with_defaults(shared), symbols))
    ordered = {letter: tuple(sorted(variations, key=lambda each: each.number)) for letter, variations in lists.items()}
    _check_lists(reader, ordered)
    picks = _read_picks(reader, ordered)
    fines = reader.section("pick_penalties") if reader.has("pick_penalties") else None
    if bool(picks) != bool(fines):
        reader.refuse("pick_penalties", "is needed if there are picks, and only then")
    rules = VariationRules(
        lists=ordered,
        picks=picks,
        illegal=fines.ruled_number("illegal") if fines else None,
        unlisted=fines.ruled_number("unlisted") if fines else None,
        too_many=fines.ruled_number("too_many") if fines else None,
        before_roll=fines.ruled_number("before_roll") if fines else None,
        insulated=fines.ruled_number("insulated") if fines else None,
        none_rule=reader.rule("no_variations_rule") if not picks else "",
    )
    if fines:
        fines.finish()
    return rules


def _read_variation(slug: str, name: str, item: TomlReader, symbols: tuple[str, ...]) -> Variation:
    wild = item.section("wild") if item.has("wild") else None
    needs = tuple(item.texts("needs"))
    for need in needs:
        if need not in symbols and need not in NEEDS:
            item.refuse("needs", f"has {in_quotes(need)}, which is neither on a cube nor a known need")
    variation = Variation(
        slug=slug,
        name=name,
        says=item.text("says"),
        number=item.number("number"),
        always=item.flag("always"),
        years=item.choice("years", YEARS) if item.has("years") else "every",
        blank=_read_blank(item.section("blank")) if item.has("blank") else None,
        needs=needs,
        derived=item.flag("derived"),
        wild_cube=wild.text("cube") if wild else "",
        wild_as=wild.choice("as", WILD_AS) if wild else "",
        conflicts=tuple(_read_conflict(each) for each in item.sections("conflicts")) if item.has("conflicts") else (),
        rule=item.rule(),
    )
    if wild:
        wild.finish()
    if any("chosen" in need for need in needs) and variation.blank is None:
        item.refuse("needs", "names something chosen, but there is no blank to choose it in")
    return item.finish_with(variation)


def _read_blank(part: TomlReader) -> Blank:
    kind = part.choice("kind", BLANKS)
    if kind == "choice":
        blank = Blank(kind, of=tuple(part.texts("of")))
        if not blank.of:
            part.refuse("of", "must list the choices")
    elif kind == "number":
        blank = Blank(kind, least=part.number("least"), most=part.number("most"))
        if blank.least > blank.most:
            part.refuse("least", "can’t be greater than most")
    else:
        blank = Blank(kind, most=part.number("most") if kind == "set" else 0)
    return part.finish_with(blank)


def _read_conflict(part: TomlReader) -> VariationConflict:
    return part.finish_with(
        VariationConflict(part.text("with"), part.text("blank") if part.has("blank") else "", part.rule())
    )


def _check_lists(reader: TomlReader, lists: Mapping[str, tuple[Variation, ...]]) -> None:
    for letter, variations in lists.items():
        numbers = [each.number for each in variations]
        if len(set(numbers)) != len(numbers):
            reader.refuse("variations", f"have the same number twice on the {letter} list")
        known = {each.slug for listed in lists.values() for each in listed}
        for conflict in (conflict for each in variations for conflict in each.conflicts):
            if conflict.slug not in known:
                reader.refuse("variations", f"have a conflict with {conflict.slug}, which isn’t one of the variations")


def _read_picks(reader: TomlReader, lists: Mapping[str, tuple[Variation, ...]]) -> dict[str, PickCounts]:
    counts: dict[str, PickCounts] = {}
    for part in reader.sections("picks") if reader.has("picks") else []:
        letters = part.texts("divisions")
        each = _read_range(part, "each")
        count = PickCounts(each, _read_range(part, "other_of_two") if part.has("other_of_two") else each, part.rule())
        part.finish()
        for letter in letters:
            if not lists.get(letter):
                part.refuse("divisions", f"names {letter}, which has no variations")
            counts[letter] = count
    selectable = {letter for letter, each in lists.items() if not all(variation.always for variation in each)}
    if selectable - set(counts):
        missing = join_words(sorted(selectable - set(counts)))
        reader.refuse("picks", f"must say how many variations are picked in {missing}")
    return counts


def _read_range(part: TomlReader, key: str) -> tuple[int, int]:
    numbers = part.numbers(key)
    if len(numbers) != 2 or not 0 <= numbers[0] <= numbers[1]:
        part.refuse(key, "must be two numbers: the least and the most")
    return (numbers[0], numbers[1])
