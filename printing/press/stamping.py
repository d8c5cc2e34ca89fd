"""Copies of a form. The fast way sets only what varies and lays it over the form; the plain way sets every page whole.

A text that is too long for its slot is set smaller, then on several lines, until it fits: the layout itself is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from weasyprint import CSS

from printing.press.copies import Copy
from printing.press.forms import Form, Slot
from printing.press.joining import Laid, lay_over
from printing.press.pages import pages_from
from printing.sizes import LINE_HEIGHT, SHRINKING

AT_ONCE = 50
Levels = dict[tuple[str, str], int]
OVER = """
@page { size: %(width)spx %(height)spx; margin: 0 }
body { margin: 0 }
section { position: relative; height: %(height)spx; break-after: page }
section:last-child { break-after: auto }
p { position: absolute; margin: 0; line-height: %(line)s; overflow-wrap: anywhere }
"""


def stamp(
    form: Form,
    copies: Sequence[Copy],
    report: Callable[[int], None] = lambda done: None,
    levels: Levels | None = None,
) -> Iterator[bytes]:
    """Documents of at most so many copies each, in order: memory does not grow with the number of copies.

    `levels`: how small each text had to be set, by slot.
    """
    levels = {} if levels is None else levels
    words, style = [page.words for page in form.pages], _style(form)
    for first in range(0, len(copies), AT_ONCE):
        some = copies[first : first + AT_ONCE]
        yield lay_over(form.pdf, words, _over(form, style, some, levels), list(_laid(form, some)))
        report(first + len(some))


def _laid(form: Form, copies: Sequence[Copy]) -> Iterator[Laid]:
    """Which page of the form lies under each page, which page of the stamps over it, and its QR codes."""
    over = 0
    for copy in copies:
        for under, page in enumerate(form.pages):
            codes = [(page.slots[name], copy.codes[name]) for name in page.slots if copy.codes.get(name)]
            has_text = any(copy.texts.get(name) for name in page.slots)
            yield Laid(under, over if has_text else None, codes)
            over += has_text


def _over(form: Form, style: CSS, copies: Sequence[Copy], levels: Levels) -> bytes:
    """Only what varies. Whatever is too tall is set smaller, and everything is set again."""
    for _ in SHRINKING:
        sheets = [html for copy in copies for page in form.pages if (html := _sheet(page.slots, copy, levels))]
        if not sheets:
            return b""
        styles = [style, _smaller(form, levels)]
        document = pages_from(f'<html lang="en"><body>{"".join(sheets)}').render(stylesheets=styles)
        if not _shrink(form, document, levels):
            break
    return document.write_pdf(pdf_tags=True) or b""


def _sheet(slots: Any, copy: Copy, levels: Levels) -> str:
    texts = [(slot, copy.texts[name]) for name, slot in slots.items() if copy.texts.get(name)]
    paragraphs = "".join(
        f'<p class="{slot.name} fit{levels.get((slot.name, text), 0)}" data-text="{escape(text)}">{escape(text)}</p>'
        for slot, text in texts
    )
    return f"<section>{paragraphs}</section>" if paragraphs else ""


def _style(form: Form) -> CSS:
    """Where each slot is, and how its text is set."""
    first = form.pages[0]
    rules = [OVER % {"width": first.width, "height": first.height, "line": LINE_HEIGHT}]
    for slot in _slots(form).values():
        box = f"left: {slot.x}px; top: {slot.y}px; width: {slot.width}px; font-size: {slot.size}px"
        rules.append(f".{slot.name} {{ {box}; {slot.style} }}")
    return CSS(string="\n".join(rules))


def _smaller(form: Form, levels: Levels) -> CSS:
    """How small a text is that was too long, for the slots that have one."""
    slots = _slots(form)
    used = sorted({(name, level) for (name, _), level in levels.items() if level})
    rules = [f".{name}.fit{at} {{ font-size: {slots[name].size * SHRINKING[at]}px }}" for name, at in used]
    return CSS(string="\n".join(rules))


def _slots(form: Form) -> dict[str, Slot]:
    return {name: slot for page in form.pages for name, slot in page.slots.items()}


def _shrink(form: Form, document: Any, levels: Levels) -> bool:
    """Whether anything was taller than its slot. The same text in the same slot is set smaller once, wherever it is."""
    slots, tall = _slots(form), set()
    for page in document.pages:
        for box in _paragraphs(page._page_box):
            name, text = box.element.get("class").split()[0], box.element.get("data-text")
            if box.height > slots[name].height + 0.01 and levels.get((name, text), 0) < len(SHRINKING) - 1:
                tall.add((name, text))
    for each in tall:
        levels[each] = levels.get(each, 0) + 1
    return bool(tall)


def _paragraphs(box: Any) -> Iterator[Any]:
    element = getattr(box, "element", None)
    if element is not None and element.get("data-text") is not None and box.element_tag == "p":
        yield box
        return
    for child in getattr(box, "children", ()):
        yield from _paragraphs(child)
