"""Protests: a player objects to a ruling in writing, and an appeals panel that had no part in the ruling decides."""
