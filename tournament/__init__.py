"""Floor 2, who and when: tournaments, events, divisions, schools, teams, staff, and the activity log."""
