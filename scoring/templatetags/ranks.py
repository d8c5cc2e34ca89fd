"""``{% load ranks %}``: the many small figures of a list of standings, written at once."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.ranks.describing import Cell

register = template.Library()

FIGURE = '<td class="num round">{}</td>'
LINKED = '<td class="num round"><a href="{}{}/">{}</a></td>'


@register.simple_tag
def cells(several: Iterable[Cell], sheets: str) -> SafeString:
    """``{% cells row.cells sheets %}``: a row's points by round, each with the way to its sheet under `sheets`."""
    linked = [
        format_html(LINKED, sheets, cell.sheet, cell.points) if cell.sheet else format_html(FIGURE, cell.points or "–")
        for cell in several
    ]
    return SafeString("".join(linked))
