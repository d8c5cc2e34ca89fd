"""Archives: a whole tournament in one file that another installation can import. docs/archive.md has the format."""
