"""Floor 9: the rehearsal plays a whole fictitious tournament through the real pages and API, and checks the result."""
