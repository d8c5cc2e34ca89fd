"""Reads the guide: the Markdown pages in docs/guide/, which the documentation site shows too."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from django.conf import settings
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.tables import TableExtension
from markdown.extensions.toc import TocExtension
from markdown.treeprocessors import Treeprocessor

INDEX = "index"
IMAGE_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
MOST_HITS = 20
EXCERPT = 160  # characters
_LINK_TO_PAGE = re.compile(r"(?P<page>[\w-]+)\.md(?P<anchor>#.*)?")
_LINK_TO_IMAGE = re.compile(r"images/(?P<file>[\w.-]+)")
_LISTED_PAGE = re.compile(r"\]\(([\w-]+)\.md\)")
_TITLE = re.compile(r"<h1\b.*?</h1>", re.DOTALL)
_HEADING = re.compile(r'<h([23]) id="([^"]+)">(.*?)</h\1>', re.DOTALL)


@dataclass(frozen=True)
class Section:
    """A heading of a page and the text below it, as search reads them. `anchor` is empty above the first heading."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class GuidePage:
    """One page. `contents`: its headings, for the table of contents."""

    name: str
    title: str
    html: SafeString
    contents: tuple[Section, ...]
    sections: tuple[Section, ...]

    @property
    def url(self) -> str:
        return page_url(self.name)


@dataclass(frozen=True)
class Hit:
    """A section that search found. `excerpt`: the text around the first word that matches."""

    page: str
    section: str
    url: str
    excerpt: str


def page_url(name: str) -> str:
    return reverse("help") if name in ("", INDEX) else reverse("help_page", args=[name])


# -- pages ------------------------------------------------------------------------------------------------------------


def find_page(name: str) -> GuidePage | None:
    """Return a page of the guide. Only files of the folder are found, so no name leads out of it."""
    path = _paths().get(name)
    return _read(path, path.stat().st_mtime_ns) if path else None


def list_pages() -> list[GuidePage]:
    """Return every page but the index: first those that the index links to, in its order, then the others."""
    paths = _paths()
    listed = _LISTED_PAGE.findall(paths[INDEX].read_text(encoding="utf-8")) if INDEX in paths else []
    names = dict.fromkeys([*(name for name in listed if name in paths), *paths])
    return [page for name in names if name != INDEX and (page := find_page(name))]


def find_image(file: str) -> tuple[Path, str] | None:
    """Return a picture of the guide with its content type."""
    folder = settings.GUIDE / "images"
    found = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
    path = found.get(file)
    return (path, IMAGE_TYPES[path.suffix]) if path and path.suffix in IMAGE_TYPES else None


def _paths() -> Mapping[str, Path]:
    return {path.stem: path for path in sorted(settings.GUIDE.glob("*.md"))}


@functools.lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> GuidePage:
    """Read a page; `changed` makes an edited file be read again."""
    markdown = Markdown(
        extensions=[
            "admonition",
            "attr_list",
            TableExtension(use_align_attribute=True),  # the Content-Security-Policy forbids style attributes
            TocExtension(),
            _GuideExtension(),
        ]
    )
    whole = markdown.convert(path.read_text(encoding="utf-8"))
    title = _TITLE.search(whole)
    body = _TITLE.sub("", whole, count=1)
    sections = _split_sections(body)
    return GuidePage(
        name=path.stem,
        title=_plain(title.group()) if title else path.stem.replace("-", " ").capitalize(),
        html=mark_safe(body),  # noqa: S308 -- our own pages
        contents=tuple(each for each in sections if each.anchor),
        sections=sections,
    )


def _split_sections(body: str) -> tuple[Section, ...]:
    """Split a page at its headings of the second and third level."""
    before, *rest = _HEADING.split(body)
    sections = [Section("", "", _plain(before))]
    for _, anchor, title, text in zip(rest[0::4], rest[1::4], rest[2::4], rest[3::4], strict=True):
        sections.append(Section(anchor, _plain(title), _plain(text)))
    return tuple(sections)


def _plain(markup: str) -> str:
    return " ".join(html.unescape(strip_tags(markup)).split())


class _GuideExtension(Extension):
    """Adapts the pages to the product: its URLs, and its tables."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 -- Python-Markdown's name
        md.treeprocessors.register(_GuideTree(md), "headtable_guide", 1)  # after all others


class _GuideTree(Treeprocessor):
    def run(self, root: ElementTree.Element) -> None:
        for element in list(root.iter()):
            if element.tag == "a":
                _adapt_link(element)
            elif element.tag == "img":
                _adapt_image(element)
            for position, child in enumerate(list(element)):
                if child.tag == "table":
                    element[position] = _in_scroll_area(child)


def _adapt_link(link: ElementTree.Element) -> None:
    """Link to the page at /help/. A link to other documentation, which the product doesn't serve, becomes text."""
    target = link.get("href", "")
    if match := _LINK_TO_PAGE.fullmatch(target):
        link.set("href", page_url(match["page"]) + (match["anchor"] or ""))
    elif not target.startswith(("#", "https://", "http://", "mailto:")):
        link.tag = "span"
        link.attrib.clear()


def _adapt_image(image: ElementTree.Element) -> None:
    if match := _LINK_TO_IMAGE.fullmatch(image.get("src", "")):
        image.set("src", reverse("help_image", args=[match["file"]]))


def _in_scroll_area(table: ElementTree.Element) -> ElementTree.Element:
    table.set("class", "table")
    attributes: dict[str, Any] = {"class": "table-scroll", "tabindex": "0", "role": "region", "aria-label": "Table"}
    area = ElementTree.Element("div", attributes)
    area.append(table)
    area.tail, table.tail = table.tail, None
    return area


# -- search -----------------------------------------------------------------------------------------------------------


def search(query: str) -> list[Hit]:
    """Return the sections that hold every word of the query, those with the words in a title first."""
    words = query.casefold().split()
    if not words:
        return []
    index = find_page(INDEX)
    found = []
    for page in [*list_pages(), *([index] if index else [])]:
        for section in page.sections:
            titles, text = f"{page.title} {section.title}".casefold(), section.text.casefold()
            if all(word in titles or word in text for word in words) and (section.anchor or section.text):
                in_titles = sum(word in section.title.casefold() for word in words) * 2
                in_titles += sum(word in page.title.casefold() for word in words)
                url = page.url + (f"#{section.anchor}" if section.anchor else "")
                found.append((-in_titles, Hit(page.title, section.title, url, _excerpt(section.text, words))))
    found.sort(key=lambda each: each[0])
    return [hit for _, hit in found[:MOST_HITS]]


def _excerpt(text: str, words: list[str]) -> str:
    """Return the part of the text around the first word found, cut at blanks."""
    lowered = text.casefold()
    at = min((position for word in words if (position := lowered.find(word)) >= 0), default=0)
    start = 0 if at < EXCERPT // 2 else text.rfind(" ", 0, at - EXCERPT // 4) + 1
    if len(text) - start <= EXCERPT:
        return text[start:]
    end = text.rfind(" ", start, start + EXCERPT)
    return f"{text[start:end]} …"
