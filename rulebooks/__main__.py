"""The rules chair’s and the scorer’s commands: `python -m rulebooks`.

    list                         the printed editions
    show BOOK                    everything an edition sets, with its rules
    diff BOOK BOOK               what changed between two editions
    validate FILE                check whether a file is a complete rule book
    score-shake, place, check-selection     answer each line of JSON with one line
    judge-onsets                 the same, with the On-Sets checker
    evaluate, read-goal, judge-equation     the same, with the Equations checker

A BOOK is the id of a printed edition or a file.
"""

from __future__ import annotations

import io
import signal
import sys
import textwrap
from pathlib import Path

from rulebooks.catalog import editions, get, read_file
from rulebooks.citations import citation_in_words
from rulebooks.commands import COMMANDS, answer_line
from rulebooks.differences import differences
from rulebooks.edition import Edition
from rulebooks.facts import chapters
from rulebooks.toml_reader import EditionError


def main(arguments: list[str]) -> int:
    try:
        match arguments:
            case ["list"]:
                for edition in editions().values():
                    print(f"{edition.id}\t{edition.title}")
            case ["show", book]:
                _show(_find(book))
            case ["diff", before, after]:
                _diff(_find(before), _find(after))
            case ["validate", file]:
                edition = read_file(Path(file))
                print(f"{Path(file).name}: {edition.title} is a complete rule book.")
            case [command] if command in COMMANDS:
                if sys.stdin is None:
                    raise EditionError("Standard input is closed, so there’s nothing to answer.")
                _answer_lines(command)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except EditionError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _find(book: str) -> Edition:
    return read_file(Path(book)) if book.endswith(".toml") else get(book)


def _show(edition: Edition) -> None:
    print(edition.title)
    for tag, title in edition.books.items():
        print(f"  {tag}: {title}")
    for chapter in chapters(edition):
        print(f"\n{chapter.title}")
        for fact in chapter.facts:
            print(_wrapped(f"{fact.label}: {fact.value.rstrip('.')} ({citation_in_words(fact.rule)})"))


def _diff(before: Edition, after: Edition) -> None:
    print(f"From {before.title} to {after.title}")
    chapter = ""
    for difference in differences(before, after):
        if difference.chapter != chapter:
            chapter = difference.chapter
            print(f"\n{chapter}")
        print(_wrapped(difference.sentence))


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 110, initial_indent="  ", subsequent_indent="      ")


def _answer_lines(command: str) -> None:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    for line in sys.stdin:
        print(answer_line(command, line))


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `… | head` ends this program as it ends any other
    sys.exit(main(sys.argv[1:]))
