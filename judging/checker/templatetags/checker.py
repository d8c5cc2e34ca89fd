"""``{% load checker %}``: shows an interpretation as a formula."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from judging.checker.answers import Interpretation, draw_formula
from tournament.books import edition_of
from tournament.models import Division

register = template.Library()


@register.simple_tag
def formula(interpretation: Interpretation, division: Division, question: Mapping[str, Any]) -> SafeString:
    """``{% formula interpretation division question %}``: MathML where possible, else the notation."""
    drawn = draw_formula(edition_of(division.event), division.letter, question, interpretation)
    if drawn:
        return mark_safe(drawn)  # noqa: S308 -- built from the parts of a parsed formula, each escaped
    return conditional_escape(interpretation.drawn or interpretation.written)
