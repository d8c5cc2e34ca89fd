"""People and roles: users, sessions, invitations, API tokens, and the access table."""
