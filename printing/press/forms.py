"""A form: its pages as WeasyPrint laid them out, and where on them the slots are.

A slot is an element with `data-slot`, of fixed size, empty in the form. Its text is set with the element's own font.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weasyprint import CSS

from printing.press.pages import pages_from


@dataclass(frozen=True)
class Slot:
    """In CSS pixels from the upper left corner of the page. `style`: how its text is set."""

    name: str
    x: float
    y: float
    width: float
    height: float
    size: float
    style: str


@dataclass(frozen=True)
class FormPage:
    """`words`: what is printed on it, for whoever has it read aloud."""

    width: float
    height: float
    slots: Mapping[str, Slot]
    words: str


class Form:
    """`html`: one copy of the form, with nothing in its slots. `pdf`: the same as a document, without tags."""

    def __init__(self, html: str, css: Sequence[str]) -> None:
        self.css = [CSS(string=each) for each in css]
        document = pages_from(html).render(stylesheets=self.css)
        self.pages = [
            FormPage(page.width, page.height, {slot.name: slot for slot in _slots(box)}, " ".join(_words(box)))
            for page in document.pages
            for box in (page._page_box,)
        ]
        self.pdf: bytes = document.write_pdf() or b""


def _words(box: Any) -> Iterator[str]:
    if text := getattr(box, "text", "").strip():
        yield text
    for child in getattr(box, "children", ()):
        yield from _words(child)


def _slots(box: Any) -> Iterator[Slot]:
    element = getattr(box, "element", None)
    name = element.get("data-slot") if element is not None else None
    if name:
        yield _slot(name, box)
        return
    for child in getattr(box, "children", ()):
        yield from _slots(child)


def _slot(name: str, box: Any) -> Slot:
    style = box.style
    red, green, blue = (round(255 * part) for part in style["color"].coordinates[:3])
    declared = {
        "font-family": ", ".join(f'"{family}"' for family in style["font_family"]),
        "font-weight": style["font_weight"],
        "font-style": style["font_style"],
        "text-align": {"start": "left", "end": "right"}.get(style["text_align_all"], style["text_align_all"]),
        "color": f"rgb({red}, {green}, {blue})",
    }
    return Slot(
        name,
        box.content_box_x(),
        box.content_box_y(),
        box.width,
        box.height,
        style["font_size"],
        "; ".join(f"{key}: {value}" for key, value in declared.items()),
    )
