"""``{% load standings_table %}``: the cells of a standings table, rendered in one call because there are thousands."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.standings_pages.row_details import RoundPoints

register = template.Library()

PLAIN_CELL = '<td class="num round">{}</td>'
LINKED_CELL = '<td class="num round"><a href="{}{}/">{}</a></td>'


@register.simple_tag
def round_cells(cells: Iterable[RoundPoints], sheets_url: str) -> SafeString:
    """``{% round_cells row.cells sheets %}``: the points of a row by round, each linked to its scoresheet."""
    html = [
        format_html(LINKED_CELL, sheets_url, cell.sheet, cell.points)
        if cell.sheet
        else format_html(PLAIN_CELL, cell.points or "–")
        for cell in cells
    ]
    return SafeString("".join(html))
