"""The tags of the one look: icons, division marks, progress, empty states, the why and the when. /style/ shows each."""

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
from django.utils.safestring import SafeString

from foundation.file_exports import FORMATS
from tournament.rounds.clock import in_figures

register = template.Library()

NEAR = timedelta(hours=1)

# Django's message levels, in the tones of the look.
TONES = {"debug": "muted", "info": "info", "success": "ok", "warning": "warn", "error": "bad"}
TONE_ICONS = {"ok": "check", "warn": "warn", "bad": "warn", "info": "info", "muted": "info"}


def _inline(template_name: str, values: dict[str, Any]) -> str:
    """For what stands in a line of text, where the line break at the end of a template would be seen as a blank."""
    return SafeString(render_to_string(template_name, values).strip())


@cache
def _icon_names() -> tuple[str, ...]:
    """Return the names of the symbols in the sprite."""
    sprite = (settings.BASE_DIR / "static/img/icons.svg").read_text()
    return tuple(re.findall(r'<symbol id="([\w-]+)"', sprite))


@register.simple_tag
def icon(name: str, size: str = "") -> str:
    """``{% icon "print" %}``, ``{% icon "scales" "large" %}``: a drawing beside words, hidden from screen readers."""
    if name not in _icon_names():
        raise template.TemplateSyntaxError(f"There is no icon {name!r}. There are: {', '.join(_icon_names())}.")
    return _inline("components/icon.html", {"name": name, "size": size})


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


@register.filter
def words(text: str) -> list[str]:
    """A short list written in a template: ``{% for name in "blue gold green"|words %}``."""
    return text.split()


@register.simple_tag
def division_mark(
    division: Any = None, *, letter: str = "", name: str = "", color: str = "", short: bool = False
) -> str:
    """``{% division_mark division %}``: its letter on its color and its name; ``short=True`` for the letter."""
    values = {
        "letter": letter or getattr(division, "letter", ""),
        "name": name or getattr(division, "name", ""),
        "color": color or getattr(division, "color", "") or "gray",
        "short": short,
    }
    return _inline("components/division_mark.html", values)


@register.inclusion_tag("components/progress.html")
def progress(done: int, total: int, label: str) -> dict[str, Any]:
    """``{% progress sheets_in tables "Sheets in" %}``. 100 % is said only when nothing is missing."""
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
    """``{% when entry.saved_at %}``: in words while near, the clock if today, else the date; exact on tap."""
    if isinstance(moment, str):
        moment = parse_datetime(moment)
    if moment is None:
        return _inline("components/when.html", {})
    if timezone.is_naive(moment):
        moment = timezone.make_aware(moment)
    now = timezone.now()
    local = timezone.localtime(moment)
    far = _far(local, timezone.localtime(now).date())
    values = {
        "moment": local.isoformat(timespec="seconds"),
        "exact": f"{date_format(local, 'l')}, {date_format(local, 'DATETIME_FORMAT')}",
        "far": far,
        "words": _near(now - moment) if abs(now - moment) < NEAR else far,
    }
    return _inline("components/when.html", values)


def _near(ago: timedelta) -> str:
    """page.js says the same when time has passed: change both."""
    minutes = int(abs(ago).total_seconds()) // 60
    past = ago >= timedelta(0)
    if minutes == 0:
        return "just now" if past else "in a moment"
    return f"{minutes} min ago" if past else f"in {minutes} min"


def _far(local: datetime, today: date) -> str:
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
    """One value of a dictionary: ``{{ states|of:division.pk }}``."""
    return values.get(key)


@register.filter
def field(form: Any, name: str) -> Any:
    """A form's field by its name: ``{{ form|field:"grade" }}``."""
    return form[name]


@register.filter
def clock_time(seconds: float | None) -> str:
    """Seconds as a clock shows them: ``{{ 1790|clock_time }}`` is 29:50. Nothing for none."""
    return "" if seconds is None else in_figures(seconds)


@register.simple_block_tag
def nothing(content: str, title: str, text: str, drawing: str = "table") -> str:
    """``{% nothing "No teams yet" "Add one by hand." "team" %}…buttons…{% endnothing %}``: an empty state."""
    values = {"title": title, "text": text, "drawing": drawing, "actions": content}
    return render_to_string("components/empty.html", values)


@register.simple_block_tag(takes_context=True)
def tap(context: template.Context, content: str, url: str, target: str, classes: str = "") -> str:
    """``{% tap where card.key %}…buttons…{% endtap %}``: changes one part of the page; all of it without a script."""
    values = {"url": url, "target": target, "classes": classes, "content": content}
    # Without the request: a page has hundreds of these, and what every page knows would be worked out for each.
    return render_to_string("components/tap.html", values | {"csrf_token": context.get("csrf_token")})


@register.inclusion_tag("components/files.html", takes_context=True)
def files(context: template.Context, where: str = "", **more: str) -> dict[str, Any]:
    """``{% files %}``: what this page shows as CSV, XLSX or JSON; ``{% files where %}``: what another address gives.

    ``{% files of="teams" %}`` asks for one of several lists of a page.
    """
    request = context["request"]
    asked = QueryDict(mutable=True) if where else request.GET.copy()
    links = []
    asked.update(more)
    for name, label in FORMATS.items():
        asked["format"] = name
        links.append((f"{where}?{asked.urlencode()}", label))
    return {"links": links}


@register.inclusion_tag("components/post_button.html")
def post_button(
    label: str, url: str, *, about: Any = "", kind: str = "", icon: str = "", confirm: str = ""
) -> dict[str, Any]:
    """``{% post_button "Revoke" where about=badge.label kind="small quiet" confirm="What will happen." %}``.

    One button that calls a verb; with `confirm` it asks first and says what will happen.
    """
    return {"label": label, "url": url, "about": about, "kind": kind, "icon": icon, "confirm": confirm}
