"""Warnings about a scoresheet, each at its cell. They never block: a reason overrides them (R-33, R-41, R-48, R-61)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebooks import ShakeError, ShakeScore, most_points, possible_rows
from rulebooks.wording import join_words, plural
from scoring.paper.paper import Mark

if TYPE_CHECKING:
    from scoring.paper.computed import ComputedSheet


@dataclass(frozen=True)
class SheetWarning:
    """Something on a scoresheet that looks wrong. `field`: the name of its input. `rule`: the rule that says so."""

    kind: str
    field: str
    sentence: str
    rule: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind} {self.field}"


def find_warnings(computed: ComputedSheet) -> Iterator[SheetWarning]:
    for check in CHECKS:
        yield from check(computed)


def _empty_sheet(computed: ComputedSheet) -> Iterator[SheetWarning]:
    paper = computed.paper
    names = computed.context.edition.names
    if len(computed.present) < 2:
        no_one = "No one played. Enter the points that the director decides on, or leave them blank."
        one = "Only one player was there. Enter the points that the director decides on, or leave them blank."
        yield SheetWarning("alone", "rows", one if computed.present else no_one, "HT lone player")
    elif all(column.status for column in paper.columns) and all(
        row.total is None and row.points is None for row in paper.rows
    ):
        none_entered, none_counts = f"No {names.shakes} are entered.", f"None of the {names.shakes} count."
        yield SheetWarning("empty", "rows", none_counts if paper.columns else none_entered)


def _missing_values(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """An empty cell in a shake that counts, or a missing total."""
    paper, shake_word = computed.paper, computed.context.edition.names.shake
    for number, column in enumerate(paper.columns, 1):
        if column.status or isinstance(computed.story_scores[number - 1], ShakeScore):
            continue
        for seat in computed.present:
            if column.marks[seat].points is None and not column.marks[seat].absent:
                name = computed.context.names[seat]
                yield SheetWarning(
                    "hole", f"shake-{number}-{seat + 1}", f"{name} has no score in {shake_word} {number}."
                )
    if paper.columns or all(row.total is None for row in paper.rows):
        return
    for seat in computed.present:
        if paper.rows[seat].total is None:
            yield SheetWarning("hole", f"row-{seat + 1}-total", f"{computed.context.names[seat]} has no total.")


def _impossible_rows(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """Points that no situation of the book can produce."""
    rules = computed.context.edition.shakes
    scale = set(rules.scale.value.values())
    known = {None, *scale}
    word = computed.context.edition.names.shake
    for number, column in enumerate(computed.paper.columns, 1):
        if column.status:
            continue
        story = computed.story_scores[number - 1]
        if isinstance(story, ShakeError):
            yield SheetWarning("story", f"story-{number}", _in_words(computed, story))
            continue
        strange = [seat for seat in computed.present if _points(column.marks[seat]) not in known]
        for seat in strange:
            scores = join_words(sorted(scale), "or")
            mark = column.marks[seat]
            yield SheetWarning(
                "value",
                f"shake-{number}-{seat + 1}",
                f"No {word} scores {mark.points}. Enter {scores}. A penalty goes after the score, like 2-1.",
                rules.scale.rule,
            )
        playing = [seat for seat in computed.present if not column.marks[seat].absent]
        row = [column.marks[seat].points for seat in playing]
        points = tuple(sorted(each for each in row if each is not None))
        if strange or story or len(points) < max(2, len(row)):
            continue
        if points not in possible_rows(rules, len(row)):
            shown = " ".join(map(str, row))
            yield SheetWarning(
                "row", f"shake-{number}", f"{shown} can’t be the scores from one {word}.", rules.scale.rule
            )


def _in_words(computed: ComputedSheet, problem: ShakeError) -> str:
    """Return what is wrong with a shake, with the situation's title and the player's name."""
    edition, names, seat = computed.context.edition, computed.context.names, problem.player
    title = problem.situation
    for situation in edition.shakes.situations.values():
        if situation.name == problem.situation:
            title = situation.title.format(now=edition.names.now, impossible=edition.names.impossible)
    is_seat = seat.isdecimal() and 1 <= int(seat) <= len(names)
    return problem.worded(names[int(seat) - 1] if is_seat else seat, title)


def _points(mark: Mark) -> int | None:
    return None if mark.absent else mark.points


def _stories(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """A story that gives other points than the players wrote."""
    for number, (column, story) in enumerate(zip(computed.paper.columns, computed.story_scores, strict=True), 1):
        if not isinstance(story, ShakeScore) or column.status:
            continue
        for seat in computed.present:
            mark, due = column.marks[seat], story.points[str(seat + 1)]
            because = story.because.get(str(seat + 1))
            in_story = story.penalties.get(str(seat + 1), 0)
            written, by_judge = "absent" if mark.absent else mark.points, computed.judge_penalty(number - 1, seat)
            if in_story and by_judge and sum(mark.penalties) != in_story + by_judge:
                name = computed.context.names[seat]
                yield SheetWarning(
                    "both",
                    f"shake-{number}-{seat + 1}",
                    f"{name} loses {-in_story} for what happened and {-by_judge} by a judge’s penalty. Both count. "
                    "If it’s the same penalty, remove it from what happened.",
                )
            elif (written is not None and written != due) or (
                mark.penalties and in_story and sum(mark.penalties) != in_story + by_judge
            ):
                gives = f"{due}{in_story or ''}"
                yield SheetWarning(
                    "told",
                    f"shake-{number}-{seat + 1}",
                    f"{computed.context.names[seat]} gets {gives} for what happened, but the scoresheet says {mark}.",
                    because.rule if because else "",
                )


def _absentees(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """Points of a no-show."""
    for seat in set(range(len(computed.paper.rows))) - set(computed.present):
        name = computed.context.names[seat]
        for number, column in enumerate(computed.paper.columns, 1):
            if not column.marks[seat].is_empty and not column.marks[seat].absent:
                yield SheetWarning("absent", f"shake-{number}-{seat + 1}", f"{name} is a no-show but has points here.")


def _totals(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """A total that is not the sum of its shakes."""
    for error in computed.errors:
        seat = int(error.player) - 1
        values = [str(row[seat].value) for row in computed.cells]
        result = computed.results[seat]
        yield SheetWarning(
            "total",
            f"row-{error.player}-total",
            f"{computed.context.names[seat]}: {' + '.join(values).replace('+ -', '− ')} = {computed.added_up[seat]}, "
            f"but the scoresheet says {error.listed}. {result.because.sentence if result.because else ''}".strip(),
            result.because.rule if result.because else "",
        )


def _too_many(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """More points than that many shakes or games can give."""
    edition = computed.context.edition
    counted = computed.games if edition.player_score else len(computed.paper.columns)
    shakes = counted or 2 * edition.sheet.columns.value  # with totals only, the number of shakes is unknown
    for seat in computed.present:
        result, name = computed.results[seat], computed.context.names[seat]
        most = most_points(edition, shakes)
        if result.total is not None and (result.total > most or (edition.player_score and result.total < 0)):
            names = edition.names
            sentence = plural(
                shakes,
                f"{name} can’t have a total of {result.total} from 1 {names.shake}. The most is {most}.",
                f"{name} can’t have a total of {result.total} from {{count}} {names.shakes}. The most is {most}.",
            )
            if result.total < 0:
                sentence = f"{name} can’t have a total below 0."
            yield SheetWarning("too_many", f"row-{seat + 1}-total", sentence, edition.shakes.scale.rule)


def _games(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """The Cup's box of games doesn't match the columns, or is missing."""
    paper = computed.paper
    if computed.context.edition.player_score is None:
        return
    if paper.games is not None and computed.written_games not in (0, paper.games):
        sentence = plural(
            computed.written_games,
            f"Games played says {paper.games}, but scores are entered for 1 game. The number in the box counts.",
            f"Games played says {paper.games}, but scores are entered for {{count}} games. "
            "The number in the box counts.",
        )
        yield SheetWarning("games", "games", sentence)
    if computed.games is None and any(row.total is not None for row in paper.rows):
        yield SheetWarning("games", "games", "Enter the number of games played. Player scores depend on it.")


def _match_points(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """Written points that differ from the computed ones, or that no places can give."""
    edition, paper = computed.context.edition, computed.paper
    if edition.player_score is None and all(result.total is None for result in computed.results):
        written = [paper.rows[seat].points for seat in computed.present]
        possible = [sorted(points) for places, points in edition.match_points.items() if len(places) == len(written)]
        if None not in written and possible and sorted(filter(None, written)) not in possible:
            shown = " ".join(map(str, written))
            yield SheetWarning(
                "points", "rows", f"{shown} can’t be the match points at one table.", edition.match_points_rule
            )
        return
    for seat in computed.present:
        written_points, result = paper.rows[seat].points, computed.results[seat]
        if written_points is not None and result.points is not None and written_points != result.points:
            yield SheetWarning(
                "points",
                f"row-{seat + 1}-points",
                f"{computed.context.names[seat]} gets {result.points}, but the scoresheet says {written_points}.",
                result.because.rule if result.because else "",
            )


def _initials(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """Missing initials, or a refusal without a reason (R-61, R-87)."""
    rule = next((each.rule for each in computed.context.edition.sheet.initials if each.who == "each player"), "")
    for seat in computed.present:
        row, name = computed.paper.rows[seat], computed.context.names[seat]
        if not row.initials:
            yield SheetWarning("initials", f"row-{seat + 1}-initials", f"{name} hasn’t initialed.", rule)
        if row.initials == "refused" and not row.refusal:
            yield SheetWarning("refusal", f"row-{seat + 1}-refusal", f"Enter why {name} refused to initial.", rule)


def _approvals(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """A penalty without a judge's initials, in the divisions where every one needs them (R-48)."""
    penalties = computed.context.edition.penalties
    if not penalties.needs_initials(computed.context.division):
        return
    decided = {(each.seat, each.shake) for each in computed.context.decisions if each.points}
    for number, column in enumerate(computed.paper.columns, 1):
        for seat, mark in enumerate(column.marks):
            if computed.cells[number - 1][seat].penalties and not mark.approved and (seat + 1, number) not in decided:
                name = computed.context.names[seat]
                yield SheetWarning(
                    "approval",
                    f"shake-{number}-{seat + 1}",
                    f"The penalty for {name} has no judge’s initials. If a judge initialed it, type j after it.",
                    penalties.initials_rule,
                )


def _judge_decisions(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """A judge's decision that the sheet doesn't show."""
    word = computed.context.edition.names.shake
    columns = computed.paper.columns
    for each in computed.context.decisions if columns else ():
        shown = columns[each.shake - 1].status if 0 < each.shake <= len(columns) else ""
        if each.status and shown != each.status:
            sentences = {
                "void": f"A judge voided {word} {each.shake}, but the scoresheet doesn’t show it.",
                "replayed": f"A judge had {word} {each.shake} replayed, but the scoresheet doesn’t show it.",
            }
            yield SheetWarning("given", f"status-{each.shake}", sentences[each.status])
    for seat, row in enumerate(computed.paper.rows, 1):
        name, mine = (
            computed.context.names[seat - 1],
            [each for each in computed.context.decisions if each.seat == seat],
        )
        if any(each.disqualified for each in mine) and row.status != "disqualified":
            sentence = f"A judge disqualified {name}, but the scoresheet doesn’t show it."
            yield SheetWarning("given", f"row-{seat}-status", sentence)
        lost = -sum(each.points for each in mine)
        if not lost or row.status == "absent":
            continue
        taken = -sum(sum(shake[seat - 1].penalties) for shake in computed.cells)
        if not computed.paper.columns:
            sentence = f"Judges’ penalties cost {name} {lost}. Check that the total includes them."
            yield SheetWarning("given", f"row-{seat}-total", sentence)
        elif taken < lost:
            number = next((each.shake for each in mine if each.shake), 0) or len(computed.paper.columns)
            shows_some = f"Judges’ penalties cost {name} {lost}, but the scoresheet shows {taken}."
            shows_none = f"Judges’ penalties cost {name} {lost}, but the scoresheet shows none."
            sentence = shows_some if taken else shows_none
            yield SheetWarning("given", f"shake-{min(number, len(computed.paper.columns))}-{seat}", sentence)


def _turned_in(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """The winner, or one of the tied winners, turns the sheet in (EQ XII-B)."""
    policy, seat = computed.context.edition.sheet.turned_in_by, computed.paper.turned_in_by
    if policy.value != "winner" or seat is None or computed.results[seat - 1].place in (1, None):
        return
    name = computed.context.names[seat - 1]
    yield SheetWarning("turned_in", "turned_in_by", f"{name} turned in the scoresheet but didn’t win.", policy.rule)


def _needs_judge(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """Something that only judges decide, without a decision of theirs."""
    disqualified = {each.seat for each in computed.context.decisions if each.disqualified}
    for seat, row in enumerate(computed.paper.rows):
        name = computed.context.names[seat]
        if row.status == "disqualified" and seat + 1 not in disqualified:
            rule = computed.context.edition.play.disqualified.rule
            yield SheetWarning(
                "decided", f"row-{seat + 1}-status", f"{name} is disqualified, but no judge’s ruling says so.", rule
            )
        if row.error == "deceit":
            rule = computed.context.edition.sheet.deceit_higher.rule
            wrong = any(error.player == str(seat + 1) and error.initialed for error in computed.errors)
            counts = f"{name} is marked for intentional deception. Make sure judges decided that."
            no_effect = (
                f"{name} is marked for intentional deception, but the total is right or not initialed. Nothing changes."
            )
            yield SheetWarning("decided", f"row-{seat + 1}-error", counts if wrong else no_effect, rule)


def _wrong_sheet(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """The paper is of another round, or its tables were changed after it was printed."""
    if computed.context.wrong_sheet:
        yield SheetWarning("wrong_sheet", "table", computed.context.wrong_sheet)


def _elsewhere(computed: ComputedSheet) -> Iterator[SheetWarning]:
    """A substitute who sits at another table this round."""
    for seat, row in enumerate(computed.paper.rows, 1):
        if row.player is not None and row.player in computed.context.elsewhere:
            yield SheetWarning("elsewhere", f"row-{seat}-player", computed.context.elsewhere[row.player])


CHECKS: tuple[Callable[[ComputedSheet], Iterator[SheetWarning]], ...] = (
    _wrong_sheet,
    _empty_sheet,
    _elsewhere,
    _missing_values,
    _impossible_rows,
    _stories,
    _absentees,
    _approvals,
    _judge_decisions,
    _totals,
    _too_many,
    _games,
    _match_points,
    _initials,
    _turned_in,
    _needs_judge,
)
