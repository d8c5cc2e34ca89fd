"""The appeals panel of a protest: who sits on it, how it votes, what it decides."""
