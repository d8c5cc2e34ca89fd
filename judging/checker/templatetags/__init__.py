"""Tags of the checker."""
