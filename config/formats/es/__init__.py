"""Spanish as families in the United States write it."""
