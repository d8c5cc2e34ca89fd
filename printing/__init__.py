"""Floor 6, what goes on paper. It decides nothing: it prints what the floors below know."""
