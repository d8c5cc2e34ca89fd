"""Pages of calls: the board with the tables that wait, and a judge's visit."""
