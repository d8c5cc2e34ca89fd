"""Floor 3, who sits where: tables, seats, draws. `pairings/engine/` is pure."""
