"""The casebook: the rulings of the judges' manual on each situation, in our own words, and the search for one."""
