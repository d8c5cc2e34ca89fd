"""Floor 3: tournaments, games, divisions, schools, teams, players, rounds, check-in, rooms, and settings."""
