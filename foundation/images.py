"""Cleans uploaded photos: a JPEG of modest size, upright, without metadata.

Cameras write the place, the time, and their owner into a photo. `clean_photo` re-encodes an upload from its pixels;
`strip_metadata` drops the metadata of a JPEG without touching a pixel.
"""

from __future__ import annotations

import hashlib
import re
import struct
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageFile
from PIL.Image import Transpose

from foundation.errors import Refused

CONTENT_TYPE = "image/jpeg"
MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 50_000_000
LONG_SIDE = 2000
SMALL_SIDE = 320
FORMATS = ("JPEG", "PNG", "WEBP")

TOO_BIG = "This image is larger than 12 MB. Crop it or make it smaller."
TOO_MANY_PIXELS = "This image has more than 50 million pixels. Crop it or make it smaller."
NO_PICTURE = "This image can’t be read. Use a JPEG, PNG, or WebP file."

# How to turn a picture upright, by its EXIF orientation (EXIF 2.32, tag 274).
ORIENTATION = 274
UPRIGHT = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}
UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, IndexError, TypeError, struct.error)


@dataclass(frozen=True)
class Picture:
    """A cleaned JPEG. The same photo sent again is the same request."""

    content: bytes
    width: int
    height: int

    def request_identity(self) -> str:
        return f"picture {hashlib.sha256(self.content).hexdigest()}"


def clean_photo(upload: bytes, side: int = LONG_SIDE) -> Picture:
    """Return an uploaded picture as a clean JPEG, recognized by its content, not its name."""
    if len(upload) > MOST_BYTES:
        raise Refused(TOO_BIG, field="photo")
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint turns this on for the whole process
    try:
        with Image.open(BytesIO(upload), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise Refused(TOO_MANY_PIXELS, field="photo")
            turn = UPRIGHT.get(_orientation(image))
            plain = _plain(image, side)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Refused(TOO_MANY_PIXELS, field="photo") from None
    except UNREADABLE:
        raise Refused(NO_PICTURE, field="photo") from None
    upright = plain if turn is None else plain.transpose(turn)
    return Picture(_jpeg(upright), *upright.size)


def jpeg_size(content: bytes) -> tuple[int, int]:
    """Return width and height of a JPEG. Raises ValueError for anything that `clean_photo` wouldn't produce."""
    if len(content) > MOST_BYTES:
        raise ValueError("too large")
    try:
        with Image.open(BytesIO(content), formats=("JPEG",)) as image:
            if image.width * image.height > MOST_PIXELS:
                raise ValueError("too many pixels")
            size = image.size
            image.verify()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, *UNREADABLE):
        raise ValueError("no picture") from None
    return size


def thumbnail(content: bytes) -> bytes:
    """Return a small version of a stored picture."""
    with Image.open(BytesIO(content), formats=FORMATS) as image:
        return _jpeg(_plain(image, SMALL_SIDE))


def _plain(image: Image.Image, side: int) -> Image.Image:
    """Return the pixels on white, scaled down to at most `side` pixels on each side."""
    if image.mode.startswith("I"):  # 16-bit grayscale, from scanners
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    elif image.mode in ("P", "1"):
        image = image.convert("RGBA" if "transparency" in image.info else "RGB")
    image.thumbnail((side, side))
    plain = Image.new("RGB", image.size, "white")
    has_holes = image.has_transparency_data
    layer = image.convert("RGBA" if has_holes else "RGB")
    plain.paste(layer, mask=layer if has_holes else None)
    return plain


def _orientation(image: Image.Image) -> int:
    """Return the EXIF orientation, upright if it can't be read."""
    try:
        return int(image.getexif().get(ORIENTATION, 1))
    except UNREADABLE:
        return 1


def _jpeg(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()


# -- JPEG segments ----------------------------------------------------------------------------------------------------

START, END, SCAN = b"\xff\xd8", 0xD9, 0xDA
FILL = 0xFF
COLORS, JFIF = 0xEE, 0xE0  # color transform and pixel density: needed to show the picture
METADATA = {0xFE, *range(0xE0, 0xF0)} - {COLORS, JFIF}
NEXT_SEGMENT = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


def strip_metadata(content: bytes) -> bytes:
    """Return a JPEG without metadata and without anything after its end. Raises ValueError if it is no JPEG.

    A JPEG is a sequence of segments, each with a marker and its length (ITU T.81, B.1.1). Metadata has segments of its
    own, so not a single pixel changes.
    """
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
        if kind not in METADATA and (kind != JFIF or content[at + 4 : at + 8] == b"JFIF"):
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
