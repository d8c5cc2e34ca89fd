"""Setup: creating a tournament, the presets of the leagues, and the settings of each event."""
