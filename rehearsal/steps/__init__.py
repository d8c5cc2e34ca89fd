"""The steps of a rehearsal: each does through the pages and the API what the people of a tournament do."""
