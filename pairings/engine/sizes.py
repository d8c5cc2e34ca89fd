"""How many tables, and of which sizes, seat a number of players (EQ I-A, MLAG I-A, OS I-A; the Cup's default).

As many tables of the preferred size as possible, then smaller ones, as even as possible; nobody sits alone.
Twenty-three players at tables of two or three are seven threes and one two.
"""

from __future__ import annotations


class SizesError(ValueError):
    """These players cannot be seated at tables of the allowed sizes."""


def table_sizes(players: int, *, minimum: int, preferred: int, maximum: int) -> tuple[int, ...]:
    """Sizes of the tables, largest first. None for no players."""
    if players < 0 or not 2 <= minimum <= preferred <= maximum:
        raise SizesError("Tables need two players or more, and a minimum below the maximum.")
    if players == 0:
        return ()
    tables = _fewest_off_preferred(players, minimum, preferred, maximum)
    if tables is None:
        who = "1 player does" if players == 1 else f"{players} players do"
        raise SizesError(f"{who} not fit at tables of {minimum} to {maximum}.")
    low, more = divmod(players, tables)
    return (low + 1,) * more + (low,) * (tables - more)


def _fewest_off_preferred(players: int, minimum: int, preferred: int, maximum: int) -> int | None:
    """The number of tables whose even sizes lie nearest to the preferred one; of two, the fuller tables."""
    possible = range(-(-players // maximum), players // minimum + 1)

    def off(tables: int) -> tuple[int, int]:
        low, more = divmod(players, tables)
        return more * abs(low + 1 - preferred) + (tables - more) * abs(low - preferred), tables

    return min(possible, key=off, default=None)
