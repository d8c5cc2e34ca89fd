"""Template tags for components: icons, progress, empty states, rule references, and times.

The style guide at /style/ shows each one.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from foundation.file_exports import FORMATS
from rulebooks import load_catalog, wording
from rulebooks.catalog import book_titles
from rulebooks.citations import CITED_BOOK, OWN

register = template.Library()

RELATIVE_WITHIN = timedelta(hours=1)

# The tone for each of Django's message levels.
TONES = {"debug": "muted", "info": "info", "success": "ok", "warning": "warn", "error": "bad"}
TONE_ICONS = {"ok": "check", "warn": "warn", "bad": "warn", "info": "info", "muted": "info"}


def _render_inline(template_name: str, values: dict[str, Any]) -> str:
    """Render a component within a line of text. The template's final newline would show as a blank, so strip it."""
    return SafeString(render_to_string(template_name, values).strip())


@cache
def _icon_names() -> tuple[str, ...]:
    """Return the names of the symbols in the sprite."""
    sprite = (settings.BASE_DIR / "static/img/icons.svg").read_text()
    return tuple(re.findall(r'<symbol id="([\w-]+)"', sprite))


@register.simple_tag
def icon(name: str, size: str = "") -> str:
    """``{% icon "print" %}``, ``{% icon "scales" "large" %}``: an icon beside words, hidden from screen readers."""
    if name not in _icon_names():
        raise template.TemplateSyntaxError(f"There is no icon {name!r}. There are: {', '.join(_icon_names())}.")
    return _render_inline("components/icon.html", {"name": name, "size": size})


@register.simple_tag
def icon_names() -> list[str]:
    return list(_icon_names())


@register.filter
def tone(level_tag: str) -> str:
    """The tone of a Django message: ``{{ message.level_tag|tone }}``."""
    return TONES.get(level_tag, "info")


@register.filter
def tone_icon(tone_name: str) -> str:
    return TONE_ICONS.get(tone_name, "info")


@register.simple_tag
def plural(count: int, one: str, many: str) -> str:
    """``{% plural waiting "1 sheet is waiting." "{count} sheets are waiting." %}``: the whole sentence for a number."""
    return wording.plural(int(count or 0), one, many)


@register.filter
def join_words(words: list[object], last: str = "and") -> str:
    """``{{ tables|join_words }}``: 4, 9, and 12."""
    return wording.join_words(words, last)


@register.filter
def ordinal(number: int) -> str:
    """``{{ rank|ordinal }}``: 1st, 2nd, or 12th."""
    return wording.ordinal(number)


@register.filter
def field_words(name: str) -> str:
    """The words of a form field's name: ``{{ name|field_words }}`` turns `first_name` into `First name`."""
    return capfirst(name.replace("_", " "))


@register.filter
def split(text: str) -> list[str]:
    """A short list written in a template: ``{% for name in "blue gold green"|split %}``."""
    return text.split()


@register.inclusion_tag("components/progress.html")
def progress(done: int, total: int, label: str) -> dict[str, Any]:
    """``{% progress received tables "Received" %}``. Shows 100% only when nothing is missing."""
    done, total = int(done or 0), int(total or 0)
    return {
        "done": done,
        "total": total,
        "most": max(total, 1),
        "label": label,
        "percent": done * 100 // total if total else 0,
        "complete": total > 0 and done >= total,
    }


@register.filter(is_safe=True)
def citation(rule: str) -> SafeString:
    """``{{ fact.rule|citation }}``: a citation with the names of its books, on hover and in the help panel."""
    titles = book_titles(load_catalog(settings.RULEBOOKS))

    def with_title(found: re.Match[str]) -> str:
        book = found["book"]
        if book not in titles:
            return found.group()
        shown, colon = ("Headtable", ":") if book == OWN.strip() else (book, "")
        return f'{found["before"]}<abbr title="{conditional_escape(titles[book])}">{shown}</abbr>{colon}'

    return SafeString(CITED_BOOK.sub(with_title, conditional_escape(rule)))


@register.inclusion_tag("components/rule_reference.html")
def rule_reference(citation: str, sentence: str) -> dict[str, str]:
    """``{% rule_reference "EQ XII-A" "Three players share twelve points." %}``: why a computed number is what it is."""
    return {"citation": citation, "sentence": sentence}


@register.simple_tag
def time(moment: datetime | str | None) -> str:
    """``{% time entry.saved_at %}``: relative within an hour, else the time or date; the exact time on tap."""
    if isinstance(moment, str):
        moment = parse_datetime(moment)
    if moment is None:
        return _render_inline("components/time.html", {})
    if timezone.is_naive(moment):
        moment = timezone.make_aware(moment)
    now = timezone.now()
    local = timezone.localtime(moment)
    far = _absolute_words(local, timezone.localtime(now).date())
    values = {
        "moment": local.isoformat(timespec="seconds"),
        "exact": f"{date_format(local, 'D')}, {date_format(local, 'DATETIME_FORMAT')}",
        "far": far,
        "words": _relative_words(now - moment) if abs(now - moment) < RELATIVE_WITHIN else far,
    }
    return _render_inline("components/time.html", values)


def _relative_words(ago: timedelta) -> str:
    """Return the time in words. times.js updates it in the browser, so change both."""
    minutes = int(abs(ago).total_seconds()) // 60
    past = ago >= timedelta(0)
    if minutes == 0:
        return "just now" if past else "in a moment"
    return f"{minutes} min ago" if past else f"in {minutes} min"


def _absolute_words(local: datetime, today: date) -> str:
    clock = date_format(local, "TIME_FORMAT")
    if local.date() == today:
        return clock
    if local.date() == today - timedelta(days=1):
        return f"yesterday, {clock}"
    if local.date() == today + timedelta(days=1):
        return f"tomorrow, {clock}"
    return date_format(local, "MONTH_DAY_FORMAT" if local.year == today.year else "DATE_FORMAT") + f", {clock}"


@register.filter
def get(values: dict[Any, Any], key: Any) -> Any:
    """Look up a key in a dictionary: ``{{ states|get:division.pk }}``."""
    return values.get(key)


@register.filter
def field(form: Any, name: str) -> Any:
    """A form's field by its name: ``{{ form|field:"grade" }}``."""
    return form[name]


@register.simple_block_tag
def blank_slate(content: str, title: str, text: str, drawing: str = "table") -> str:
    """``{% blank_slate "No teams yet" "Add one by hand." "team" %}…buttons…{% endblank_slate %}``: an empty state."""
    values = {"title": title, "text": text, "drawing": drawing, "actions": content}
    return render_to_string("components/blank_slate.html", values)


@register.simple_block_tag(takes_context=True)
def button_form(context: template.Context, content: str, url: str, target: str, classes: str = "") -> str:
    """``{% button_form url card.key %}…buttons…{% endbutton_form %}``: a form that replaces one part of the page.

    Without JavaScript the whole page reloads.
    """
    values = {"url": url, "target": target, "classes": classes, "content": content}
    # Rendered without the request: a page has hundreds of these, and context processors would run for each.
    return render_to_string("components/button_form.html", values | {"csrf_token": context.get("csrf_token")})


@register.inclusion_tag("components/download_links.html", takes_context=True)
def download_links(context: template.Context, where: str = "", **more: str) -> dict[str, Any]:
    """``{% download_links %}``: links to download this page's list as CSV, XLSX, or JSON.

    ``{% download_links url %}``: another page's list.

    ``{% download_links of="teams" %}`` picks one of several lists of a page.
    """
    request = context["request"]
    query = QueryDict(mutable=True) if where else request.GET.copy()
    links = []
    query.update(more)
    for name, label in FORMATS.items():
        query["format"] = name
        links.append((f"{where}?{query.urlencode()}", label))
    return {"links": links}


@register.inclusion_tag("components/post_button.html")
def post_button(
    label: str, url: str, *, about: Any = "", kind: str = "", icon: str = "", confirm: str = "", title: str = ""
) -> dict[str, Any]:
    """``{% post_button "Revoke" where about=badge.label kind="small quiet" confirm="What will happen." %}``.

    A button that calls a verb. With `confirm` it first says what will happen and asks. `title`: the question, such as
    `End {about}’s role?`, if it isn't the label and what it is about.
    """
    question = title.replace("{about}", str(about)) if title else f"{label} {about}?" if about else f"{label}?"
    return {
        "label": label,
        "url": url,
        "about": about,
        "kind": kind,
        "icon": icon,
        "confirm": confirm,
        "title": question,
    }
