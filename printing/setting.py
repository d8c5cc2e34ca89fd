"""From a template to paper: HTML and styles as the press wants them, and the slots that a form leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import segno
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from foundation.accounts.invitations import absolute
from printing.documents import Asked

Context = Mapping[str, Any]


def html_of(template: str, asked: Asked, context: Context) -> str:
    return render_to_string(f"printing/{template}", {**context, "paper": asked.paper, "tournament": asked.tournament})


@cache
def style(name: str) -> str:
    found = finders.find(f"print/{name}.css")
    assert found, name
    return Path(str(found)).read_text()


def styles(asked: Asked, *names: str) -> list[str]:
    """Those of every document, then its own; a rehearsal says on every page that it is one."""
    marked = ["rehearsal"] if asked.tournament.is_rehearsal else []
    return [style("paper"), *map(style, [*names, *marked])]


def picture_of(path: str, asked: Asked) -> str:
    """A QR code that leads to a page of this installation, as the address of a picture; unset, where it leads."""
    address = absolute(path, asked.base)
    return address if asked.unset else segno.make(address, error="m").svg_data_uri(border=2)


def set_plain(template: str, asked: Asked, context: Context, *names: str) -> bytes:
    """A document that is laid out whole: lists, cards, certificates."""
    html, css = html_of(template, asked, context), styles(asked, *names)
    if asked.unset:
        return "".join([*css, html]).encode()
    from weasyprint import CSS  # a second to import: only the worker that prints pays for it

    from printing.press.pages import pages_from

    sheets = [CSS(string=each) for each in css]
    return pages_from(html).write_pdf(stylesheets=sheets, pdf_tags=True) or b""


def set_copies(
    template: str,
    asked: Asked,
    context: Context,
    copies: Sequence[Any],
    *names: str,
    report: Callable[[int], None] = lambda done: None,
) -> Iterator[bytes]:
    """A form that is laid out once, and stamped for each copy."""
    html, css = html_of(template, asked, context), styles(asked, *names)
    if asked.unset:
        yield "".join([*css, html, *map(repr, copies)]).encode()
        return
    from printing.press.forms import Form
    from printing.press.stamping import stamp

    yield from stamp(Form(html, css), copies, report)
