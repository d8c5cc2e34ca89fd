"""Exact numbers: fractions, products of prime powers, algebraic numbers, and quotients of sums with logarithms.

Nothing here rounds. What can't be computed exactly within the limits raises `Undecided` with a sentence.
"""
