"""Coach pages: a team, or all teams of a school, by a private link; and what coaches request from the staff."""
