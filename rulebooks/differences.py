"""What changed between two editions, in words, for a rules chair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebooks.citations import citation_in_words
from rulebooks.edition import Edition
from rulebooks.facts import Chapter, Fact, chapters

MAX_LISTED = 3  # a longer group of facts that only one edition has is summarized in one line


@dataclass(frozen=True)
class EditionDifference:
    """A fact of one edition next to the same fact of the other. One of them may be missing."""

    chapter: str
    before: Fact | None
    after: Fact | None

    @property
    def sentence(self) -> str:
        fact = self.before or self.after
        assert fact is not None
        return f"{fact.label}: {_format_fact(self.before)} → {_format_fact(self.after)}"


def differences(before: Edition, after: Edition) -> list[EditionDifference]:
    """Return the facts whose value or wording differs, by chapter. A different citation alone is no difference."""
    old = {chapter.title: chapter for chapter in chapters(before)}
    new = {chapter.title: chapter for chapter in chapters(after)}
    result: list[EditionDifference] = []
    for title in dict.fromkeys([*old, *new]):
        result += _compare_chapters(title, old.get(title, Chapter(title, ())), new.get(title, Chapter(title, ())))
    return result


def _compare_chapters(title: str, before: Chapter, after: Chapter) -> Iterator[EditionDifference]:
    old, new = before.by_key(), after.by_key()
    for key, fact in old.items():
        if key in new and (new[key].stands_for or new[key].value) != (fact.stands_for or fact.value):
            yield EditionDifference(title, fact, new[key])
    for fact in _summarize_groups([fact for key, fact in old.items() if key not in new]):
        yield EditionDifference(title, fact, None)
    for fact in _summarize_groups([fact for key, fact in new.items() if key not in old]):
        yield EditionDifference(title, None, fact)


def _summarize_groups(facts: list[Fact]) -> Iterator[Fact]:
    """Yield facts one by one, but a long group (a division's variations, a situation's cases) as one fact."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.group or fact.key, []).append(fact)
    for group, members in groups.items():
        if len(members) <= MAX_LISTED:
            yield from members
        else:
            names = ", ".join(fact.name for fact in members)
            yield Fact(group, group, names, members[0].rule)


def _format_fact(fact: Fact | None) -> str:
    return f"{fact.value.rstrip('.')} ({citation_in_words(fact.rule)})" if fact else "not in this book"
