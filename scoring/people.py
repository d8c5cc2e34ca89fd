"""Who really sat there: a substitute, somebody from the roster, or the name that a child wrote into an empty place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.models import Sheet
from scoring.tables import Sitter
from tournament.errors import Refused
from tournament.rosters.models import Place, Player
from tournament.rosters.numbers import free_numbers
from tournament.rosters.people import has_markup, key, looks_like_a_formula, read_name

Names = Mapping[int, str]


def known_players(sheet: Sheet, sitters: Sequence[Sitter], names: Names) -> dict[int, int]:
    """By seat, the player of this tournament who has the name that was typed; teammates come first."""
    wanted = {seat: key(name) for seat, name in names.items() if name.strip() and seat <= len(sitters)}
    if not wanted:
        return {}
    found: dict[str, list[tuple[int, int | None]]] = {}
    people = Player.objects.filter(tournament_id=sheet.tournament_id).order_by("number")
    for player in people.values_list("pk", "first_name", "last_name", "places__entry"):
        found.setdefault(key(player[1], player[2]), []).append((player[0], player[3]))
    chosen = {}
    for seat, name in wanted.items():
        candidates = found.get(name, [])
        own = [pk for pk, entry in candidates if entry and entry == sitters[seat - 1].seat.place.entry_id]
        if own or candidates:
            chosen[seat] = own[0] if own else candidates[0][0]
    return chosen


def players_who_sat(sheet: Sheet, sitters: Sequence[Sitter], names: Names) -> dict[int, int]:
    """As `known_players`; a name that nobody has is a new player of that team."""
    found = known_players(sheet, sitters, names)
    for seat, name in names.items():
        if not name.strip() or seat > len(sitters):
            continue
        if seat not in found:
            found[seat] = _new_player(sheet, sitters[seat - 1].seat.place, name).pk
    return found


def fill_places(sitters: Sequence[Sitter], players: Sequence[int | None]) -> None:
    """A name that was written into a place without one is that place's from then on, once the sheet is verified."""
    for sitter, player in zip(sitters, players, strict=True):
        place = sitter.seat.place
        if not player or place.player_id is not None:
            continue
        if not Place.objects.filter(event=place.event_id, player=player).exists():
            Place.objects.filter(pk=place.pk).update(player=player)


def _new_player(sheet: Sheet, place: Place, name: str) -> Player:
    typed = read_name(name)
    if has_markup(name) or looks_like_a_formula(name) or max(len(typed.first), len(typed.last)) > 100:
        raise Refused(f"“{name[:40]}” is no name.")
    return Player.objects.create(
        tournament_id=sheet.tournament_id,
        school_id=place.entry.team.school_id if place.entry else None,
        first_name=typed.first,
        last_name=typed.last,
        number=next(free_numbers(sheet.tournament)),
    )
