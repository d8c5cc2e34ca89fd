"""Template tags for permissions, form keys, devices, and sign-in links with their QR codes."""

from __future__ import annotations

import uuid
from typing import Any

import segno
from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from foundation.accounts.invitations import absolute, path_of
from foundation.people.actor import device_name
from foundation.people.models import Invitation

register = template.Library()


@register.simple_tag(takes_context=True)
def may(context: dict[str, Any], action: str) -> bool:
    """`{% may "team.add" as can_add %}`: whether the access table lets this person do it in this tournament."""
    actor = context.get("actor")
    return actor is not None and actor.may(action, context.get("tournament"))


@register.filter
def device(user_agent: str) -> str:
    return device_name(user_agent) or "Unknown device"


@register.simple_block_tag
def action_table(content: str, label: str, *columns: str) -> str:
    """`{% action_table "Devices" "Device" "Since" %}…rows…{% endaction_table %}`: the last column has the buttons."""
    values = {"label": label, "columns": columns, "rows": content}
    return render_to_string("foundation/people/_action_table.html", values)


@register.simple_tag
def form_key() -> SafeString:
    """Return a hidden idempotency key, so a form that is sent twice is processed once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4().hex)


@register.simple_tag(takes_context=True)
def link_to(context: dict[str, Any], invitation: Invitation) -> str:
    """Return the full URL of a sign-in badge or coach link."""
    host = context["request"].build_absolute_uri("/").rstrip("/")
    return absolute(path_of(invitation), host)


@register.simple_tag
def qr(address: str, label: str = "QR code") -> SafeString:
    """Return a QR code as inline SVG, dark on white in every theme."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(
        border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None, title=label
    )
    return mark_safe(svg)  # noqa: S308 -- segno made it from our own URL
