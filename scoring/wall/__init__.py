"""The wall: what the director releases, the pages of the public, the projector, the ceremony."""
