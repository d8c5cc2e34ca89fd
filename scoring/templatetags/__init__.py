"""Tags of the standings' pages."""
