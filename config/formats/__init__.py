"""How pages show dates and times, where Django's own formats differ."""
