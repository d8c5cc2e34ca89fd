"""The casebook: the judges' manual's ruling on each situation, in our own words, and the search. Pure."""
