"""The pure engine: players and table rules in, tables out. It knows nothing about Django."""
