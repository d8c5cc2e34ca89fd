"""How many tables, and of which sizes, a number of players needs (EQ I-A, MLAG I-A, OS I-A; the Cup's default).

As many tables of the preferred size as possible, the rest as even as possible; no one sits alone. For example,
23 players at tables of two or three get seven tables of three and one of two.
"""

from __future__ import annotations

from rulebooks.wording import plural


class SizesError(ValueError):
    """The players can't be seated at tables of the allowed sizes."""


def table_sizes(players: int, *, minimum: int, preferred: int, maximum: int) -> tuple[int, ...]:
    """The sizes of the tables, largest first. Empty if there are no players."""
    if players < 0 or not 2 <= minimum <= preferred <= maximum:
        raise SizesError("Each table needs at least 2 players, and the smallest size can’t exceed the largest.")
    if players == 0:
        return ()
    tables = _best_table_count(players, minimum, preferred, maximum)
    if tables is None:
        raise players_do_not_fit(players, minimum, maximum)
    low, more = divmod(players, tables)
    return (low + 1,) * more + (low,) * (tables - more)


def players_do_not_fit(players: int, minimum: int, maximum: int) -> SizesError:
    """The error for a number of players that no tables of these sizes can seat."""
    tables = f"tables of {minimum}" if minimum == maximum else f"tables of {minimum} to {maximum}"
    return SizesError(
        plural(players, f"1 player doesn’t fit at {tables}.", f"{{count}} players don’t fit at {tables}.")
    )


def _best_table_count(players: int, minimum: int, preferred: int, maximum: int) -> int | None:
    """The number of tables whose even sizes are closest to the preferred one. If tied, the fewer tables."""
    possible = range(-(-players // maximum), players // minimum + 1)

    def deviation(tables: int) -> tuple[int, int]:
        low, more = divmod(players, tables)
        return more * abs(low + 1 - preferred) + (tables - more) * abs(low - preferred), tables

    return min(possible, key=deviation, default=None)
