"""One scoresheet, from the pile to its results: enter, verify, correct, attach photos.

A save runs one way: `views` parses the form, `actions` has the verbs, `scoring.paper` computes totals and points,
`entries` adds the entry, and `results` writes what counts.
"""
