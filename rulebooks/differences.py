"""What changed between two editions, in words, for a rules chair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebooks.edition import Edition
from rulebooks.facts import Chapter, Fact, chapters

MANY = 3  # more facts of one group that only one edition has are told in one line


@dataclass(frozen=True)
class EditionDifference:
    """A fact of one edition beside the same fact of the other; one of them may be missing."""

    chapter: str
    before: Fact | None
    after: Fact | None

    @property
    def sentence(self) -> str:
        fact = self.before or self.after
        assert fact is not None
        return f"{fact.label}: {_told(self.before)} → {_told(self.after)}"


def differences(before: Edition, after: Edition) -> list[EditionDifference]:
    """Facts whose figure or wording differs, by chapter. Only another place in the book is no difference."""
    old = {chapter.title: chapter for chapter in chapters(before)}
    new = {chapter.title: chapter for chapter in chapters(after)}
    found: list[EditionDifference] = []
    for title in dict.fromkeys([*old, *new]):
        found += _of_chapter(title, old.get(title, Chapter(title, ())), new.get(title, Chapter(title, ())))
    return found


def _of_chapter(title: str, before: Chapter, after: Chapter) -> Iterator[EditionDifference]:
    old, new = before.by_key(), after.by_key()
    for key, fact in old.items():
        if key in new and (new[key].stands_for or new[key].value) != (fact.stands_for or fact.value):
            yield EditionDifference(title, fact, new[key])
    for fact in _gathered([fact for key, fact in old.items() if key not in new]):
        yield EditionDifference(title, fact, None)
    for fact in _gathered([fact for key, fact in new.items() if key not in old]):
        yield EditionDifference(title, None, fact)


def _gathered(facts: list[Fact]) -> Iterator[Fact]:
    """Facts one by one, but many of one group (a division's variations, a situation's cases) as one."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.group or fact.key, []).append(fact)
    for group, members in groups.items():
        if len(members) <= MANY:
            yield from members
        else:
            names = ", ".join(fact.name for fact in members)
            yield Fact(group, group, names, members[0].rule)


def _told(fact: Fact | None) -> str:
    return f"{fact.value.rstrip('.')} ({fact.rule})" if fact else "not in this book"
