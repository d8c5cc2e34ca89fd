"""Many scoresheets at once: a grid with one row per table, and importing and exporting results as a file."""
