"""Template tags for paper: division marks, and the slots that are stamped (see printing/pdf/layout.py)."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.models import Division

register = template.Library()


@register.simple_tag
def mark(division: Division) -> SafeString:
    """`{% mark division %}`: the letter of the division on its color."""
    return format_html('<span class="division" data-color="{}">{}</span>', division.color, division.letter)


@register.simple_tag
def text_slot(name: str, kind: str = "") -> SafeString:
    """`{% text_slot "room" "in" %}`: an empty slot for a text. `kind`: its CSS class, by default the name."""
    return format_html('<span class="slot {}" data-slot="{}"></span>', kind or name, name)


@register.simple_tag
def numbered_text_slot(kind: str, number: int) -> SafeString:
    """`{% numbered_text_slot "name" seat %}`: one of several slots of a kind."""
    return text_slot(f"{kind}{number}", kind)


@register.simple_tag
def code_slot(name: str, kind: str = "") -> SafeString:
    """`{% code_slot "qr" %}`: an empty slot for a QR code."""
    return format_html('<span class="slot code {}" data-slot="{}"></span>', kind, name)


@register.simple_tag
def numbered_code_slot(kind: str, number: int) -> SafeString:
    """`{% numbered_code_slot "qr" at %}`: one of several slots for QR codes."""
    return code_slot(f"{kind}{number}", kind)
