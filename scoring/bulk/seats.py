"""Who of a table a line is about: by name or number, or somebody who sat there for one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.bulk.columns import Line
from scoring.paper import Paper
from scoring.tables import Sitter
from tournament.rosters.names import name_key, read_name


@dataclass(frozen=True)
class Seated:
    """Lines in the order of the seats, by seat who sat there instead, and what is wrong with which line."""

    lines: list[Line]
    players: dict[int, int]
    problems: list[tuple[Line, str]]


def seat_lines(
    lines: Sequence[Line],
    sitters: Sequence[Sitter],
    entered: Paper | None,
    names: Mapping[int, str],
    known: Mapping[str, list[int]],
) -> Seated:
    """`names`: of those who are entered as sitting for somebody. `known`: all players by name and by number."""
    taken: dict[int, Line] = {}
    players: dict[int, int] = {}
    problems: list[tuple[Line, str]] = []
    strangers: list[Line] = []
    instead = {
        seat: row.player for seat, row in enumerate(entered.rows if entered else (), 1) if row.player is not None
    }
    for line in lines:
        written = call(line["player"])
        seats = [seat for seat, player in instead.items() if call(names.get(player, "")) == written]
        by_entry = bool(seats)
        seats = seats or [seat for seat, sitter in enumerate(sitters, 1) if written in _calls(sitter)]
        if len(seats) > 1:
            problems.append((line, f"Two players here are called {line['player']}. Write the player's number."))
        elif not seats:
            strangers.append(line)
        elif seats[0] in taken:
            problems.append((line, f"{sitters[seats[0] - 1].name} has two lines."))
        else:
            taken[seats[0]] = line
            if by_entry:
                players[seats[0]] = instead[seats[0]]
    free = [seat for seat in range(1, len(sitters) + 1) if seat not in taken]
    for line in strangers:
        someone = known.get(call(line["player"]), [])
        if len(strangers) == 1 and len(free) == 1 and len(someone) == 1:
            taken[free[0]], players[free[0]] = line, someone[0]
        else:
            problems.append((line, _nobody(line, sitters)))
    problems += [
        (lines[0], f"There is no line for {sitter.name}. Who never came has one with the status absent.")
        for seat, sitter in enumerate(sitters, 1)
        if seat not in taken and not problems
    ]
    return Seated([taken[seat] for seat in sorted(taken)], players, problems)


def _nobody(line: Line, sitters: Sequence[Sitter]) -> str:
    here = ", ".join(sitter.name for sitter in sitters)
    return f"Nobody called {line['player'] or '…'} sits here: {here}. Somebody new is entered on the sheet's page."


def _calls(sitter: Sitter) -> set[str]:
    return {call(sitter.name)} | ({call(str(sitter.player.number))} if sitter.player else set())


def call(text: str) -> str:
    """What is the same for the same player: of a name as it is written, or of a number."""
    if text.strip().isdecimal():
        return f"number {int(text)}"
    name = read_name(text)
    return name_key(name.first, name.last) if "," in text else name_key(text)
