"""The coach's page: a team, or all teams of a school, by a private link; and what coaches ask the staff for."""
