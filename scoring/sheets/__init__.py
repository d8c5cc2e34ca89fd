"""The pages of scoresheets: the board of all, one sheet from entry to verification, and its history."""
