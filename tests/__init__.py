"""The tests, a mirror of the packages."""
