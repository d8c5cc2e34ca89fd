"""Finds who really sat at a table: a substitute, another player, or a new name in an empty roster spot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from foundation.errors import Refused
from rulebooks.wording import join_words
from scoring.entry.queries import SeatedPlayer
from scoring.models import Entry, Result, Sheet
from scoring.paper import Difference, Paper
from tournament import hooks
from tournament.rosters.models import Place, Player
from tournament.rosters.names import has_markup, looks_like_a_formula, name_key, read_name
from tournament.rosters.spots import new_player_numbers

Names = Mapping[int, str]  # names as typed, by seat


# -- names as typed ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NameMatches:
    """Players found for typed names, by seat. `ambiguous`: the numbers of several players who share the name."""

    players: dict[int, int]
    ambiguous: dict[int, list[int]]


def match_names(sheet: Sheet, seated: Sequence[SeatedPlayer], names: Names) -> NameMatches:
    """Find the players of this tournament with these names or numbers.

    Teammates come first. Among several with the same name, the one whom the current entry names is taken.
    """
    wanted = {seat: name.strip() for seat, name in names.items() if name.strip() and seat <= len(seated)}
    matches = NameMatches({}, {})
    if not wanted:
        return matches
    by_name: dict[str, dict[int, set[int | None]]] = defaultdict(lambda: defaultdict(set))
    numbers: dict[int, int] = {}
    columns = ("pk", "number", "first_name", "last_name", "places__entry")
    players = Player.objects.filter(tournament_id=sheet.tournament_id).order_by("number")
    for pk, number, first, last, team in players.values_list(*columns):
        by_name[name_key(first, last)][pk].add(team)
        numbers[pk] = number
    by_number = {str(number): pk for pk, number in numbers.items()}
    current = substitutes_in(sheet.current)
    for seat, name in wanted.items():
        namesakes = by_name.get(name_key(name), {})
        candidates = _candidates(namesakes, seated[seat - 1].seat.place.entry_id, current.get(seat))
        if not candidates and name in by_number:
            candidates = [by_number[name]]
        if len(candidates) == 1:
            matches.players[seat] = candidates[0]
        elif candidates:
            matches.ambiguous[seat] = [numbers[pk] for pk in candidates]
    return matches


def _candidates(namesakes: Mapping[int, set[int | None]], team: int | None, current: int | None) -> list[int]:
    """Return who may be meant among players with one name, each with their teams: one player if that is clear."""
    teammates = [pk for pk, teams in namesakes.items() if team and team in teams]
    if teammates:
        return teammates[:1]
    if current is not None and current in namesakes:
        return [current]
    return list(namesakes)


def find_players(sheet: Sheet, seated: Sequence[SeatedPlayer], names: Names) -> dict[int, int]:
    """Return the players with these names, by seat. Refuses a name that several players share."""
    matches = match_names(sheet, seated, names)
    for seat, numbers in matches.ambiguous.items():
        raise Refused(ambiguous_name(names[seat], numbers), field=f"row-{seat}-who")
    return matches.players


def find_or_create_players(sheet: Sheet, seated: Sequence[SeatedPlayer], names: Names) -> dict[int, int]:
    """Like `find_players`, but an unknown name becomes a new player of the team in that seat."""
    players = find_players(sheet, seated, names)
    new: dict[str, int] = {}
    for seat, name in names.items():
        if not name.strip() or seat > len(seated) or seat in players:
            continue
        if name.strip().isdecimal():
            raise Refused(unknown_name(name), field=f"row-{seat}-who")
        if name_key(name) not in new:  # one name in two seats is one player
            new[name_key(name)] = _create_player(sheet, seated[seat - 1].seat.place, name).pk
        players[seat] = new[name_key(name)]
    return players


def _create_player(sheet: Sheet, place: Place, name: str) -> Player:
    typed = read_name(name)
    if has_markup(name) or looks_like_a_formula(name) or max(len(typed.first), len(typed.last)) > 100:
        raise Refused(f"“{name[:40]}” isn’t a name. Enter a first and last name.")
    return Player.objects.create(
        tournament_id=sheet.tournament_id,
        school_id=place.entry.team.school_id if place.entry else None,
        first_name=typed.first,
        last_name=typed.last,
        number=next(new_player_numbers(sheet.tournament)),
    )


def ambiguous_name(name: str, numbers: Sequence[int]) -> str:
    return (
        f"More than one player is named {name.strip()}. Enter the player number instead: {join_words(numbers, 'or')}."
    )


def unknown_name(name: str) -> str:
    name = name.strip()
    return f"No player has the number {name}." if name.isdecimal() else f"{name} isn’t on the roster yet."


# -- players of an entry ----------------------------------------------------------------------------------------------


def substitutes_in(entry: Entry | None) -> dict[int, int | None]:
    """Return who sat there instead of the printed player, by seat, as this entry says."""
    return {seat: row.get("player") for seat, row in enumerate(entry.paper["rows"], 1)} if entry else {}


def substitute_names(paper: Mapping[str, Any]) -> dict[int, str]:
    """Return the names of those who sat there instead of the printed players, by seat, from the JSON of a paper."""
    players = {seat: row["player"] for seat, row in enumerate(paper.get("rows", []), 1) if row.get("player")}
    if not players:
        return {}
    names = player_names(players.values())
    return {seat: names.get(player, "") for seat, player in players.items()}


def player_names(players: Iterable[int]) -> dict[int, str]:
    return {player.pk: player.name for player in Player.objects.filter(pk__in=players)}


def players_at_table(seated: Iterable[SeatedPlayer], paper: Paper) -> list[int | None]:
    """Return who played in each seat: the substitute, else the printed player. None for a no-show."""
    return [
        None if row.status == "absent" else row.player or (each.player.pk if each.player else None)
        for each, row in zip(seated, paper.rows, strict=True)
    ]


def must_sit_once(seated: Sequence[SeatedPlayer], paper: Paper) -> None:
    """Refuse a paper that has one player in two seats."""
    seats: dict[int, int] = {}
    for seat, player in enumerate(players_at_table(seated, paper), 1):
        if player is None:
            continue
        if player in seats:
            one, other = seats[player], seat
            named, taken = (other, one) if paper.rows[other - 1].player else (one, other)
            name = player_names([player])[player]
            raise Refused(f"{name} is also in seat {taken}. Enter who sat in this seat.", field=f"row-{named}-who")
        seats[player] = seat


def with_player_names(differences: list[Difference]) -> list[Difference]:
    """Return the differences with names in place of player keys, each at the input where a name is typed."""
    keys = {int(value) for each in differences if each.field.endswith("-player") for value in each.values if value}
    names = {str(pk): name for pk, name in player_names(keys).items()} if keys else {}
    return [_with_names(each, names) if each.field.endswith("-player") else each for each in differences]


def _with_names(difference: Difference, names: Mapping[str, str]) -> Difference:
    one, other = (names.get(value, "") for value in difference.values)
    return replace(
        difference, field=difference.field.replace("-player", "-who"), one=one, other=other, values=(one, other)
    )


# -- roster spots -----------------------------------------------------------------------------------------------------


def fill_roster_spots(
    seated: Sequence[SeatedPlayer], players: Sequence[int | None], replaced: Mapping[int, int | None]
) -> None:
    """Put names from a verified sheet into roster spots that had none.

    `replaced`: whom the entry before had named, by seat. If that was a typing mistake, the spot gets the right name.
    """
    for seat, (each, player) in enumerate(zip(seated, players, strict=True), 1):
        place = each.seat.place
        if not player or (place.player_id is not None and not _was_mistake(place, player, replaced.get(seat))):
            continue
        if not Place.objects.filter(event=place.event_id, player=player).exists():
            place.player_id = player
            Place.objects.filter(pk=place.pk).update(player=player)
            for spot_named in hooks.roster_spot_named:
                spot_named(place)


def _was_mistake(place: Place, player: int, before: int | None) -> bool:
    """Return whether only this sheet had put the earlier player into the spot, and no longer does."""
    if before is None or before == player or place.player_id != before:
        return False
    return not Result.objects.filter(place=place, player=before).exists()
