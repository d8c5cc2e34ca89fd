"""A JPEG without what a camera or a program wrote beside the picture. Not a single pixel is changed.

A JPEG is a row of segments, each with its mark and its length (ITU T.81, B.1.1). Cameras write place, time and owner
into those that are kept for applications. Pure.
"""

from __future__ import annotations

import re

START, END, SCAN = b"\xff\xd8", 0xD9, 0xDA
FILL = 0xFF
COLORS, JFIF = 0xEE, 0xE0  # how colors were changed, and the size of a pixel: a picture needs both
BESIDE_THE_PICTURE = {0xFE, *range(0xE0, 0xF0)} - {COLORS, JFIF}
NEXT_SEGMENT = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


def bare(content: bytes) -> bytes:
    """The picture alone; ValueError for what is no JPEG. What stands after its end is left out."""
    if not content.startswith(START):
        raise ValueError("no JPEG")
    kept, at = [START], len(START)
    while at + 1 < len(content):
        kind = content[at + 1]
        if content[at] != FILL:
            raise ValueError("no segment")
        if kind == FILL:
            at += 1
            continue
        if kind == END:
            return b"".join([*kept, content[at : at + 2]])
        end = _end_of(content, at, kind)
        if kind not in BESIDE_THE_PICTURE and (kind != JFIF or content[at + 4 : at + 8] == b"JFIF"):
            kept.append(content[at:end])
        at = end
    raise ValueError("no end")


def _end_of(content: bytes, at: int, kind: int) -> int:
    length = int.from_bytes(content[at + 2 : at + 4], "big")
    if length < 2:
        raise ValueError("no length")
    end = at + 2 + length
    if kind != SCAN:
        return end
    following = NEXT_SEGMENT.search(content, end)
    return following.start() if following else len(content)
