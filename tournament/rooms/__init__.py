"""Rooms, and which numbered tables in them belong to a division."""
