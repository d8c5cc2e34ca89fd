"""Paper of the end of a tournament: standings, awards, certificates, and the protests that may change them."""
