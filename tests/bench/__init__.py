"""Measurements, each a ratio or a figure of one run. Nothing here asserts a time: `python -m tests.bench.<name>`."""
