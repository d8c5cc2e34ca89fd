"""Floor 5: scoresheets, entries, results, standings, awards, and the public pages."""
