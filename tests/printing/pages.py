"""Reads PDFs: words, pictures, sizes and QR codes of their pages."""

from __future__ import annotations

from math import ceil

import pypdfium2
import zxingcpp
from PIL import Image, ImageChops


def words(pdf: bytes) -> list[str]:
    """Return the text of each page."""
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]


def pictures(pdf: bytes, scale: float = 2) -> list[Image.Image]:
    return [page.render(scale=scale).to_pil() for page in pypdfium2.PdfDocument(pdf)]


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Return width and height of each page in points, rounded up."""
    return [(ceil(page.get_width()), ceil(page.get_height())) for page in pypdfium2.PdfDocument(pdf)]


def codes(pdf: bytes) -> list[list[str]]:
    """Return the QR codes that can be scanned from each page."""
    square = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return [sorted(code.text for code in zxingcpp.read_barcodes(each, formats=square)) for each in pictures(pdf, 3)]


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the fraction of pixels that clearly differ. Small differences in shade don't count."""
    assert one.size == other.size
    shades = ImageChops.difference(one.convert("L"), other.convert("L"))
    return sum(shades.histogram()[96:]) / (one.size[0] * one.size[1])
