"""Standings from verified results: the translator between the database and the pure ranking, and its pages."""
