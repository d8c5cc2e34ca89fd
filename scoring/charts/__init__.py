"""Charts of standings: the pure geometry in `drawing`, the numbers in `queries`, and the page in `views`."""
