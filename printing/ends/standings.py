"""Standings of a division, and the same results by school."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from foundation.errors import Refused
from printing.documents import About, Asked, Option, Report, document
from printing.lists.choosing import FOR_THE_WALL, for_a_look, policy_of
from printing.setting import set_plain
from scoring.public_results.queries import public_name_format
from scoring.standings_pages.queries import KINDS, Standings, StandingsRow
from scoring.standings_pages.row_details import NameFormat, full_name
from scoring.standings_pages.scope import Scope
from tournament.models import Division
from tournament.rosters.models import Place, Player
from tournament.rosters.people import key

KIND = Option("kind", "Who", {kind: KINDS[kind] for kind in ("players", "teams")})
MOST_UPRIGHT = 7  # rounds on an upright page
NO_SCHOOL = "Without a school"


@document(
    "standings",
    "Standings",
    about=About.DIVISION,
    group="Results",
    words="Players or teams of a division by rank, with the points of every round.",
    options=(KIND, FOR_THE_WALL),
)
def standings(asked: Asked, report: Report) -> Iterator[bytes]:
    kind = asked.option(KIND)
    found = standings_of(asked, kind, FOR_THE_WALL)
    rows = found.rows(for_a_look(asked, range(len(found.ranking.rows))))
    context = {
        **context_of(asked, found),
        "title": f"Standings: {KINDS[kind].lower()}",
        "rows": rows,
        "heads": ("Team", "School") if kind == "teams" else ("Player", "Team"),
    }
    yield set_plain("ends/standings.html", asked, context, "list")


@document(
    "results-by-school",
    "Results by school",
    about=About.DIVISION,
    group="Results",
    words="Each school with its teams and players, their ranks and points.",
    options=(FOR_THE_WALL,),
)
def by_school(asked: Asked, report: Report) -> Iterator[bytes]:
    players = standings_of(asked, "players", FOR_THE_WALL)
    teams = standings_of(asked, "teams", FOR_THE_WALL)
    schools = grouped(asked.the_division, players.rows(), teams.rows())
    context = {
        **context_of(asked, players),
        "title": "Results by school",
        "heads": ("Team or player", "Team"),
        "schools": schools if asked.most is None else schools[: asked.most * 4],
    }
    yield set_plain("ends/by_school.html", asked, context, "list")


def standings_of(asked: Asked, kind: str, names: Option) -> Standings:
    """Of the results that count now; refused as long as there are none."""
    naming: NameFormat = public_name_format(asked.tournament) if policy_of(asked, names) else full_name
    found = Standings(Scope((asked.the_division,)), kind, name_format=naming)
    if not any(row.score.rounds for row in found.ranking.rows):
        raise Refused(f"{asked.the_division} has no results yet. They come with the first verified sheet.")
    return found


def context_of(asked: Asked, found: Standings) -> dict[str, Any]:
    return {
        "division": asked.the_division,
        "event": asked.the_division.event,
        "standings": found,
        "is_wide": len(found.columns) > MOST_UPRIGHT,
    }


def grouped(
    division: Division, players: Sequence[StandingsRow], teams: Sequence[StandingsRow]
) -> list[tuple[str, list[tuple[StandingsRow, bool]]]]:
    """Schools by name, each with its teams and then its players, both by rank; and whether a row is a team's."""
    school_of = schools_of_players(division, players)
    found: dict[str, list[tuple[StandingsRow, bool]]] = {}
    for row in teams:
        found.setdefault(row.label.beside, []).append((row, True))
    for row in players:
        found.setdefault(school_of.get(row.ranked.score.key, NO_SCHOOL), []).append((row, False))
    return [(name, found[name]) for name in sorted(found, key=lambda name: (key(name), name))]


def schools_of_players(division: Division, rows: Sequence[StandingsRow]) -> dict[object, str]:
    """A player's own school, or else that of the team."""
    places = Place.objects.filter(division=division).select_related("entry__team__school")
    found: dict[object, str] = {}
    for place in places:
        if place.entry:
            found["place", place.pk] = found["player", place.player_id] = place.entry.team.school.name
    keys = cast("list[tuple[str, int]]", [row.ranked.score.key for row in rows])
    children = [pk for kind, pk in keys if kind == "player"]
    own = Player.objects.filter(pk__in=children, school__isnull=False).values_list("pk", "school__name")
    return found | {("player", pk): school for pk, school in own}
