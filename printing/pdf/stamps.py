"""Stamps copies of a form: lays out only the texts that differ, and puts them on top of the form.

A text that is too long for its slot is set smaller and broken into lines until it fits. The layout engine itself says
whether it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from weasyprint import CSS

from printing.pdf import FormCopy
from printing.pdf.assembly import StampedPage, overlay_stamps
from printing.pdf.layout import ElementBox, FormLayout, parse_css, parse_html, read_layout

COPIES_PER_RUN = 50
FONT_SCALES = (1, 0.85, 0.7, 0.58, 0.48, 0.4, 0.33)  # of the slot's font size, tried in this order
LINE_HEIGHT = 1.15
ROUNDING = 0.01  # pixels
STAMP_CSS = """
@page { size: %(width)spx %(height)spx; margin: 0 }
body { margin: 0 }
section { position: relative; height: %(height)spx; break-after: page }
section:last-child { break-after: auto }
p { position: absolute; margin: 0; line-height: %(line)s; overflow-wrap: anywhere }
"""

# Index into FONT_SCALES by slot name and text. The same text in the same slot has the same size on every copy.
FontLevels = dict[tuple[str, str], int]


def stamp_copies(
    form: FormLayout,
    copies: Sequence[FormCopy],
    levels: FontLevels | None = None,
) -> Iterator[tuple[bytes, int]]:
    """Yield PDFs with their number of copies, at most COPIES_PER_RUN, so memory doesn't grow with the number of copies.

    `levels` collects how small each text had to be set.
    """
    levels = {} if levels is None else levels
    words, css = [page.words for page in form.pages], _slot_css(form)
    for first in range(0, len(copies), COPIES_PER_RUN):
        run = copies[first : first + COPIES_PER_RUN]
        stamps = _render_stamps(form, css, run, levels)
        yield overlay_stamps(form.pdf, words, stamps, list(_plan_pages(form, run))), len(run)


def _plan_pages(form: FormLayout, copies: Sequence[FormCopy]) -> Iterator[StampedPage]:
    for copy in copies:
        for number, page in enumerate(form.pages):
            codes = [(page.slots[name], copy.codes[name]) for name in page.slots if copy.codes.get(name)]
            yield StampedPage(number, any(copy.texts.get(name) for name in page.slots), codes)


def _render_stamps(form: FormLayout, css: CSS, copies: Sequence[FormCopy], levels: FontLevels) -> bytes:
    """Return a PDF of the texts alone. If a text is too tall, make it smaller and lay out everything again."""
    for _ in FONT_SCALES:
        pages = [html for copy in copies for page in form.pages if (html := _stamp_html(page.slots, copy, levels))]
        if not pages:
            return b""
        stylesheets = [css, _font_level_css(form, levels)]
        document = parse_html(f'<html lang="en"><body>{"".join(pages)}').render(stylesheets=stylesheets)
        if not _shrink_tall_texts(form, document, levels):
            break
    return document.write_pdf(pdf_tags=True) or b""


def _stamp_html(slots: Mapping[str, ElementBox], copy: FormCopy, levels: FontLevels) -> str:
    """Return the section for one page, or nothing for a page without texts."""
    paragraphs = "".join(
        f'<p class="{name} fit{levels.get((name, text), 0)}" data-text="{escape(text)}">{escape(text)}</p>'
        for name in slots
        if (text := copy.texts.get(name))
    )
    return f"<section>{paragraphs}</section>" if paragraphs else ""


def _slot_css(form: FormLayout) -> CSS:
    """Position and font of each slot."""
    first = form.pages[0]
    rules = [STAMP_CSS % {"width": first.width, "height": first.height, "line": LINE_HEIGHT}]
    for name, slot in form.slots.items():
        box = f"left: {slot.x}px; top: {slot.y}px; width: {slot.width}px; font-size: {slot.font_size}px"
        rules.append(f".{name} {{ {box}; {slot.text_style} }}")
    return parse_css(["\n".join(rules)])[0]


def _font_level_css(form: FormLayout, levels: FontLevels) -> CSS:
    """The smaller font sizes that are in use, by slot."""
    slots = form.slots
    used = sorted({(name, level) for (name, _), level in levels.items() if level})
    rules = [
        f".{name}.fit{level} {{ font-size: {slots[name].font_size * FONT_SCALES[level]}px }}" for name, level in used
    ]
    return parse_css(["\n".join(rules)])[0]


def _shrink_tall_texts(form: FormLayout, document: Any, levels: FontLevels) -> bool:
    """Raise the level of each text that is taller than its slot. Return whether there was one."""
    slots, too_tall = form.slots, set()
    for page in document.pages:
        for box in read_layout(page, "data-text").elements:
            name, text = box.attributes["class"].split()[0], box.attributes["data-text"]
            if box.height > slots[name].height + ROUNDING and levels.get((name, text), 0) < len(FONT_SCALES) - 1:
                too_tall.add((name, text))
    for each in too_tall:
        levels[each] = levels.get(each, 0) + 1
    return bool(too_tall)
