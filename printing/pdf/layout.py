"""Lays out HTML with WeasyPrint: without network access, with QR codes as images, and with the position of each slot.

A slot is an element with a `data-slot` attribute. It has a fixed size and is empty in the form. A stamped text uses the
font of its slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import segno
from weasyprint import CSS, HTML
from weasyprint.document import Page
from weasyprint.urls import URLFetcher, URLFetcherResponse

from printing.pdf import QR_SCHEME


class OfflineFetcher(URLFetcher):
    """Resolves `data:` URLs, and draws `qr:<url>` as a QR code. Refuses everything else."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=("data",))

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        if not url.startswith(QR_SCHEME):
            return super().fetch(url, headers)
        svg = segno.make(url.removeprefix(QR_SCHEME), error="m").svg_inline(border=2)
        return URLFetcherResponse(url, svg, {"Content-Type": "image/svg+xml"})


def parse_html(html: str) -> HTML:
    """Return a WeasyPrint document that never reads a file or a network address, whatever its URLs say."""
    return HTML(string=html, url_fetcher=OfflineFetcher())


def parse_css(css: Sequence[str]) -> list[CSS]:
    return [CSS(string=each) for each in css]


def render_pages(html: str, css: Sequence[str]) -> bytes:
    """Return the PDF of a document that is laid out as a whole, with tags for screen readers."""
    return parse_html(html).write_pdf(stylesheets=parse_css(css), pdf_tags=True) or b""


# -- WeasyPrint's box tree --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ElementBox:
    """One laid-out element: its tag and attributes, its content box in CSS pixels, and how its text is set.

    Positions are measured from the upper left corner of the page. `text_style` is CSS.
    """

    tag: str
    attributes: Mapping[str, str]
    x: float
    y: float
    width: float
    height: float
    font_size: float
    text_style: str


@dataclass(frozen=True)
class PageLayout:
    """`words`: the text of the page in reading order. `elements`: the elements that have the attribute."""

    words: str
    elements: Sequence[ElementBox]


def read_layout(page: Page, attribute: str) -> PageLayout:
    """Return the words of a page and the boxes of the elements that have `attribute`.

    WeasyPrint has no public API for either: `Page` tells link rectangles and anchors, but neither fonts nor text. This
    function is the only one that reads the private box tree. tests/printing/test_pdf.py says what to do if an upgrade
    changes the tree.
    """

    def walk(box: Any, parent_element: Any) -> Iterator[Any]:
        element = getattr(box, "element", None)
        if text := getattr(box, "text", "").strip():
            words.append(text)
        if element is not None and element is not parent_element and element.get(attribute):
            yield box
        for child in getattr(box, "children", ()):
            yield from walk(child, element)

    def measure(box: Any) -> ElementBox:
        style = box.style
        red, green, blue = (round(255 * part) for part in style["color"].coordinates[:3])
        align = style["text_align_all"]
        text_style = {
            "font-family": ", ".join(f'"{family}"' for family in style["font_family"]),
            "font-weight": style["font_weight"],
            "font-style": style["font_style"],
            "text-align": {"start": "left", "end": "right"}.get(align, align),
            "color": f"rgb({red}, {green}, {blue})",
        }
        return ElementBox(
            tag=box.element.tag,
            attributes=dict(box.element.attrib),
            x=box.content_box_x(),
            y=box.content_box_y(),
            width=box.width,
            height=box.height,
            font_size=style["font_size"],
            text_style="; ".join(f"{name}: {value}" for name, value in text_style.items()),
        )

    words: list[str] = []
    elements = [measure(box) for box in walk(page._page_box, None)]
    return PageLayout(" ".join(words), elements)


# -- forms ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FormPage:
    """One page of a form. `slots` by name; `words`: the printed text, for screen readers."""

    width: float
    height: float
    slots: Mapping[str, ElementBox]
    words: str


class FormLayout:
    """A form that was laid out once, with empty slots. `pdf` has no tags: each stamped page adds its own."""

    def __init__(self, html: str, css: Sequence[str]) -> None:
        document = parse_html(html).render(stylesheets=parse_css(css))
        self.pages = [_read_form_page(page) for page in document.pages]
        self.pdf: bytes = document.write_pdf() or b""

    @property
    def slots(self) -> dict[str, ElementBox]:
        """The slots of all pages by name."""
        return {name: slot for page in self.pages for name, slot in page.slots.items()}


def _read_form_page(page: Page) -> FormPage:
    layout = read_layout(page, "data-slot")
    slots = {slot.attributes["data-slot"]: slot for slot in layout.elements}
    return FormPage(page.width, page.height, slots, layout.words)
