"""The tags of paper: marks of divisions, and slots that the press stamps."""

from __future__ import annotations

from typing import Any

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from printing.sizes import SHRINKING
from tournament.models import Division

register = template.Library()


@register.simple_tag
def mark(division: Division) -> SafeString:
    """`{% mark division %}`: its letter on its color."""
    return format_html('<span class="division" data-color="{}">{}</span>', division.color, division.letter)


@register.simple_tag(takes_context=True)
def space(context: template.Context, name: str, kind: str = "") -> SafeString:
    """`{% space "name1" "name" %}`: an empty place of fixed size, or filled where a page is set whole."""
    copy = context.get("copy")
    text = copy.texts.get(name, "") if copy else ""
    levels = context.get("levels") or {}
    level = levels.get((name, text), 0)
    inside = format_html('<span class="set" style="font-size: {}em">{}</span>', SHRINKING[level], text) if text else ""
    return format_html('<span class="slot {}" data-slot="{}">{}</span>', kind or name, name, inside)


@register.simple_tag(takes_context=True)
def spaces(context: template.Context, kind: str, number: int) -> SafeString:
    """`{% spaces "name" seat %}`: one of several of a kind."""
    return space(context, f"{kind}{number}", kind)


@register.simple_tag(takes_context=True)
def code_space(context: template.Context, name: str, kind: str = "") -> SafeString:
    """The place of a QR code."""
    copy = context.get("copy")
    address = copy.codes.get(name, "") if copy else ""
    inside: Any = ""
    if address:
        inside = format_html('<img alt="" src="{}">', segno.make(address, error="m").svg_data_uri(border=2))
    return format_html('<span class="slot code {}" data-slot="{}">{}</span>', kind, name, inside)


@register.simple_tag(takes_context=True)
def code_spaces(context: template.Context, kind: str, number: int) -> SafeString:
    """One of several."""
    return code_space(context, f"{kind}{number}", kind)
