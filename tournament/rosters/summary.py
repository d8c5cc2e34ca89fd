"""What an import will do, by division: how many players and teams are new, changed or the same. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.rosters.people import TeamKey, team_key
from tournament.rosters.planning import Plan
from tournament.rosters.reading import Grades

STATES = {"problem": "with a problem", "new": "new", "changed": "changed", "same": "the same"}


@dataclass(frozen=True)
class Summary:
    """`letter` is empty for lines whose division is not known."""

    letter: str
    players: Counter[str]
    teams: Counter[str]

    @property
    def players_in_words(self) -> str:
        """`12 players: 3 new, 9 the same`."""
        return _in_words(self.players, "player")

    @property
    def teams_in_words(self) -> str:
        return _in_words(self.teams, "team")


def summaries(plan: Plan, divisions: Sequence[Grades]) -> list[Summary]:
    players: dict[str, Counter[str]] = {}
    states: dict[tuple[str, TeamKey], set[str]] = {}
    known = {team_key(each.place.school, each.place.team) for each in plan.rows if each.place}
    known |= {team_key(place.school, place.team) for place in plan.missing}
    for each in plan.rows:
        row = each.row
        players.setdefault(row.division, Counter())[each.state] += 1
        if row.team:
            states.setdefault((row.division, team_key(row.school, row.team)), set()).add(each.state)
    teams: dict[str, Counter[str]] = {}
    for (letter, team), found in states.items():
        teams.setdefault(letter, Counter())[_state(found, is_known=team in known)] += 1
    order = [each.letter for each in divisions if each.letter in players] + [""] * ("" in players)
    return [Summary(each, players[each], teams.get(each, Counter())) for each in order]


def _state(of_players: set[str], *, is_known: bool) -> str:
    if "problem" in of_players:
        return "problem"
    if not is_known:
        return "new"
    return "same" if of_players == {"same"} else "changed"


def _in_words(counts: Counter[str], noun: str) -> str:
    total = counts.total()
    told = ", ".join(f"{counts[state]} {words}" for state, words in STATES.items() if counts[state])
    return f"{total or 'no'} {noun}{'s' * (total != 1)}" + (f": {told}" if told else "")
