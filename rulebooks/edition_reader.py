"""Reads an edition from parsed TOML. Refuses contradictions with file, key and reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rulebooks.citations import Ruled
from rulebooks.edition import (
    BookDivision,
    BookNames,
    Cubes,
    Edition,
    Equipment,
    GoalRules,
    Initials,
    PlayerScore,
    PlayFormat,
    PlayRules,
    ProtestPolicy,
    SheetPolicy,
    TableSizes,
)
from rulebooks.match import ROUNDINGS
from rulebooks.penalties import read_penalties
from rulebooks.shake_rules_reader import read_shakes
from rulebooks.timing import PlayLimit, read_limits, read_script
from rulebooks.toml_reader import TomlReader
from rulebooks.variations import VariationRules, read_variations
from rulebooks.wording import join_words

EQUIPMENT_PROVIDERS = ("table", "player", "team", "organizer", "nobody")
CHART = ("resources", "variations", "goal", "solutions", "universe")
MatchPoints = Ruled[dict[tuple[int, ...], tuple[int, ...]]]


def read_edition(data: Mapping[str, Any], source: str) -> Edition:
    """Build an edition from parsed TOML. Raises `EditionError` for unknown or missing keys and impossible numbers."""
    books = _read_books(TomlReader(data, source))
    reader = TomlReader({key: value for key, value in data.items() if key != "books"}, source, tuple(books))
    names, divisions, tables, cubes = (
        _read_names(reader),
        _read_divisions(reader),
        _read_tables(reader),
        _read_cubes(reader),
    )
    letters = tuple(division.letter for division in divisions)
    play, match = read_play(reader), _read_match_points(reader)
    edition = Edition(
        id=reader.text("id"),
        title=reader.text("title"),
        game=reader.text("game"),
        books=books,
        names=names,
        formats=tuple(
            part.finish_with(PlayFormat(name, part.text("name"), part.flag("variations"), part.rule()))
            for name, part in reader.sections_by_name("formats").items()
        ),
        divisions=divisions,
        tables=tables,
        cubes=cubes,
        goal=_read_goal(reader),
        play=play,
        shakes=read_shakes(reader, tables, names, play.absent_shake),
        match_points=match.value,
        match_points_rule=match.rule,
        player_score=_read_player_score(reader),
        limits=read_limits(reader),
        script=read_script(reader),
        penalties=read_penalties(reader, letters),
        variations=read_variations(reader, letters, cubes.symbols),
        sheet=read_sheet(reader),
        protests=read_protests(reader),
        equipment=read_equipment(reader, letters),
    )
    reader.finish()
    _check_consistency(reader, edition)
    return edition


def _read_books(reader: TomlReader) -> dict[str, str]:
    part = reader.section("books")
    books = {tag: part.text(tag) for tag in part.names()}
    if not books:
        reader.refuse("books", "must name the books that are cited")
    return books


def _read_names(reader: TomlReader) -> BookNames:
    part = reader.section("names")
    words = ("shake", "solution", "goal_setter", "now", "impossible", "result")
    return part.finish_with(BookNames(**{word: part.text(word) for word in words}, rule=part.rule()))


def _read_divisions(reader: TomlReader) -> tuple[BookDivision, ...]:
    divisions = tuple(_read_division(item) for item in reader.sections("divisions"))
    for attribute in ("letter", "name"):
        values = [getattr(division, attribute) for division in divisions]
        if len(set(values)) != len(values):
            reader.refuse("divisions", f"have the same {attribute} twice")
    return divisions


def _read_division(item: TomlReader) -> BookDivision:
    special = None
    if item.has("special"):
        part = item.section("special")
        special = part.finish_with(Ruled(tuple(part.texts("says")), part.rule()))
    division = BookDivision(item.text("letter"), item.text("name"), item.number("max_grade"), item.rule(), special)
    return item.finish_with(division)


def _read_tables(reader: TomlReader) -> TableSizes:
    part = reader.section("tables")
    sizes = TableSizes(part.number("minimum"), part.number("preferred"), part.number("maximum"), part.rule())
    if not 2 <= sizes.minimum <= sizes.preferred <= sizes.maximum:
        part.refuse("minimum", "must be at least 2, no greater than preferred, and preferred no greater than maximum")
    return part.finish_with(sizes)


def _read_cubes(reader: TomlReader) -> Cubes:
    part = reader.section("cubes")
    faces = [tuple(part.texts(key)) for key in ("digits", "operations", "others", "colors")]
    return part.finish_with(Cubes(part.ruled_number("count"), *faces))


def _read_goal(reader: TomlReader) -> GoalRules:
    part = reader.section("goal")
    return part.finish_with(
        GoalRules(
            most_cubes=part.ruled_number("most_cubes"),
            numeral_digits=part.ruled_number("numeral_digits"),
            solution_digits=part.ruled_number("solution_digits") if part.has("solution_digits") else None,
            ordinary_order=part.ruled_flag("ordinary_order"),
        )
    )


def _read_match_points(reader: TomlReader) -> MatchPoints:
    """Read the match points by places. `"1-1-3" = [5, 5, 2]`: two players tie for first, the other is third."""
    if not reader.has("match_points"):
        return Ruled({}, "")
    part = reader.section("match_points")
    by_places = part.section("by_places")
    table: dict[tuple[int, ...], tuple[int, ...]] = {}
    for key in by_places.names():
        places = tuple(int(place) for place in key.split("-")) if key.replace("-", "").isdigit() else ()
        if not places or places != tuple(1 + sum(other < place for other in places) for place in places):
            part.refuse(key, "isn’t a possible order of places")
        points = by_places.numbers(key)
        if len(points) != len(places):
            part.refuse(key, "needs one whole number for each place")
        table[places] = points
    return part.finish_with(Ruled(table, part.rule()))


def _read_player_score(reader: TomlReader) -> PlayerScore | None:
    if not reader.has("player_score"):
        return None
    part = reader.section("player_score")
    return part.finish_with(
        PlayerScore(
            places=part.ruled_number("places"),
            rounding=part.ruled_text("rounding", tuple(ROUNDINGS)),
            no_goal_counts=part.ruled_flag("no_goal_counts"),
            team=part.ruled_text("team"),
        )
    )


def _check_consistency(reader: TomlReader, edition: Edition) -> None:
    """Check what involves more than one part of the edition."""
    if bool(edition.match_points) == bool(edition.player_score):
        reader.refuse("match_points", "or player_score must be there, but not both")
    sizes = {len(places) for places in edition.match_points}
    expected = set(range(2, edition.tables.maximum + 1))
    if edition.match_points and sizes != expected:
        reader.refuse("match_points", f"must cover tables of {join_words(sorted(expected))} players")
    for places, points in edition.match_points.items():
        _check_match_points(reader, edition, places, points)
    for situation in edition.shakes.situations.values():
        try:
            situation.title.format(now=edition.names.now, impossible=edition.names.impossible)
        except (KeyError, IndexError, ValueError):
            reader.refuse("shakes", f"has a title for {situation.name} with a name that isn’t in [names]")
    if "round" not in edition.limits or edition.limits["round"].unit != "seconds":
        reader.refuse("limits", "must have a round in seconds")
    if not {"start", "sign"} <= {line.id for line in edition.script}:
        reader.refuse("script", "must have start and sign")
    if not edition.formats:
        reader.refuse("formats", "must have at least one")
    if any(each.variations for each in edition.formats) and not edition.variations.picks:
        reader.refuse("formats", "have variations, but there are no variations to pick")
    _check_longer_limits(reader, edition.limits, edition.variations)


def _check_match_points(reader: TomlReader, edition: Edition, places: tuple[int, ...], points: tuple[int, ...]) -> None:
    """Check that tied players split the points of their places, so that tables of one size always add up the same."""
    without_ties = edition.match_points.get(tuple(range(1, len(places) + 1)))
    name = "-".join(map(str, places))
    if without_ties is None or sum(points) != sum(without_ties):
        reader.refuse("match_points", f"{name} must add up to the same total as places without a tie")
    if list(points) != sorted(points, reverse=True) or any(
        (place == other_place) != (value == other_value)
        for place, value in zip(places, points, strict=True)
        for other_place, other_value in zip(places, points, strict=True)
    ):
        reader.refuse("match_points", f"{name} must give more points to a better place and the same points to a tie")


def _check_longer_limits(reader: TomlReader, limits: Mapping[str, PlayLimit], variations: VariationRules) -> None:
    for limit in limits.values():
        for slug in limit.longer:
            if slug not in variations.slugs:
                reader.refuse("limits", f"{limit.id} is longer with {slug}, which isn’t one of the variations")


def read_play(reader: TomlReader) -> PlayRules:
    part = reader.section("play")
    return part.finish_with(
        PlayRules(
            first_setter=part.ruled_text("first_setter", ("lot", "left-of-scorekeeper")),
            after_void=part.ruled_text("after_void", ("same", "left")),
            leader_may_bonus=part.ruled_flag("leader_may_bonus"),
            absent_shake=part.ruled_number("absent_shake") if part.has("absent_shake") else None,
            never_seated=part.ruled_text("never_seated", ("leave-out",)),
            disqualified=part.ruled_number("disqualified"),
            substitutes=part.ruled_text("substitutes", ("before-round", "at-table")),
        )
    )


def read_sheet(reader: TomlReader) -> SheetPolicy:
    part = reader.section("sheet")
    return part.finish_with(
        SheetPolicy(
            columns=part.ruled_number("columns"),
            initials=tuple(
                item.finish_with(Initials(item.text("who"), item.text("what"), item.rule()))
                for item in part.sections("initials")
            ),
            scorekeeper=part.ruled_text("scorekeeper") if part.has("scorekeeper") else None,
            official=part.ruled_text("official") if part.has("official") else None,
            turned_in_by=part.ruled_text("turned_in_by", ("winner", "official")),
            before_initials=part.ruled_text("before_initials", ("judge", "players-then-judge")),
            after_initials=part.ruled_text("after_initials", ("all-agree", "never")),
            deceit_lower=part.ruled_text("deceit_lower", ("lower-score", "judges-decide")),
            deceit_higher=part.ruled_text("deceit_higher", ("zero", "judges-decide")),
        )
    )


def read_protests(reader: TomlReader) -> ProtestPolicy:
    part = reader.section("protests")
    appeals = part.ruled_text("appeals", ("yes", "no", "silent"))
    allowed = appeals.value == "yes"
    return part.finish_with(
        ProtestPolicy(
            appeals=appeals,
            second_judge=part.ruled_flag("second_judge") if allowed else None,
            not_initialed=part.ruled_flag("not_initialed") if allowed else None,
            names_on_form=part.ruled_flag("names_on_form") if allowed else None,
            papers=part.ruled_flag("papers") if allowed else None,
            agreed=part.ruled_text("agreed") if allowed else None,
            third_judge=part.ruled_text("third_judge") if allowed else None,
            minutes=part.ruled_number("minutes") if allowed else None,
            panel=part.ruled_number("panel") if allowed else None,
            standard=part.ruled_text("standard") if allowed else None,
            final_word=part.ruled_text("final_word"),
        )
    )


def read_equipment(reader: TomlReader, letters: Collection[str]) -> tuple[Equipment, ...]:
    return tuple(
        item.finish_with(
            Equipment(
                item.text("what"),
                item.choice("who", EQUIPMENT_PROVIDERS),
                item.rule(),
                item.some_of("chart", CHART),
                item.some_of("divisions", letters),
            )
        )
        for item in reader.sections("equipment")
    )
