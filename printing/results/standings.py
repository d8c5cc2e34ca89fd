"""Standings of a division, and the same results by school."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from foundation.errors import Refused
from printing.content import compose_pages
from printing.documents import Content, DocumentOption, DocumentSubject, PrintableDocument, PrintScope
from printing.options import PUBLIC_NAMES_FIRST, limit_rows, name_policy
from scoring.public_results.queries import public_name_format
from scoring.standings_pages.queries import KINDS, Standings, StandingsRow
from scoring.standings_pages.row_details import NameFormat, full_name
from scoring.standings_pages.scope import Scope
from tournament.models import Division
from tournament.rosters.models import Place, Player
from tournament.rosters.names import name_key

TITLES = {"players": "Player standings", "teams": "Team standings"}
KIND = DocumentOption("kind", "Standings", {kind: KINDS[kind] for kind in ("players", "teams")})
MAX_ROUNDS_ON_PORTRAIT_PAGE = 7
PREVIEW_SCHOOLS = 4
NO_SCHOOL = "No school"


def compose_standings(scope: PrintScope) -> Iterator[Content]:
    kind = scope.chosen(KIND)
    standings = load_standings(scope, kind, PUBLIC_NAMES_FIRST)
    rows = standings.rows(limit_rows(scope, range(len(standings.ranking.rows))))
    context = {
        **standings_context(scope, standings),
        "title": TITLES[kind],
        "rows": rows,
        "heads": ("Team", "School") if kind == "teams" else ("Player", "Team"),
    }
    yield compose_pages("results/standings.html", scope, context, "list")


def compose_results_by_school(scope: PrintScope) -> Iterator[Content]:
    players = load_standings(scope, "players", PUBLIC_NAMES_FIRST)
    teams = load_standings(scope, "teams", PUBLIC_NAMES_FIRST)
    schools = group_by_school(scope.chosen_division, players.rows(), teams.rows())
    context = {
        **standings_context(scope, players),
        "title": "Results by school",
        "heads": ("Team or player", "Team"),
        "schools": schools if scope.limit is None else schools[: scope.limit * PREVIEW_SCHOOLS],
    }
    yield compose_pages("results/by_school.html", scope, context, "list")


STANDINGS = PrintableDocument(
    "standings",
    "Standings",
    about=DocumentSubject.DIVISION,
    group="Results",
    words="Players or teams in a division by rank, with their points for each round.",
    options=(KIND, PUBLIC_NAMES_FIRST),
    compose=compose_standings,
)
RESULTS_BY_SCHOOL = PrintableDocument(
    "results-by-school",
    "Results by school",
    about=DocumentSubject.DIVISION,
    group="Results",
    words="Each school’s teams and players, with their ranks and points.",
    options=(PUBLIC_NAMES_FIRST,),
    compose=compose_results_by_school,
)


def load_standings(scope: PrintScope, kind: str, names: DocumentOption) -> Standings:
    """Return the standings from the results that count now. Refuse if there are none. `names`: the option for names."""
    naming: NameFormat = public_name_format(scope.tournament) if name_policy(scope, names) else full_name
    standings = Standings(Scope((scope.chosen_division,)), kind, name_format=naming)
    if not any(row.score.rounds for row in standings.ranking.rows):
        raise Refused(f"{scope.chosen_division} has no results yet. Verify a scoresheet first.")
    return standings


def standings_context(scope: PrintScope, standings: Standings) -> dict[str, Any]:
    return {
        "division": scope.chosen_division,
        "event": scope.chosen_division.event,
        "standings": standings,
        "is_wide": len(standings.columns) > MAX_ROUNDS_ON_PORTRAIT_PAGE,
    }


def group_by_school(
    division: Division, players: Sequence[StandingsRow], teams: Sequence[StandingsRow]
) -> list[tuple[str, list[tuple[StandingsRow, bool]]]]:
    """Return the schools by name, each with its teams and then its players by rank; True marks the row of a team."""
    school_of = schools_of_players(division, players)
    schools: dict[str, list[tuple[StandingsRow, bool]]] = {}
    for row in teams:
        schools.setdefault(row.label.beside, []).append((row, True))
    for row in players:
        schools.setdefault(school_of.get(row.ranked.score.key, NO_SCHOOL), []).append((row, False))
    return [(name, schools[name]) for name in sorted(schools, key=lambda name: (name_key(name), name))]


def schools_of_players(division: Division, rows: Sequence[StandingsRow]) -> dict[object, str]:
    """Return each player's home school, or else the school of the team, by key of the standings."""
    places = Place.objects.filter(division=division).select_related("entry__team__school")
    schools: dict[object, str] = {}
    for place in places:
        if place.entry:
            schools["place", place.pk] = schools["player", place.player_id] = place.entry.team.school.name
    keys = cast("list[tuple[str, int]]", [row.ranked.score.key for row in rows])
    player_ids = [pk for kind, pk in keys if kind == "player"]
    home_schools = Player.objects.filter(pk__in=player_ids, school__isnull=False).values_list("pk", "school__name")
    return schools | {("player", pk): school for pk, school in home_schools}
