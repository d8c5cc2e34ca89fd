"""A season: totals over several tournaments by player, team and school, with who came how often (F27, N25)."""
