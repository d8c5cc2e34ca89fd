"""People and roles: accounts, badges for helpers, links for coaches, and the one table of who may do what."""
