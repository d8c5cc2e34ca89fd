"""An edition: everything that one printed rule book sets, as frozen data. Every number has the rule that sets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebooks.citations import Ruled
from rulebooks.penalties import PenaltyRules
from rulebooks.shakes import ShakeRules
from rulebooks.timing import PlayLimit, ScriptLine
from rulebooks.variations import VariationRules


@dataclass(frozen=True)
class BookNames:
    """What the book calls things."""

    shake: str
    solution: str
    goal_setter: str
    now: str
    impossible: str
    result: str
    rule: str

    @property
    def shakes(self) -> str:
        """Several of them: `shakes`, or `games` in the Cup."""
        return {"shake": "shakes", "game": "games"}[self.shake]


@dataclass(frozen=True)
class PlayFormat:
    """A format of the game: Adventurous with variations, Basic without."""

    id: str
    name: str
    variations: bool
    rule: str


@dataclass(frozen=True)
class BookDivision:
    """A grade band: players up to `max_grade`. Playing up is allowed, playing down is not.

    `special`: rules for this division only, as sentences for its posted notice.
    """

    letter: str
    name: str
    max_grade: int
    rule: str
    special: Ruled[tuple[str, ...]] | None = None


@dataclass(frozen=True)
class TableSizes:
    minimum: int
    preferred: int
    maximum: int
    rule: str


@dataclass(frozen=True)
class Cubes:
    """How many cubes there are, and which symbols their faces show."""

    count: Ruled[int]
    digits: tuple[str, ...]
    operations: tuple[str, ...]
    others: tuple[str, ...]
    colors: tuple[str, ...]

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.digits + self.operations + self.others


@dataclass(frozen=True)
class GoalRules:
    """What a Goal and a Solution may be made of. Only what sheets and notices need; the checker knows the rest."""

    most_cubes: Ruled[int]
    numeral_digits: Ruled[int]
    solution_digits: Ruled[int] | None
    ordinary_order: Ruled[bool]


@dataclass(frozen=True)
class PlayRules:
    """The rules on setting Goals, bonus cubes and absence.

    `first_setter`: `lot` or `left-of-scorekeeper`. `after_void`: `same` or `left`. `never_seated`: with `leave-out` the
    others are placed without that player. `absent_shake`: None where an absent player has no row. `substitutes`: a
    substitute steps in `before-round`, or also `at-table`.
    """

    first_setter: Ruled[str]
    after_void: Ruled[str]
    leader_may_bonus: Ruled[bool]
    absent_shake: Ruled[int] | None
    never_seated: Ruled[str]
    disqualified: Ruled[int]
    substitutes: Ruled[str]


@dataclass(frozen=True)
class PlayerScore:
    """The Cup's result of a round: total points divided by games, rounded to a number of decimal places.

    `no_goal_counts`: whether an unchallenged No Goal counts as a game played.
    """

    places: Ruled[int]
    rounding: Ruled[str]
    no_goal_counts: Ruled[bool]
    team: Ruled[str]


@dataclass(frozen=True)
class Initials:
    who: str
    what: str
    rule: str


@dataclass(frozen=True)
class SheetPolicy:
    """The scoresheet: who signs what, who turns it in, what may be corrected until when, and what deceit costs."""

    columns: Ruled[int]
    initials: tuple[Initials, ...]
    scorekeeper: Ruled[str] | None
    official: Ruled[str] | None
    turned_in_by: Ruled[str]
    before_initials: Ruled[str]
    after_initials: Ruled[str]
    deceit_lower: Ruled[str]
    deceit_higher: Ruled[str]


@dataclass(frozen=True)
class ProtestPolicy:
    """Whether a ruling can be protested, and on what conditions. `appeals`: yes, no, or silent."""

    appeals: Ruled[str]
    second_judge: Ruled[bool] | None
    not_initialed: Ruled[bool] | None
    names_on_form: Ruled[bool] | None
    papers: Ruled[bool] | None
    agreed: Ruled[str] | None
    third_judge: Ruled[str] | None
    minutes: Ruled[int] | None
    panel: Ruled[int] | None
    standard: Ruled[str] | None
    final_word: Ruled[str]


@dataclass(frozen=True)
class Equipment:
    """A piece of equipment. `who` brings or may use it: table, player, team, organizer; or `nobody`: not allowed.

    `chart`: what it lists, if it is a chart that players may be given. `divisions`: the letters of the divisions it is
    for; empty means all.
    """

    what: str
    who: str
    rule: str
    chart: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Edition:
    id: str
    title: str
    game: str
    books: Mapping[str, str]
    names: BookNames
    formats: tuple[PlayFormat, ...]
    divisions: tuple[BookDivision, ...]
    tables: TableSizes
    cubes: Cubes
    goal: GoalRules
    play: PlayRules
    shakes: ShakeRules
    match_points: Mapping[tuple[int, ...], tuple[int, ...]]
    match_points_rule: str
    player_score: PlayerScore | None
    limits: Mapping[str, PlayLimit]
    script: tuple[ScriptLine, ...]
    penalties: PenaltyRules
    variations: VariationRules
    sheet: SheetPolicy
    protests: ProtestPolicy
    equipment: tuple[Equipment, ...]

    def division(self, name: str) -> BookDivision | None:
        """Return a division by letter or name, ignoring case."""
        key = name.casefold()
        return next((each for each in self.divisions if key in (each.letter.casefold(), each.name.casefold())), None)

    def chart(self, letter: str) -> tuple[str, ...]:
        """Return what players of a division may have on a printed chart; empty if they may have none."""
        charts = [each for each in self.equipment if each.chart and letter in (each.divisions or (letter,))]
        return charts[0].chart if charts else ()

    def format(self, format_id: str = "") -> PlayFormat | None:
        """Return a format by id. Without an id, return the first one, which is the default."""
        return next((each for each in self.formats if not format_id or each.id == format_id), None)
