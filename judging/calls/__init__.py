"""Judges at tables: calls, rulings, second and third opinions, and the time that a table gets back."""
