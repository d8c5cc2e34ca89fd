"""A match from its scoresheet: running totals, the leader, the Goal-setter, corrections, places and match points.

Totals may be negative: no book has a floor (K34). The Cup has no places; its result is the average of a round.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from rulebooks.citations import Because
from rulebooks.edition import Edition
from rulebooks.toml_reader import EditionError
from rulebooks.wording import gettext, join_words, ngettext, plural

ROUNDINGS = {"half-up": ROUND_HALF_UP, "half-even": ROUND_HALF_EVEN}


class MatchError(ValueError):
    """A scoresheet that the rules don't cover."""


@dataclass(frozen=True)
class ShakeCell:
    """One player's part of one shake: base points (None in a void shake) and penalties, kept separate."""

    points: int | None
    penalties: tuple[int, ...] = ()

    @property
    def value(self) -> int:
        return (self.points or 0) + sum(self.penalties)


ShakeCells = Mapping[str, ShakeCell]


def running_totals(shakes: Sequence[ShakeCells]) -> list[dict[str, int]]:
    """Return each player's total after each shake, penalties included (R-37)."""
    totals: dict[str, int] = {}
    history = []
    for shake in shakes:
        for name, cell in shake.items():
            totals[name] = totals.get(name, 0) + cell.value
        history.append(dict(totals))
    return history


def leaders(totals: Mapping[str, int]) -> frozenset[str]:
    """Return the players with the highest total: several if tied, none before the first shake."""
    best = max(totals.values(), default=0)
    return frozenset(name for name, total in totals.items() if total == best)


def can_move_bonus(edition: Edition, totals: Mapping[str, int], name: str) -> tuple[bool, Because]:
    """Whether a player may move a bonus cube. Some books bar a sole leader; tied leaders may (EQ V-C)."""
    ruled = edition.play.leader_may_bonus
    if ruled.value:
        return True, Because(ruled.rule, "Anyone may make a bonus move.")
    if leaders(totals) == {name} and len(totals) > 1:
        return False, Because(ruled.rule, "The player in the lead may not make a bonus move.")
    return True, Because(ruled.rule, "Only a sole leader is barred from a bonus move.")


def first_setter(edition: Edition, seats: Sequence[str]) -> tuple[str | None, Because]:
    """Return the player who sets the first Goal; None where the cubes decide.

    `seats` go clockwise, the scorekeeper's is last.
    """
    ruled = edition.play.first_setter
    if ruled.value == "left-of-scorekeeper":
        return seats[0], Because(ruled.rule, "This player sits to the scorekeeper’s left.")
    return None, Because(ruled.rule, "Whoever rolls the highest digit sets the first Goal.")


@dataclass(frozen=True)
class GoalSetter:
    """The player who sets the Goal of a shake, and why."""

    name: str
    because: Because


def goal_setters(edition: Edition, seats: Sequence[str], first: str, void: Sequence[bool]) -> list[GoalSetter]:
    """Return the Goal-setter of each shake and of the one after the last: to the left each time (R-5).

    `void`: for each shake played, whether it ended without a Goal that all agreed on, or was restarted (R-6). Losing a
    turn, or setting a Goal out of turn, doesn't change the order (R-7).
    """
    if first not in seats:
        raise MatchError(f"{first} isn’t at this table.")
    play = edition.play
    seat_index = seats.index(first)
    order = [GoalSetter(first, first_setter(edition, seats)[1])]
    for was_void in void:
        stays = was_void and play.after_void.value == "same"
        seat_index += 0 if stays else 1
        if was_void:
            shake = edition.names.shake
            sentence = (
                f"The {shake} was voided, so the same player sets the next Goal."
                if stays
                else f"The {shake} was voided, so the next player to the left sets the next Goal."
            )
            because = Because(play.after_void.rule, sentence)
        else:
            because = Because(play.first_setter.rule, "The next player to the left sets the Goal.")
        order.append(GoalSetter(seats[seat_index % len(seats)], because))
    return order


@dataclass(frozen=True)
class MatchResult:
    """Totals that count, and match points; None for a no-show."""

    totals: Mapping[str, int]
    points: Mapping[str, int | None]
    because: Mapping[str, Because]


@dataclass(frozen=True)
class WrongTotal:
    """A player's total on the sheet that differs from the true one."""

    player: str
    listed: int
    initialed: bool
    deceit: bool = False
    all_agree: bool = False


def score_match(
    edition: Edition,
    totals: Mapping[str, int],
    *,
    errors: Sequence[WrongTotal] = (),
    never_seated: Collection[str] = (),
    disqualified: Collection[str] = (),
) -> MatchResult:
    """Return the match points of a whole sheet, after errors, deceit, absence and disqualification."""
    unknown = {*never_seated, *disqualified, *(error.player for error in errors)} - set(totals)
    if unknown:
        names = join_words(sorted(unknown))
        raise MatchError(plural(len(unknown), f"{names} isn’t on this sheet.", f"{names} aren’t on this sheet."))
    for error in errors:
        if error.listed == totals[error.player]:
            raise MatchError(f"{error.player}’s total on the sheet is correct.")
    counting = {name: total for name, total in totals.items() if name not in never_seated}
    zeroed: dict[str, Because] = {}
    notes: dict[str, Because] = {}
    for error in errors:
        counting[error.player], notes[error.player], is_zero = correct_total(edition, counting[error.player], error)
        if is_zero:
            zeroed[error.player] = notes[error.player]
    placing = award_places(edition, counting)
    points: dict[str, int | None] = dict(placing.points)
    because = dict(placing.because) | notes
    for name in disqualified:
        zeroed[name] = Because(
            edition.play.disqualified.rule, gettext("Disqualified: no points. The others keep their places.")
        )
    for name, reason in zeroed.items():
        points[name], because[name] = edition.play.disqualified.value if name in disqualified else 0, reason
    for name in never_seated:
        points[name] = None
        because[name] = Because(
            edition.play.never_seated.rule, gettext("A no-show. The others play without this player.")
        )
    return MatchResult(counting, points, because)


def correct_total(edition: Edition, true: int, error: WrongTotal) -> tuple[int, Because, bool]:
    """Return the total that counts, why, and whether the player loses all match points (EQ XII-B, JM General 6)."""
    sheet = edition.sheet
    if not error.initialed:
        return true, Because(sheet.before_initials.rule, gettext("It isn’t initialed yet, so it’s corrected.")), False
    if error.deceit:
        policy = sheet.deceit_lower if error.listed < true else sheet.deceit_higher
        if policy.value == "zero":
            return (
                true,
                Because(policy.rule, gettext("It was meant to deceive, so the score is 0 for the round.")),
                True,
            )
        stays = policy.value == "lower-score"
        deceit = gettext("It was meant to deceive, so the lower total counts.")
        sentence = deceit if stays else gettext("It was meant to deceive, so the judges decide.")
        return error.listed, Because(policy.rule, sentence), False
    if sheet.after_initials.value == "all-agree" and error.all_agree:
        return (
            true,
            Because(sheet.after_initials.rule, gettext("It was an oversight, and all players agree to correct it.")),
            False,
        )
    return (
        error.listed,
        Because(sheet.after_initials.rule, gettext("It’s initialed, so the total on the sheet counts.")),
        False,
    )


def most_points(edition: Edition, shakes: int) -> int:
    """Return the most points a player can have after this many shakes or games."""
    return shakes * max(edition.shakes.scale.value.values())


def player_score(edition: Edition, total: int, games: int) -> tuple[Decimal, Because]:
    """Return the Cup's score of one round: points divided by games played at that table, to two places (R-42).

    The caller has checked that the total is possible (`most_points`).
    """
    rules = edition.player_score
    if rules is None:
        raise MatchError(f"{edition.title} gives match points by place, not by average.")
    if games < 1:
        raise MatchError("A round without a finished game has no score. Enter the number of games.")
    unit = Decimal(1).scaleb(-rules.places.value)
    score = (Decimal(total) / games).quantize(unit, ROUNDINGS[rules.rounding.value])
    rule = f"{rules.places.rule}; {rules.rounding.rule}"
    return score, Because(rule, gettext("Points divided by games: {total} ÷ {games}.").format(total=total, games=games))


@dataclass(frozen=True)
class Placing:
    """Places and match points by player, and why."""

    places: Mapping[str, int]
    points: Mapping[str, int]
    because: Mapping[str, Because]


def award_places(edition: Edition, totals: Mapping[str, int]) -> Placing:
    """Return places by total, highest first, and match points. Ties share a place (EQ XII-A, MLAG XII-A, OS XII-A)."""
    ranked = sorted(totals, key=lambda name: -totals[name])
    places = {name: 1 + sum(other > totals[name] for other in totals.values()) for name in ranked}
    pattern = tuple(places[name] for name in ranked)
    if not edition.match_points:
        raise EditionError(f"{edition.title} gives no match points. It uses the average points per game.")
    if pattern not in edition.match_points:
        sizes = sorted({len(key) for key in edition.match_points})
        raise EditionError(f"{edition.title} has matches of {join_words(sizes, 'or')} players, not {len(totals)}.")
    points = dict(zip(ranked, edition.match_points[pattern], strict=True))
    because = {
        name: Because(edition.match_points_rule, _place_sentence(places[name], pattern, points[name]))
        for name in ranked
    }
    return Placing(places, points, because)


def _place_sentence(place: int, pattern: tuple[int, ...], points: int) -> str:
    shared = pattern.count(place)
    if shared == 1:
        sentence = {
            1: ngettext(
                "First place in a {players}-player match is worth {points} point.",
                "First place in a {players}-player match is worth {points} points.",
                points,
            ),
            2: ngettext(
                "Second place in a {players}-player match is worth {points} point.",
                "Second place in a {players}-player match is worth {points} points.",
                points,
            ),
            3: ngettext(
                "Third place in a {players}-player match is worth {points} point.",
                "Third place in a {players}-player match is worth {points} points.",
                points,
            ),
        }[place]
    else:
        sentence = {
            1: ngettext(
                "A {shared}-way tie for first place in a {players}-player match is worth {points} point each.",
                "A {shared}-way tie for first place in a {players}-player match is worth {points} points each.",
                points,
            ),
            2: ngettext(
                "A {shared}-way tie for second place in a {players}-player match is worth {points} point each.",
                "A {shared}-way tie for second place in a {players}-player match is worth {points} points each.",
                points,
            ),
        }[place]
    return sentence.format(shared=shared, players=len(pattern), points=points)
