"""The acts of the day, one file for each part: each does by hand what the people of a tournament do."""
