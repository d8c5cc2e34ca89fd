"""Template tags of the checker."""
