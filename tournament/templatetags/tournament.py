"""Template tags for divisions and the round clock."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournament.rounds.clock import format_clock

register = template.Library()


@register.simple_tag
def division_mark(
    division: Any = None, *, letter: str = "", name: str = "", color: str = "", short: bool = False
) -> str:
    """``{% division_mark division %}``: the letter on its color, and the name unless ``short=True``."""
    values = {
        "letter": letter or getattr(division, "letter", ""),
        "name": name or getattr(division, "name", ""),
        "color": color or getattr(division, "color", "") or "gray",
        "short": short,
    }
    return SafeString(render_to_string("components/division_mark.html", values).strip())


@register.filter
def clock_time(seconds: float | None) -> str:
    """Format seconds like a clock: ``{{ 1790|clock_time }}`` is 29:50. Empty for None."""
    return "" if seconds is None else format_clock(seconds)
