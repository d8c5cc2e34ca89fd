"""What the help panel says about one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True)
class PageHelp:
    """`purpose`: what the page is for; `tasks`: the two or three things people do here; `guide`: a page of the guide.

    `also`: URLs that show the same page again, for example when they refuse a form. `keys`: whether the panel lists the
    page's keys; families read on phones.
    """

    purpose: Text
    tasks: tuple[Text, ...]
    guide: str = ""
    also: tuple[str, ...] = ()
    keys: bool = True


Pages = Mapping[str, PageHelp]
"""By URL name."""
