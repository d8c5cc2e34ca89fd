"""Charts of standings: geometry (pure), where the numbers come from, and the pages."""
