"""Paper for results: standings, results by school, award lists, and certificates."""
