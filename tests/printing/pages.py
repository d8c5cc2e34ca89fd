"""A PDF as its reader has it: pictures, words and codes of its pages."""

from __future__ import annotations

from math import ceil

import pypdfium2
import zxingcpp
from PIL import Image, ImageChops


def words(pdf: bytes) -> list[str]:
    """Of each page."""
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]


def pictures(pdf: bytes, scale: float = 2) -> list[Image.Image]:
    return [page.render(scale=scale).to_pil() for page in pypdfium2.PdfDocument(pdf)]


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page in points, rounded up."""
    return [(ceil(page.get_width()), ceil(page.get_height())) for page in pypdfium2.PdfDocument(pdf)]


def codes(pdf: bytes) -> list[list[str]]:
    """What a camera that looks for QR codes reads from each page."""
    square = zxingcpp.BarcodeFormat.QRCode
    return [sorted(code.text for code in zxingcpp.read_barcodes(each, formats=square)) for each in pictures(pdf, 3)]


def difference(one: Image.Image, other: Image.Image) -> float:
    """The part of the picture that is clearly different, beyond the shades of edges."""
    assert one.size == other.size
    shades = ImageChops.difference(one.convert("L"), other.convert("L"))
    return sum(shades.histogram()[96:]) / (one.size[0] * one.size[1])
