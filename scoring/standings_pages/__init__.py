"""Standings from the database, and their pages. Ranking itself is pure and lives in `scoring.standings`."""
