"""Who really sat there: a substitute, somebody from the roster, or the name that a child wrote into an empty place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foundation.errors import Refused
from scoring.models import Adjustment, Entry, Result, Sheet
from scoring.tables import Sitter
from tournament import hooks
from tournament.rosters.models import Place, Player
from tournament.rosters.names import has_markup, looks_like_a_formula, name_key, read_name
from tournament.rosters.spots import new_player_numbers

Names = Mapping[int, str]


@dataclass(frozen=True)
class Meant:
    """Who is meant by the names that were typed, by seat; `unclear`: the numbers of those who have one name."""

    players: dict[int, int]
    unclear: dict[int, list[int]]


def who_is_meant(sheet: Sheet, sitters: Sequence[Sitter], names: Names) -> Meant:
    """The player of this tournament who has that name, or that number; teammates come first.

    Of several with one name it is the one whom the sheet names already.
    """
    wanted = {seat: name.strip() for seat, name in names.items() if name.strip() and seat <= len(sitters)}
    meant = Meant({}, {})
    if not wanted:
        return meant
    by_name: dict[str, dict[int, set[int | None]]] = defaultdict(lambda: defaultdict(set))
    numbers: dict[int, int] = {}
    columns = ("pk", "number", "first_name", "last_name", "places__entry")
    people = Player.objects.filter(tournament_id=sheet.tournament_id).order_by("number")
    for pk, number, first, last, entry in people.values_list(*columns):
        by_name[name_key(first, last)][pk].add(entry)
        numbers[pk] = number
    by_number = {str(number): pk for pk, number in numbers.items()}
    already = named_in(sheet.current)
    for seat, name in wanted.items():
        candidates = by_name.get(name_key(name), {})
        team = sitters[seat - 1].seat.place.entry_id
        own = [pk for pk, entries in candidates.items() if team and team in entries]
        named = [pk for pk in candidates if pk == already.get(seat)]
        found = own or named or list(candidates) or [by_number[each] for each in (name,) if each in by_number]
        if own or named or len(found) == 1:
            meant.players[seat] = found[0]
        elif found:
            meant.unclear[seat] = [numbers[pk] for pk in found]
    return meant


def named_in(entry: Entry | None) -> dict[int, int | None]:
    """Who sat there instead of who is printed, by seat, as an entry has it."""
    return {seat: row.get("player") for seat, row in enumerate(entry.paper["rows"], 1)} if entry else {}


def known_players(sheet: Sheet, sitters: Sequence[Sitter], names: Names) -> dict[int, int]:
    """Who is meant; if several are called so, the name is not enough."""
    meant = who_is_meant(sheet, sitters, names)
    for seat, numbers in meant.unclear.items():
        raise Refused(several_are_called(names[seat], numbers), field=f"row-{seat}-who")
    return meant.players


def several_are_called(name: str, numbers: Sequence[int]) -> str:
    return f"Several are called {name.strip()}. Type the player's number: {' or '.join(map(str, numbers))}."


def nobody_is_called(name: str) -> str:
    name = name.strip()
    return f"Nobody has the number {name}." if name.isdecimal() else f"{name} is not on the roster yet."


def players_who_sat(sheet: Sheet, sitters: Sequence[Sitter], names: Names) -> dict[int, int]:
    """As `known_players`; a name that nobody has is a new player of that team."""
    found = known_players(sheet, sitters, names)
    new: dict[str, int] = {}
    for seat, name in names.items():
        if not name.strip() or seat > len(sitters):
            continue
        if name.strip().isdecimal() and seat not in found:
            raise Refused(nobody_is_called(name), field=f"row-{seat}-who")
        if seat not in found:  # one name for two seats is one player, whom nobody takes for two
            new[name_key(name)] = new.get(name_key(name)) or _new_player(sheet, sitters[seat - 1].seat.place, name).pk
            found[seat] = new[name_key(name)]
    return found


def fill_places(sitters: Sequence[Sitter], players: Sequence[int | None], replaced: Mapping[int, int | None]) -> None:
    """A name that was written into a place without one is that place's from then on, once the sheet is verified.

    `replaced`: whom the entry before had named, by seat. If that was a slip, the place has the name that is right.
    """
    for seat, (sitter, player) in enumerate(zip(sitters, players, strict=True), 1):
        place = sitter.seat.place
        if not player or (place.player_id is not None and not _was_a_slip(place, player, replaced.get(seat))):
            continue
        if not Place.objects.filter(event=place.event_id, player=player).exists():
            place.player_id = player
            Place.objects.filter(pk=place.pk).update(player=player)
            for spot_named in hooks.roster_spot_named:
                spot_named(place)


def _was_a_slip(place: Place, player: int, before: int | None) -> bool:
    """Whoever was named there by this sheet alone, and is not any more."""
    if before is None or before == player or place.player_id != before:
        return False
    return not Result.objects.filter(place=place, player=before).exists()


def results_follow(place: Place) -> None:
    """Points of a place without a name are those of the child who has it now, unless they played elsewhere then."""
    elsewhere = Result.objects.filter(player=place.player_id).values("round")
    Result.ever.filter(place=place, player__isnull=True).exclude(round__in=elsewhere).update(player=place.player_id)
    Adjustment.objects.filter(place=place, player__isnull=True).update(player=place.player_id)


def _new_player(sheet: Sheet, place: Place, name: str) -> Player:
    typed = read_name(name)
    if has_markup(name) or looks_like_a_formula(name) or max(len(typed.first), len(typed.last)) > 100:
        raise Refused(f"“{name[:40]}” is no name.")
    return Player.objects.create(
        tournament_id=sheet.tournament_id,
        school_id=place.entry.team.school_id if place.entry else None,
        first_name=typed.first,
        last_name=typed.last,
        number=next(new_player_numbers(sheet.tournament)),
    )
