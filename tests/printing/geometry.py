"""Finds text that is off the page, overlaps other text, or can't be seen."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import pypdfium2

EDGE = 8.5  # points that printers leave white
SHARP = 2
TOUCHING = 0.35  # of the smaller box: letters of neighboring lines may touch, words may not cover each other


@dataclass(frozen=True)
class Box:
    """The box of a run of letters on one line, in points."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def area(self) -> float:
        return max(self.right - self.left, 0) * max(self.top - self.bottom, 0)

    def shared_with(self, other: Box) -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return width * height if width > 0 and height > 0 else 0


def boxes_of(page: pypdfium2.PdfPage) -> list[Box]:
    text = page.get_textpage()
    rectangles = [text.get_rect(at) for at in range(text.count_rects())]
    return [Box(text.get_text_bounded(*each).strip(), *each) for each in rectangles]


def problems_of(pdf: bytes) -> list[str]:
    """Describe all text that is off the page or overlaps."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        width, height = page.get_size()
        boxes = boxes_of(page)
        found += [
            f"page {number}: {box.text!r} leaves the page"
            for box in boxes
            if box.left < EDGE or box.bottom < EDGE or box.right > width - EDGE or box.top > height - EDGE
        ]
        found += [f"page {number}: {one!r} and {other!r} are on each other" for one, other in overlapping_texts(boxes)]
    return found


def invisible_letters(pdf: bytes) -> list[str]:
    """Describe letters that are in the PDF but not in its picture: clipped, or covered by something."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        picture = page.render(scale=SHARP).to_pil().convert("RGB")
        text, height = page.get_textpage(), page.get_height()
        letters = text.get_text_range()
        lost = []
        for at, letter in enumerate(letters[: text.count_chars()]):
            left, bottom, right, top = text.get_charbox(at)
            if letter.isspace() or right - left < 0.5 or top - bottom < 0.5:
                continue
            edges = (left, height - top, right, height - bottom)
            box = [int(at * SHARP) + beyond for at, beyond in zip(edges, (-1, -1, 2, 2), strict=True)]
            part = picture.crop((box[0], box[1], box[2], box[3]))
            if all(low == high for low, high in part.getextrema()):
                lost.append(letter)
        found += [f"page {number}: nobody sees {''.join(lost)!r}"] * bool(lost)
    return found


def overlapping_texts(boxes: list[Box]) -> list[tuple[str, str]]:
    """Return pairs of overlapping texts. Combining marks are ignored: they belong on their letter."""
    found = []
    ordered = sorted((box for box in boxes if not is_marks(box.text)), key=lambda box: box.left)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.left >= one.right:
                break
            if one.shared_with(other) > TOUCHING * min(one.area, other.area) > 0:
                found.append((one.text, other.text))
    return found


def is_marks(text: str) -> bool:
    return text != "" and all(unicodedata.category(letter).startswith("M") for letter in text)
