"""The pure engine: players and table rules in, tables out. It knows nothing of Django."""

from pairings.engine.sizes import SizesError, table_sizes

__all__ = ["SizesError", "table_sizes"]
