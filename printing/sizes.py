"""How small a text is set when it is too long for its place: a part of its own size each time."""

SHRINKING = (1, 0.85, 0.7, 0.58, 0.48, 0.4, 0.33)
LINE_HEIGHT = 1.15
