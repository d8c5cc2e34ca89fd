"""The chance to accept a loss at each level of warmth, as whole numbers, so that every machine throws the same dice."""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import cache

import numpy as np
from numpy.typing import NDArray

BITS = 30


@cache
def cooling(warm: str, cold: str, levels: int, losses: int) -> NDArray[np.int64]:
    """From warm to cold in even steps of the logarithm: `odds[level, loss]` of 2**30 is exp(-loss / warmth).

    Computed with decimals, whose exponential is the same everywhere.
    """
    with localcontext() as context:
        context.prec = 30
        first, last = Decimal(warm), Decimal(cold)
        step = ((last / first).ln() / max(levels - 1, 1)).exp()
        rows, warmth = [], first
        for _ in range(levels):
            factor = int((-1 / warmth).exp() * (1 << 60))
            row, chance = [], 1 << 60
            for _ in range(losses):
                row.append(chance >> (60 - BITS))
                chance = chance * factor >> 60
            rows.append(row)
            warmth *= step
    return np.array(rows, dtype=np.int64)
