"""Seasons: totals over several tournaments by player, team, and school, with attendance (F27, N25)."""
