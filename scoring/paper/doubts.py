"""What should not be so on a scoresheet: warned at its cell, never forbidden (R-33, R-41, R-48, R-61).

Each doubt says in words what is wrong. Whoever is sure goes on with a reason, which is kept with the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebooks import ShakeError, ShakeScore, most_points, possible_rows
from scoring.paper.paper import COLUMNS, Column, Mark

if TYPE_CHECKING:
    from scoring.paper.reading import Reading


@dataclass(frozen=True)
class Doubt:
    """`field`: the place on the sheet, by the name of its input. `rule`: who says so."""

    kind: str
    field: str
    sentence: str
    rule: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind} {self.field}"


def doubts_of(reading: Reading) -> Iterator[Doubt]:
    for check in CHECKS:
        yield from check(reading)


def _nothing_there(reading: Reading) -> Iterator[Doubt]:
    paper = reading.paper
    names = reading.table.edition.names
    if len(reading.present) < 2:
        alone = "Nobody" if not reading.present else "Only one player"
        yield Doubt(
            "alone",
            "rows",
            f"{alone} was there. The director decides: type the points, or leave them empty.",
            "HT lone player",
        )
    elif all(column.status for column in paper.columns) and all(
        row.total is None and row.points is None for row in paper.rows
    ):
        yield Doubt("empty", "rows", f"No {names.shake}s at all?" if not paper.columns else f"No {names.shake} counts?")


def _holes(reading: Reading) -> Iterator[Doubt]:
    """A cell that is empty in a shake that counts, and a player without any figure."""
    paper, shake_word = reading.paper, reading.table.edition.names.shake
    for number, column in enumerate(paper.columns, 1):
        if column.status or isinstance(reading.told[number - 1], ShakeScore):
            continue
        for seat in reading.present:
            if column.marks[seat].points is None and not column.marks[seat].absent:
                name = reading.table.chairs[seat].name
                yield Doubt("hole", f"shake-{number}-{seat + 1}", f"{name} has nothing in {shake_word} {number}.")
    if paper.columns or all(row.total is None for row in paper.rows):
        return
    for seat in reading.present:
        if paper.rows[seat].total is None:
            yield Doubt("hole", f"row-{seat + 1}-total", f"The total of {reading.table.chairs[seat].name} is missing.")


def _impossible_rows(reading: Reading) -> Iterator[Doubt]:
    """Points that no situation of the book can produce."""
    rules = reading.table.edition.shakes
    scale = set(rules.scale.value.values())
    known = {None, *scale}
    word = reading.table.edition.names.shake
    for number, column in enumerate(reading.paper.columns, 1):
        if column.status:
            continue
        told = reading.told[number - 1]
        if isinstance(told, ShakeError):
            yield Doubt("story", f"story-{number}", _in_words(reading, column, str(told)))
            continue
        strange = [seat for seat in reading.present if _points(column.marks[seat]) not in known]
        for seat in strange:
            there_are = ", ".join(map(str, sorted(scale)))
            mark = column.marks[seat]
            yield Doubt(
                "value",
                f"shake-{number}-{seat + 1}",
                f"{mark.points} is no score of a {word}: there are {there_are}. A penalty is typed after it.",
                rules.scale.rule,
            )
        playing = [seat for seat in reading.present if not column.marks[seat].absent]
        row = [column.marks[seat].points for seat in playing]
        points = tuple(sorted(each for each in row if each is not None))
        if strange or told or len(points) < max(2, len(row)):
            continue
        if points not in possible_rows(rules, len(row)):
            shown = " ".join(map(str, row))
            yield Doubt("row", f"shake-{number}", f"{shown} cannot come from one {word}.", rules.scale.rule)


def _in_words(reading: Reading, column: Column, sentence: str) -> str:
    """A sentence of the rules about a shake, with its title and the players' names."""
    names, story = reading.table.edition.names, column.story
    for name, situation in reading.table.edition.shakes.situations.items() if story else ():
        if story and name.split(" ")[0] == story.situation:
            title = situation.title.format(now=names.now, impossible=names.impossible)
            sentence = sentence.replace(f" in {name}", f" in “{title}”").replace(f"{name} has", f"“{title}” has")
    seat, _, rest = sentence.partition(" ")
    if seat.rstrip(":").isdecimal() and int(seat.rstrip(":")) <= len(reading.table.chairs):
        return f"{reading.table.chairs[int(seat.rstrip(':')) - 1].name}{':' * seat.endswith(':')} {rest}"
    return sentence


def _points(mark: Mark) -> int | None:
    return None if mark.absent else mark.points


def _stories(reading: Reading) -> Iterator[Doubt]:
    """What happened gives other points than the children wrote."""
    for number, (column, told) in enumerate(zip(reading.paper.columns, reading.told, strict=True), 1):
        if not isinstance(told, ShakeScore) or column.status:
            continue
        for seat in reading.present:
            mark, due = column.marks[seat], told.points[str(seat + 1)]
            because = told.because.get(str(seat + 1))
            fine = told.penalties.get(str(seat + 1), 0)
            written, taken = "absent" if mark.absent else mark.points, reading.taken(number - 1, seat)
            if fine and taken and sum(mark.penalties) != fine + taken:
                name = reading.table.chairs[seat].name
                yield Doubt(
                    "both",
                    f"shake-{number}-{seat + 1}",
                    f"What happened costs {name} {-fine}, and a judge took {-taken}: both count. "
                    "If that is one penalty, leave it out of what happened.",
                )
            elif (written is not None and written != due) or (
                mark.penalties and fine and sum(mark.penalties) != fine + taken
            ):
                gives = f"{due}{fine or ''}"
                yield Doubt(
                    "told",
                    f"shake-{number}-{seat + 1}",
                    f"What happened gives {reading.table.chairs[seat].name} {gives}; the sheet says {mark}.",
                    because.rule if because else "",
                )


def _absentees(reading: Reading) -> Iterator[Doubt]:
    """Who never came has no points."""
    for seat in set(range(len(reading.paper.rows))) - set(reading.present):
        name = reading.table.chairs[seat].name
        for number, column in enumerate(reading.paper.columns, 1):
            if not column.marks[seat].is_empty and not column.marks[seat].absent:
                yield Doubt("absent", f"shake-{number}-{seat + 1}", f"{name} never came, and has points here.")


def _totals(reading: Reading) -> Iterator[Doubt]:
    """A total that is not the sum of its shakes."""
    for error in reading.errors:
        seat = int(error.player) - 1
        values = [str(row[seat].value) for row in reading.cells]
        line = reading.lines[seat]
        yield Doubt(
            "total",
            f"row-{error.player}-total",
            f"{reading.table.chairs[seat].name}: {' + '.join(values).replace('+ -', '− ')} = {reading.added_up[seat]}, "
            f"the sheet says {error.listed}. {line.because.sentence if line.because else ''}".strip(),
            line.because.rule if line.because else "",
        )


def _too_many(reading: Reading) -> Iterator[Doubt]:
    """More points than so many shakes or games can give."""
    edition = reading.table.edition
    counted = reading.games if edition.player_score else len(reading.paper.columns)
    shakes = counted or 2 * edition.sheet.columns.value  # of totals alone it is not known how many there were
    for seat in reading.present:
        line, name = reading.lines[seat], reading.table.chairs[seat].name
        most = most_points(edition, shakes)
        if line.total is not None and (line.total > most or (edition.player_score and line.total < 0)):
            yield Doubt(
                "too_many",
                f"row-{seat + 1}-total",
                f"{name} cannot have {line.total} from {shakes} {edition.names.shake}s: at most {most}.",
                edition.shakes.scale.rule,
            )


def _games(reading: Reading) -> Iterator[Doubt]:
    """The Cup's box of games against the columns that were written."""
    paper = reading.paper
    if reading.table.edition.player_score is None:
        return
    if paper.games is not None and reading.written_games not in (0, paper.games):
        said = f"The box says {paper.games} games and counts; {reading.written_games} are written down."
        yield Doubt("games", "games", said)
    if reading.games is None and any(row.total is not None for row in paper.rows):
        yield Doubt("games", "games", "How many games were played? Without that there is no player score.")


def _match_points(reading: Reading) -> Iterator[Doubt]:
    """Points written on the sheet that are not what follows; or, alone, that no places can give."""
    edition, paper = reading.table.edition, reading.paper
    if edition.player_score is None and all(line.total is None for line in reading.lines):
        written = [paper.rows[seat].points for seat in reading.present]
        possible = [sorted(points) for places, points in edition.match_points.items() if len(places) == len(written)]
        if None not in written and possible and sorted(filter(None, written)) not in possible:
            shown = " ".join(map(str, written))
            yield Doubt(
                "points", "rows", f"{shown} cannot be the match points of one table.", edition.match_points_rule
            )
        return
    for seat in reading.present:
        written_points, line = paper.rows[seat].points, reading.lines[seat]
        if written_points is not None and line.points is not None and written_points != line.points:
            yield Doubt(
                "points",
                f"row-{seat + 1}-points",
                f"{reading.table.chairs[seat].name} gets {line.points}; the sheet says {written_points}.",
                line.because.rule if line.because else "",
            )


def _initials(reading: Reading) -> Iterator[Doubt]:
    """Everybody who played initials; who refuses says why (R-61, R-87)."""
    rule = next((each.rule for each in reading.table.edition.sheet.initials if each.who == "each player"), "")
    for seat in reading.present:
        row, name = reading.paper.rows[seat], reading.table.chairs[seat].name
        if not row.initials:
            yield Doubt("initials", f"row-{seat + 1}-initials", f"{name} has not initialed.", rule)
        if row.initials == "refused" and not row.refusal:
            yield Doubt("refusal", f"row-{seat + 1}-refusal", f"Why did {name} refuse to initial?", rule)


def _approvals(reading: Reading) -> Iterator[Doubt]:
    """A penalty without a judge's initials, in the divisions where every one needs them (R-48)."""
    penalties = reading.table.edition.penalties
    if not penalties.needs_initials(reading.table.division):
        return
    noted = {(given.seat, given.shake) for given in reading.table.given if given.points}
    for number, column in enumerate(reading.paper.columns, 1):
        for seat, mark in enumerate(column.marks):
            if reading.cells[number - 1][seat].penalties and not mark.approved and (seat + 1, number) not in noted:
                name = reading.table.chairs[seat].name
                yield Doubt(
                    "approval",
                    f"shake-{number}-{seat + 1}",
                    f"The penalty of {name} has no judge's initials. Type j after it if it has.",
                    penalties.initials_rule,
                )


def _given(reading: Reading) -> Iterator[Doubt]:
    """What a judge decided at the table and the sheet does not show."""
    word = reading.table.edition.names.shake
    columns = reading.paper.columns
    for each in reading.table.given if columns else ():
        shown = columns[each.shake - 1].status if 0 < each.shake <= len(columns) else ""
        if each.status and shown != each.status:
            said = f"A judge decided that {word} {each.shake} is {COLUMNS[each.status]}; the sheet says otherwise."
            yield Doubt("given", f"status-{each.shake}", said)
    for seat, row in enumerate(reading.paper.rows, 1):
        name, mine = reading.table.chairs[seat - 1].name, [each for each in reading.table.given if each.seat == seat]
        if any(each.disqualified for each in mine) and row.status != "disqualified":
            yield Doubt("given", f"row-{seat}-status", f"A judge disqualified {name}; here {name} is not.")
        lost = -sum(each.points for each in mine)
        if not lost or row.status == "absent":
            continue
        taken = -sum(sum(shake[seat - 1].penalties) for shake in reading.cells)
        if not reading.paper.columns:
            said = f"A judge took {lost} from {name}. Is that in the total already? With the shakes it can be seen."
            yield Doubt("given", f"row-{seat}-total", said)
        elif taken < lost:
            number = next((each.shake for each in mine if each.shake), 0) or len(reading.paper.columns)
            said = f"A judge took {lost} from {name}; the sheet shows {taken or 'no penalty'}."
            yield Doubt("given", f"shake-{min(number, len(reading.paper.columns))}-{seat}", said)


def _turned_in(reading: Reading) -> Iterator[Doubt]:
    """The winner, or one of the tied winners, turns the sheet in (EQ XII-B)."""
    policy, seat = reading.table.edition.sheet.turned_in_by, reading.paper.turned_in_by
    if policy.value != "winner" or seat is None or reading.lines[seat - 1].place in (1, None):
        return
    name = reading.table.chairs[seat - 1].name
    yield Doubt("turned_in", "turned_in_by", f"{name} turned the sheet in without having won.", policy.rule)


def _decided(reading: Reading) -> Iterator[Doubt]:
    """What only judges decide: somebody has to say who did."""
    ruled_out = {given.seat for given in reading.table.given if given.disqualified}
    for seat, row in enumerate(reading.paper.rows):
        name = reading.table.chairs[seat].name
        if row.status == "disqualified" and seat + 1 not in ruled_out:
            rule = reading.table.edition.play.disqualified.rule
            yield Doubt("decided", f"row-{seat + 1}-status", f"{name} is disqualified: who decided it?", rule)
        if row.error == "deceit":
            rule = reading.table.edition.sheet.deceit_higher.rule
            wrong = any(error.player == str(seat + 1) and error.initialed for error in reading.errors)
            says = "who decided it?" if wrong else "but the total is right or not initialed, so it changes nothing."
            yield Doubt("decided", f"row-{seat + 1}-error", f"{name} meant to deceive: {says}", rule)


def _wrong_sheet(reading: Reading) -> Iterator[Doubt]:
    """The paper is of another round, or of tables that were changed after it was printed."""
    if reading.table.wrong_sheet:
        yield Doubt("wrong_sheet", "table", reading.table.wrong_sheet)


def _elsewhere(reading: Reading) -> Iterator[Doubt]:
    """Somebody on the sheet who has a seat at another table this round."""
    for seat, row in enumerate(reading.paper.rows, 1):
        if row.player is not None and row.player in reading.table.elsewhere:
            sits = reading.table.elsewhere[row.player]
            yield Doubt("elsewhere", f"row-{seat}-player", f"{sits} in this round. Wrong sheet?")


CHECKS: tuple[Callable[[Reading], Iterator[Doubt]], ...] = (
    _wrong_sheet,
    _nothing_there,
    _elsewhere,
    _holes,
    _impossible_rows,
    _stories,
    _absentees,
    _approvals,
    _given,
    _totals,
    _too_many,
    _games,
    _match_points,
    _initials,
    _turned_in,
    _decided,
)
