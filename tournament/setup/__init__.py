"""Setting up: what a director decides about an event, the presets of the leagues, and the pages that ask for it."""
