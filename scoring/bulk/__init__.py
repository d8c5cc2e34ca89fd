"""Many sheets at once: a grid with one row per table, results from a file, and the file that comes out again."""
