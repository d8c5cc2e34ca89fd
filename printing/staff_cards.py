"""One-page cards for the staff: the guide's pages for scorekeepers and judges, on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import markdown
from django.conf import settings
from django.utils.safestring import mark_safe

from printing.content import compose_identical_copies
from printing.documents import Content, DocumentSubject, PrintableDocument, PrintScope
from printing.options import COPIES


def read_card(name: str) -> str:
    """Return a page of the guide as HTML."""
    text = (settings.BASE_DIR / "docs" / "guide" / f"{name}.md").read_text()
    return mark_safe(markdown.markdown(text, extensions=["tables"]))  # noqa: S308 a file of the program


def compose_card(name: str) -> Callable[[PrintScope], Iterator[Content]]:
    def compose(scope: PrintScope) -> Iterator[Content]:
        return compose_identical_copies("staff_card.html", scope, {"card": read_card(name)}, "staff_card")

    return compose


def staff_card(name: str, title: str, words: str) -> PrintableDocument:
    return PrintableDocument(
        name,
        title,
        about=DocumentSubject.TOURNAMENT,
        group="Staff",
        words=words,
        options=(COPIES,),
        compose=compose_card(name),
    )


SCOREKEEPER_CARD = staff_card(
    "scorekeeper-card", "Scorekeeper card", "One page: how to receive, enter, and verify scoresheets, with the keys."
)
JUDGE_CARD = staff_card(
    "judge-card", "Judge card", "One page: a visit step by step, what to tell players, second opinions, and protests."
)
