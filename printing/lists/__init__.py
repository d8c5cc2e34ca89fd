"""Paper that tells where to go and what is whose: cards, tents, lists for walls, rooms, check-in and coaches."""
