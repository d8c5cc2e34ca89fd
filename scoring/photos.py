"""A photo or scan of a sheet, made fit to be kept: a JPEG of modest size, upright, with nothing in it but the picture.

Cameras write the place, the time and their owner into a photo. Only the pixels are kept, in a picture made anew.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageFile
from PIL.Image import Transpose

from foundation.errors import Refused

CONTENT_TYPE = "image/jpeg"
MOST_PHOTOS = 8  # of one sheet
MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 50_000_000
LONG_SIDE = 2000
SMALL_SIDE = 320
FORMATS = ("JPEG", "PNG", "WEBP")

TOO_BIG = "This photo is larger than 12 MB. Take it with fewer pixels, or crop it."
TOO_MANY_PIXELS = "This photo has more than 50 million pixels. Take it with fewer, or crop it."
NO_PICTURE = "This is no photo that can be read. Send a JPEG, PNG or WebP picture."

# What turns a picture upright, by the number that the camera wrote for how it was held (EXIF 2.32, tag 274).
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
    """A JPEG that may be kept. In words it is its fingerprint: the same photo sent again is the same request."""

    content: bytes
    width: int
    height: int

    def __str__(self) -> str:
        return f"picture {hashlib.sha256(self.content).hexdigest()}"


def cleaned(sent: bytes, side: int = LONG_SIDE) -> Picture:
    """The picture in what was sent, told by its content and not by its name; else a sentence."""
    if len(sent) > MOST_BYTES:
        raise Refused(TOO_BIG, field="photo")
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # weasyprint takes half pictures, and decides so for the whole process
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as image:
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


def size_of(content: bytes) -> tuple[int, int]:
    """Of a JPEG and nothing else, whatever it was called; ValueError for what cleaning would not have made."""
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


def small(content: bytes) -> bytes:
    """A kept picture in the size of a stamp."""
    with Image.open(BytesIO(content), formats=FORMATS) as image:
        return _jpeg(_plain(image, SMALL_SIDE))


def _plain(image: Image.Image, side: int) -> Image.Image:
    """The pixels alone, on white, at most so long on each side."""
    if image.mode.startswith("I"):  # 16 bits of gray, as scanners have them
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
    """How the camera was held; upright if what it wrote cannot be read."""
    try:
        return int(image.getexif().get(ORIENTATION, 1))
    except UNREADABLE:
        return 1


def _jpeg(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "JPEG", quality=85, optimize=True)
    return out.getvalue()
