"""One hour of a large day, compressed, and what grows with what: `python -m tests.load --help`.

A *world* is a tournament in the middle of its day; the *people* of the day are visitors over HTTP; a *watch* looks at
the server's processes meanwhile; the *audit* compares what was acknowledged with the database. Nothing asserts a time.
"""
