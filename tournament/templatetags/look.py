"""Template tags for components: icons, division marks, progress, empty states, rule references, and times.

The style guide at /style/ shows each one.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django import template
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from foundation.file_exports import FORMATS
from tournament.rounds.clock import format_clock

register = template.Library()

RELATIVE_WITHIN = timedelta(hours=1)

# SVG paths on a 24 by 24 grid, drawn with a stroke and no fill.
ICONS = {
    "arrow": "M4 12h15 M13 6l6 6-6 6",
    "back": "M20 12H5 M11 6l-6 6 6 6",
    "check": "M5 12.5 10 17.5 19.5 7",
    "circle": "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16",
    "clock": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17 M12 7.5V12l3.2 2",
    "close": "M6 6l12 12 M18 6 6 18",
    "copy": "M9 8h10v12H9z M15 8V4H5v12h4",
    "down": "M6 9.5l6 6 6-6",
    "download": "M12 4v11 M7 10.5l5 5 5-5 M5 20h14",
    "edit": "M5 19l1-4.5L16 4.5l3.5 3.5-10 10z M13.5 7l3.5 3.5",
    "gear": (
        "M10.0 5.7L10.2 3.2L13.8 3.2L14.0 5.7L15.1 6.2L17.0 4.5L19.5 7.0L17.8 8.9L18.3 10.0L20.8 10.2"
        "L20.8 13.8L18.3 14.0L17.8 15.1L19.5 17.0L17.0 19.5L15.1 17.8L14.0 18.3L13.8 20.8L10.2 20.8L10.0 18.3"
        "L8.9 17.8L7.0 19.5L4.5 17.0L6.2 15.1L5.7 14.0L3.2 13.8L3.2 10.2L5.7 10.0L6.2 8.9L4.5 7.0L7.0 4.5"
        "L8.9 6.2z M12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6"
    ),
    "home": "M4 11.2 12 4.5l8 6.7 M6 9.8V20h12V9.8 M10 20v-5.5h4V20",
    "info": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17 M12 11v5.5 M12 7.6v.1",
    "key": "M8 11.5a4 4 0 1 0 0 8a4 4 0 1 0 0-8 M11 12.6 19.5 4 M16 7.6l3 3 M13.4 10.2l2 2",
    "lock": "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3 M12 14.8v1.8",
    "log": "M9 6h11 M9 12h11 M9 18h11 M4.5 6h.1 M4.5 12h.1 M4.5 18h.1",
    "menu": "M4 7h16 M4 12h16 M4 17h16",
    "moon": "M19.5 14.2A8 8 0 1 1 9.8 4.5a6.4 6.4 0 0 0 9.7 9.7z",
    "more": (
        "M5.5 11.2a.8.8 0 1 0 0 1.6a.8.8 0 1 0 0-1.6 M12 11.2a.8.8 0 1 0 0 1.6a.8.8 0 1 0 0-1.6"
        " M18.5 11.2a.8.8 0 1 0 0 1.6a.8.8 0 1 0 0-1.6"
    ),
    "out": "M14 4H5v16h9 M10 12h10 M16 8l4 4-4 4",
    "people": (
        "M9 5a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4 M3 19.5c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5"
        " M15.5 5.3a3 3 0 0 1 0 5.8 M17.2 14.3c2.2.6 3.5 2.4 3.8 5.2"
    ),
    "person": "M12 4.5a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 1 0 0-7.4 M4.8 20c.5-4 3.3-6 7.2-6s6.7 2 7.2 6",
    "phone": "M7.5 3h9v18h-9z M11 18h2",
    "play": "M8 5.5v13l10.5-6.5z",
    "plus": "M12 5v14 M5 12h14",
    "print": "M7 9V4h10v5 M7 17H4V9h16v8h-3 M7 14h10v6H7z",
    "qr": (
        "M4 4h6v6H4z M14 4h6v6h-6z M4 14h6v6H4z M14 14h2.5v2.5 M20 14v.1 M14 20v-.1 M17.5 20H20v-3"
        " M7 7h.1 M17 7h.1 M7 17h.1"
    ),
    "refresh": "M19.5 12a7.5 7.5 0 1 1-2.4-5.5 M19.5 4v4.2h-4.2",
    "scales": "M12 4v16 M8 20h8 M5 7h14 M5 7l-2.6 6.2a2.9 2.9 0 0 0 5.2 0z M19 7l-2.6 6.2a2.9 2.9 0 0 0 5.2 0z",
    "search": "M10.5 4.5a6 6 0 1 0 0 12a6 6 0 1 0 0-12 M15 15l5 5",
    "sheet": "M6 3.5h8.5L18.5 8v12.5H6z M14 3.5V8.3h4.5 M9 12.5h6.5 M9 16.2h6.5",
    "stop": "M6.5 6.5h11v11h-11z",
    "sun": (
        "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8 M12 2.8v2 M12 19.2v2 M2.8 12h2 M19.2 12h2"
        " M5.5 5.5l1.4 1.4 M17.1 17.1l1.4 1.4 M5.5 18.5l1.4-1.4 M17.1 6.9l1.4-1.4"
    ),
    "table": (
        "M7.5 8.5h9v9h-9z M12 2.5a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 1 0 0-3.4"
        " M3.4 11.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 1 0 0-3.4 M20.6 11.3a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 1 0 0-3.4"
    ),
    "team": "M5 21V4 M5 5h12.5l-2.8 4 2.8 4H5",
    "trash": "M4.5 7h15 M9.5 7V4h5v3 M6.5 7l.9 13h9.2l.9-13 M10.3 11v5.5 M13.7 11v5.5",
    "trophy": (
        "M8 4h8v6a4 4 0 0 1-8 0z M8 5.5H4.5c0 3.2 1.3 5 3.7 5.3 M16 5.5h3.5c0 3.2-1.3 5-3.7 5.3 M12 14v4 M8.5 20h7"
    ),
    "undo": "M8.5 5 4.5 9l4 4 M4.5 9H14a5.5 5.5 0 0 1 0 11H9",
    "warn": "M12 4 2.8 19.8h18.4z M12 10v4.6 M12 17.2v.1",
}

# The tone for each of Django's message levels.
TONES = {"debug": "muted", "info": "info", "success": "ok", "warning": "warn", "error": "bad"}
TONE_ICONS = {"ok": "check", "warn": "warn", "bad": "warn", "info": "info", "muted": "info"}


def _render_inline(template_name: str, values: dict[str, Any]) -> str:
    """Render a component within a line of text. The template's final newline would show as a blank, so strip it."""
    return SafeString(render_to_string(template_name, values).strip())


@register.simple_tag
def icon(name: str, size: str = "") -> str:
    """``{% icon "print" %}``, ``{% icon "scales" "large" %}``: an icon beside words, hidden from screen readers."""
    if name not in ICONS:
        raise template.TemplateSyntaxError(f"There is no icon {name!r}. There are: {', '.join(ICONS)}.")
    return _render_inline("components/icon.html", {"path": ICONS[name], "size": size})


@register.simple_tag
def icon_names() -> list[str]:
    return list(ICONS)


@register.filter
def tone(level_tag: str) -> str:
    """The tone of a Django message: ``{{ message.level_tag|tone }}``."""
    return TONES.get(level_tag, "info")


@register.filter
def tone_icon(tone_name: str) -> str:
    return TONE_ICONS.get(tone_name, "info")


@register.filter
def words(text: str) -> list[str]:
    """A short list written in a template: ``{% for name in "blue gold green"|words %}``."""
    return text.split()


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
    return _render_inline("components/division_mark.html", values)


@register.inclusion_tag("components/progress.html")
def progress(done: int, total: int, label: str) -> dict[str, Any]:
    """``{% progress sheets_in tables "Sheets in" %}``. Shows 100% only when nothing is missing."""
    done, total = int(done or 0), int(total or 0)
    return {
        "done": done,
        "total": total,
        "most": max(total, 1),
        "label": label,
        "percent": done * 100 // total if total else 0,
        "complete": total > 0 and done >= total,
    }


@register.inclusion_tag("components/because.html")
def because(citation: str, sentence: str) -> dict[str, str]:
    """``{% because "EQ XII-A" "Three players share twelve points." %}``: why a computed number is what it is."""
    return {"citation": citation, "sentence": sentence}


@register.simple_tag
def when(moment: datetime | str | None) -> str:
    """``{% when entry.saved_at %}``: relative within an hour, else the time or date; the exact time on tap."""
    if isinstance(moment, str):
        moment = parse_datetime(moment)
    if moment is None:
        return _render_inline("components/when.html", {})
    if timezone.is_naive(moment):
        moment = timezone.make_aware(moment)
    now = timezone.now()
    local = timezone.localtime(moment)
    far = _absolute_words(local, timezone.localtime(now).date())
    values = {
        "moment": local.isoformat(timespec="seconds"),
        "exact": f"{date_format(local, 'l')}, {date_format(local, 'DATETIME_FORMAT')}",
        "far": far,
        "words": _relative_words(now - moment) if abs(now - moment) < RELATIVE_WITHIN else far,
    }
    return _render_inline("components/when.html", values)


def _relative_words(ago: timedelta) -> str:
    """Return the time in words. page.js updates it in the browser, so change both."""
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
def of(values: dict[Any, Any], key: Any) -> Any:
    """Look up a key in a dictionary: ``{{ states|of:division.pk }}``."""
    return values.get(key)


@register.filter
def field(form: Any, name: str) -> Any:
    """A form's field by its name: ``{{ form|field:"grade" }}``."""
    return form[name]


@register.filter
def clock_time(seconds: float | None) -> str:
    """Format seconds like a clock: ``{{ 1790|clock_time }}`` is 29:50. Empty for None."""
    return "" if seconds is None else format_clock(seconds)


@register.simple_block_tag
def nothing(content: str, title: str, text: str, drawing: str = "table") -> str:
    """``{% nothing "No teams yet" "Add one by hand." "team" %}…buttons…{% endnothing %}``: an empty state."""
    values = {"title": title, "text": text, "drawing": drawing, "actions": content}
    return render_to_string("components/empty.html", values)


@register.simple_block_tag(takes_context=True)
def tap(context: template.Context, content: str, url: str, target: str, classes: str = "") -> str:
    """``{% tap url card.key %}…buttons…{% endtap %}``: a form whose answer replaces one part of the page.

    Without JavaScript the whole page reloads.
    """
    values = {"url": url, "target": target, "classes": classes, "content": content}
    # Rendered without the request: a page has hundreds of these, and context processors would run for each.
    return render_to_string("components/tap.html", values | {"csrf_token": context.get("csrf_token")})


@register.inclusion_tag("components/files.html", takes_context=True)
def files(context: template.Context, where: str = "", **more: str) -> dict[str, Any]:
    """``{% files %}``: links to download this page's list as CSV, XLSX, or JSON. ``{% files url %}``: another page's.

    ``{% files of="teams" %}`` picks one of several lists of a page.
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
    label: str, url: str, *, about: Any = "", kind: str = "", icon: str = "", confirm: str = ""
) -> dict[str, Any]:
    """``{% post_button "Revoke" where about=badge.label kind="small quiet" confirm="What will happen." %}``.

    A button that calls a verb. With `confirm` it first says what will happen and asks.
    """
    return {"label": label, "url": url, "about": about, "kind": kind, "icon": icon, "confirm": confirm}
