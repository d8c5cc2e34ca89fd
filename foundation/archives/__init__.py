"""A whole tournament in one file that another installation reads: what docs/archive.md describes."""
