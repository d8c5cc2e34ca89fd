"""Floor 5, who decides: judges, and what they must not judge."""
