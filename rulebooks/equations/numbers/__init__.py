"""Exact numbers: fractions, products of powers of primes, algebraic numbers, and forms in logarithms and huge powers.

Nothing here rounds. What cannot be worked out exactly within its bounds raises `Undecided` with a sentence.
"""
