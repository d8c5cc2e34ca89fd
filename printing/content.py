"""Composes the content of documents: fills templates and collects styles. Renders nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from foundation.accounts.invitations import absolute
from printing.documents import Content, PrintScope, StampedForm, WholePages
from printing.options import chosen_copies
from printing.pdf import QR_SCHEME, FormCopy

Context = Mapping[str, Any]


def compose_pages(template: str, scope: PrintScope, context: Context, *styles: str, copies: int = 1) -> WholePages:
    """Return content that is laid out as a whole: lists, tents, packets."""
    return WholePages(fill_template(template, scope, context), collect_styles(scope, *styles), copies)


def compose_form(
    template: str, scope: PrintScope, context: Context, copies: Sequence[FormCopy], *styles: str
) -> StampedForm:
    """Return content that is laid out once and stamped for each copy: scoresheets, cards, certificates."""
    return StampedForm(fill_template(template, scope, context), collect_styles(scope, *styles), copies)


def compose_identical_copies(template: str, scope: PrintScope, context: Context, *styles: str) -> Iterator[Content]:
    """Yield as many identical copies as were chosen. Only the first one is tagged text; the others are its picture."""
    copies = chosen_copies(scope)
    yield compose_pages(template, scope, context, *styles)
    if copies > 1:
        yield compose_form(template, scope, context, [FormCopy()] * (copies - 1), *styles)


def fill_template(template: str, scope: PrintScope, context: Context) -> str:
    return render_to_string(f"printing/{template}", {**context, "paper": scope.paper, "tournament": scope.tournament})


def collect_styles(scope: PrintScope, *names: str) -> tuple[str, ...]:
    """Return the CSS of every document, then of these names. A rehearsal is marked as one on every page."""
    marked = ["rehearsal"] if scope.tournament.is_rehearsal else []
    return tuple(map(read_stylesheet, ["paper", *names, *marked]))


@cache
def read_stylesheet(name: str) -> str:
    path = finders.find(f"print/{name}.css")
    assert path, name
    return Path(str(path)).read_text()


def qr_image(path: str, scope: PrintScope) -> str:
    """Return the image source of a QR code for a page of this installation. Rendering draws it."""
    return f"{QR_SCHEME}{absolute(path, scope.base_url)}"
