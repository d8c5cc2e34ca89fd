"""Benchmarks: `python -m tests.bench.<name>` prints ratios and numbers of one run. Nothing here asserts a time."""
