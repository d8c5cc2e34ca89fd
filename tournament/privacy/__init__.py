"""Student names: what the public sees of them, and the day on which they are removed from everything."""
