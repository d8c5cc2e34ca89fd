"""The activity log: one line for every verb, append-only, readable as a sentence."""
