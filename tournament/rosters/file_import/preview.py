"""What the preview of an import says besides the rows: counts by division, and questions about unclear words. Pure."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebooks.wording import plural
from tournament.rosters.file_import.parser import DivisionInfo, FileAnswers, RosterRow, find_division
from tournament.rosters.file_import.plan import ImportPlan, similar_names
from tournament.rosters.names import TeamKey, fold_text, name_key, read_grade, split_schools, team_key

# -- counts by division -----------------------------------------------------------------------------------------------

STATE_LABELS = {"problem": "with a problem", "new": "new", "changed": "changed", "same": "unchanged"}
STATE_BADGES = STATE_LABELS | {"problem": "problem"}


@dataclass(frozen=True)
class DivisionSummary:
    """How many players and teams of a division are in each state. `letter` is empty for rows without a division."""

    letter: str
    players: Counter[str]
    teams: Counter[str]

    @property
    def players_in_words(self) -> str:
        """`12 players: 3 new, 9 unchanged`."""
        total = self.players.total()
        return f"{plural(total, '1 player', '{count} players')}: {counts_in_words(self.players)}"

    @property
    def teams_in_words(self) -> str:
        total = self.teams.total()
        return f"{plural(total, '1 team', '{count} teams')}: {counts_in_words(self.teams)}" if total else "no teams"


def summarize_by_division(plan: ImportPlan, divisions: Sequence[DivisionInfo]) -> list[DivisionSummary]:
    players: dict[str, Counter[str]] = {}
    states_by_team: dict[tuple[str, TeamKey], set[str]] = {}
    existing = {team_key(each.spot.school, each.spot.team) for each in plan.rows if each.spot}
    existing |= {team_key(spot.school, spot.team) for spot in plan.missing}
    for each in plan.rows:
        row = each.row
        players.setdefault(row.division, Counter())[each.state] += 1
        if row.team:
            states_by_team.setdefault((row.division, team_key(row.school, row.team)), set()).add(each.state)
    teams: dict[str, Counter[str]] = {}
    for (letter, team), states in states_by_team.items():
        teams.setdefault(letter, Counter())[_team_state(states, exists=team in existing)] += 1
    letters = [each.letter for each in divisions if each.letter in players] + [""] * ("" in players)
    return [DivisionSummary(each, players[each], teams.get(each, Counter())) for each in letters]


def _team_state(player_states: set[str], *, exists: bool) -> str:
    if "problem" in player_states:
        return "problem"
    if not exists:
        return "new"
    return "same" if player_states == {"same"} else "changed"


def counts_in_words(counts: Mapping[str, int]) -> str:
    """`3 new, 9 unchanged`, and how many spots are removed."""
    labels = STATE_LABELS | {"removed": "removed"}
    return ", ".join(f"{counts[state]} {label}" for state, label in labels.items() if counts.get(state))


# -- questions about words --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ImportAnswer:
    """A button that says what a word means on every line.

    `is_likely`: our guess. `is_chosen`: the director chose it before. Pressing it again withdraws it.
    """

    word: str
    meaning: str
    label: str
    is_likely: bool = False
    is_chosen: bool = False


@dataclass(frozen=True)
class ImportQuestion:
    field: str
    sentence: str
    answers: tuple[ImportAnswer, ...]

    @property
    def is_open(self) -> bool:
        return not any(answer.is_chosen for answer in self.answers)


def find_questions(
    rows: Sequence[RosterRow], divisions: Sequence[DivisionInfo], answers: FileAnswers
) -> tuple[ImportQuestion, ...]:
    """Return a question for each unknown division and each pair of similar schools, and those answered before."""
    return (*_division_questions(rows, divisions, answers), *_school_questions(rows, answers))


def _division_questions(
    rows: Sequence[RosterRow], divisions: Sequence[DivisionInfo], answers: FileAnswers
) -> Iterator[ImportQuestion]:
    words = [row.cells.get("division", "") for row in rows]
    counts = Counter(fold_text(word) for word in words)
    unknown = {fold_text(word): word for word in reversed(words) if word and find_division(word, divisions) is None}
    for folded in sorted(unknown, key=lambda each: (-counts[each], each)):
        word, guess, chosen = unknown[folded], guess_division(unknown[folded], divisions), answers.divisions.get(folded)
        choices = [
            ImportAnswer(word, each.letter, f"Use {each.name}", each == guess, chosen == each.letter)
            for each in divisions
        ]
        chosen_name = next((each.name for each in divisions if each.letter == chosen), "")
        lines = _lines(counts[folded])
        sentence = (
            f"“{word}” ({lines}) means {chosen_name}." if chosen_name else f"“{word}” ({lines}) isn’t a division."
        )
        yield ImportQuestion("division", sentence, tuple(choices))


def _school_questions(rows: Sequence[RosterRow], answers: FileAnswers) -> Iterator[ImportQuestion]:
    written = [name for row in rows for name in split_schools(row.cells.get("school", ""))]
    for folded, word in {fold_text(name): name for name in reversed(written)}.items():
        if folded in answers.schools:
            meaning = answers.schools[folded]
            chosen = ImportAnswer(word, meaning, f"Use {meaning}", is_chosen=True)
            yield ImportQuestion("school", f"“{word}” means {meaning}.", (chosen,))
    names = [name for row in rows for name in split_schools(row.school)]
    counts = Counter(names)
    for name, other in similar_names(set(names)).items():
        both = sorted((name, other), key=lambda each: (-counts[each], each))
        lines, other_lines = _lines(counts[name]), _lines(counts[other])
        sentence = f"“{name}” ({lines}) and “{other}” ({other_lines}) look almost the same."
        choices = [
            ImportAnswer(wrong, right, f"Use {right} for both", is_likely=counts[right] > counts[wrong])
            for right, wrong in (both, both[::-1])
        ]
        yield ImportQuestion("school", sentence, tuple(choices))


def guess_division(word: str, divisions: Sequence[DivisionInfo]) -> DivisionInfo | None:
    """Guess `Elementry` by its letters, `5th grade` by the grade, and `ELM` by how it begins."""
    by_name = {name_key(each.name): each for each in divisions}
    close = difflib.get_close_matches(name_key(word), by_name, 1, 0.6)
    if close:
        return by_name[close[0]]
    grade = read_grade(word)
    if grade is not None:
        return min((each for each in divisions if each.max_grade >= grade), key=lambda e: e.max_grade, default=None)
    same_letter = [each for each in divisions if name_key(word)[:1] == name_key(each.letter)]
    return same_letter[0] if len(same_letter) == 1 else None


def _lines(count: int) -> str:
    return plural(count, "1 line", "{count} lines")
