"""The help of every page, by URL name. URL names are plain data here: this floor doesn't import the pages' views."""

from __future__ import annotations

from foundation.help.page_help import PageHelp, Pages
from foundation.help.pages import family, judging, results, rounds, setup, site

PARTS: tuple[Pages, ...] = (site.PAGES, setup.PAGES, rounds.PAGES, results.PAGES, judging.PAGES, family.PAGES)


def _by_url_name() -> dict[str, PageHelp]:
    found: dict[str, PageHelp] = {}
    for part in PARTS:
        for name, page in part.items():
            for each in (name, *page.also):
                if each in found:
                    raise ValueError(f"two help entries for {each}")
                found[each] = page
    return found


PAGES = _by_url_name()
