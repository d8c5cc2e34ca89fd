"""Paper that says where to go: tents, rooms, player cards, posted lists, check-in lists, and packets for coaches."""
