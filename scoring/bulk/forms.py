"""A row of the grid and its paper: totals alone, one tick for all initials.

Inputs are named by sheet: `19-total-2` is the total of the second player on the sheet with the key 19.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournament.forms import new_key


@dataclass(frozen=True)
class TypedRow:
    """What was typed for one table. `base`: the number of the entry that was on the screen, 0 for none."""

    totals: tuple[str, ...]
    games: str = ""
    initialed: bool = False
    reason: str = ""
    key: str = ""
    base: int = 0

    @classmethod
    def of(cls, typed: Mapping[str, str], sheet: int, seats: int) -> TypedRow:
        base = typed.get(f"{sheet}-base", "")
        return cls(
            totals=tuple(typed.get(f"{sheet}-total-{seat}", "").strip()[:12] for seat in range(1, seats + 1)),
            games=typed.get(f"{sheet}-games", "").strip()[:12],
            initialed=bool(typed.get(f"{sheet}-initialed")),
            reason=typed.get(f"{sheet}-reason", ""),
            key=typed.get(f"{sheet}-key", "")[:64],
            base=int(base) if base.isdecimal() and len(base) < 5 else 0,
        )

    @classmethod
    def empty(cls, seats: int) -> TypedRow:
        return cls(("",) * seats, key=new_key())

    @property
    def is_filled(self) -> bool:
        return any(self.totals) or bool(self.games)

    def with_new_key(self) -> TypedRow:
        return replace(self, key=new_key())

    def paper(self) -> dict[str, Any]:
        """In the shape of `scoring.paper`, right or wrong. `a` in place of a total: never came."""
        initials = "yes" if self.initialed else ""
        rows = [
            {"status": "absent"} if total.lower() == "a" else {"total": total, "initials": initials}
            for total in self.totals
        ]
        return {"rows": rows, "games": self.games}
