"""Where it is played: rooms, and which numbered tables in them are a division's."""
