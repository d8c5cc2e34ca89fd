"""Floor 4: who sits where. Draws, tables, and seats; `pairings/engine/` is pure."""
