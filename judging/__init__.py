"""Floor 6, judging: calls and rulings at tables, penalties, protests, the casebook, and the checker."""
