"""Load test: one hour of a large tournament, compressed, and page costs by size. See `python -m tests.load --help`.

`world` makes a tournament in the middle of its day; `roles` are what its people do over HTTP; `process_stats` looks at
the server's processes; `audit` compares what was acknowledged with the database. Nothing asserts a time.
"""
