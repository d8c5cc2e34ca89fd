"""Words of a file that may mean something else, each with the answers that cure it on every line. Pure."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.rosters.people import fold, key, read_grade, schools_in
from tournament.rosters.planning import lookalikes
from tournament.rosters.reading import Grades, Row, Said, find_division


@dataclass(frozen=True)
class Answer:
    """`is_likely`: what we would guess. `is_given`: said already; said again it is taken back."""

    word: str
    meaning: str
    label: str
    is_likely: bool = False
    is_given: bool = False


@dataclass(frozen=True)
class Question:
    field: str
    sentence: str
    answers: tuple[Answer, ...]

    @property
    def is_open(self) -> bool:
        return not any(answer.is_given for answer in self.answers)


def questions(rows: Sequence[Row], divisions: Sequence[Grades], said: Said) -> tuple[Question, ...]:
    return (*_about_divisions(rows, divisions, said), *_about_schools(rows, said))


def _about_divisions(rows: Sequence[Row], divisions: Sequence[Grades], said: Said) -> Iterator[Question]:
    words = [row.cells.get("division", "") for row in rows]
    lines = Counter(fold(word) for word in words)
    unknown = {fold(word): word for word in reversed(words) if word and find_division(word, divisions) is None}
    for plain in sorted(unknown, key=lambda each: (-lines[each], each)):
        word, likely = unknown[plain], guess_division(unknown[plain], divisions)
        answers = [
            Answer(word, each.letter, f"Use {each.name}", each == likely, said.divisions.get(plain) == each.letter)
            for each in divisions
        ]
        given = next((each.name for each in divisions if each.letter == said.divisions.get(plain)), "")
        told = f"is read as {given}" if given else "is no division"
        yield Question("division", f"“{word}” on {_lines(lines[plain])} {told}.", tuple(answers))


def _about_schools(rows: Sequence[Row], said: Said) -> Iterator[Question]:
    written = [name for row in rows for name in schools_in(row.cells.get("school", ""))]
    for plain, word in {fold(name): name for name in reversed(written)}.items():
        if plain in said.schools:
            meaning = said.schools[plain]
            yield Question(
                "school", f"“{word}” is read as {meaning}.", (Answer(word, meaning, f"Use {meaning}", is_given=True),)
            )
    names = [name for row in rows for name in schools_in(row.school)]
    lines = Counter(names)
    for name, other in lookalikes(set(names)).items():
        both = sorted((name, other), key=lambda each: (-lines[each], each))
        sentence = f"“{name}” on {_lines(lines[name])} and “{other}” on {_lines(lines[other])} are nearly the same."
        answers = [
            Answer(wrong, right, f"Both are {right}", is_likely=lines[right] > lines[wrong])
            for right, wrong in (both, both[::-1])
        ]
        yield Question("school", sentence, tuple(answers))


def guess_division(word: str, divisions: Sequence[Grades]) -> Grades | None:
    """`Elementry` by its letters, `5th grade` by the grade, `ELM` by how it begins."""
    names = {key(each.name): each for each in divisions}
    near = difflib.get_close_matches(key(word), names, 1, 0.6)
    if near:
        return names[near[0]]
    grade = read_grade(word)
    if grade is not None:
        return min((each for each in divisions if each.max_grade >= grade), key=lambda e: e.max_grade, default=None)
    begins = [each for each in divisions if key(word)[:1] == key(each.letter)]
    return begins[0] if len(begins) == 1 else None


def _lines(count: int) -> str:
    return f"{count} line{'s' * (count != 1)}"
