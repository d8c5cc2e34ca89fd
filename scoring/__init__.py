"""Floor 4, what happened: points, places, match points."""
