"""Penalties: warnings, points and disqualifications, and what they do to the scoresheet."""
