"""``{% load help %}``: the Help button of a page and the panel it opens."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import ResolverMatch

from foundation.help.guide import page_url
from foundation.help.pages import PAGES

register = template.Library()


@register.inclusion_tag("components/help_panel.html", takes_context=True)
def help_panel(context: template.Context) -> dict[str, Any]:
    """``{% help_panel %}``: for the header. Nothing is shown on a page without help, such as an error page."""
    match: ResolverMatch | None = getattr(context.get("request"), "resolver_match", None)
    page = PAGES.get(match.url_name or "") if match else None
    return {"page": page, "guide_url": page_url(page.guide) if page and page.guide else ""}
