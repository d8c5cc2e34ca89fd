"""``{% load checker %}``: a reading as a formula."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from judging.checker.asking import Shown, formula
from tournament.books import edition_of
from tournament.models import Division

register = template.Library()


@register.simple_tag
def reading(shown: Shown, division: Division, asked: Mapping[str, Any]) -> SafeString:
    """``{% reading each division asked %}``: drawn where it can be, else as it is typed."""
    drawn = formula(edition_of(division.event), division.letter, asked, shown)
    if drawn:
        return mark_safe(drawn)  # noqa: S308 -- made of the parts of a parsed formula, each escaped
    return conditional_escape(shown.drawn or shown.written)
