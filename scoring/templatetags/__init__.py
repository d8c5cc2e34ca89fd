"""Template tags of the standings pages."""
