"""League cases: what a league adds to the casebook over the years, for all its tournaments."""
