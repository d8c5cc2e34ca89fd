"""The verbs of the check-in: mark a player or a whole team, tick the game set, let somebody play for another."""

from __future__ import annotations

from django.db.models import Q

from tournament.activity.verbs import log, verb
from tournament.books import edition_of
from tournament.checkin.marks import next_serial, write_marks
from tournament.checkin.models import GameSet, Status, Substitution
from tournament.errors import Refused
from tournament.models import Event
from tournament.people.actor import Actor
from tournament.rosters.models import Place, TeamEntry
from tournament.rounds.queries import round_to_join


@verb("checkin.mark", says="marked {who} as {status}", names=("who",))
def mark(actor: Actor, event: Event, *, place: Place, status: str) -> Place:
    """One player. The last word counts; who said it is in the log."""
    write_marks(actor, event, [place], status)
    log(actor, place, who=place.name, status=Status(status).label)
    return place


@verb("checkin.mark_team", says="marked {team} as {status}: {count} players")
def mark_team(actor: Actor, event: Event, *, entry: TeamEntry, status: str) -> TeamEntry:
    """Everybody of the team who is not marked yet; who was marked one by one stays as marked."""
    team = entry.places.filter(is_alternate=False)
    unmarked = team.filter(Q(attendance__isnull=True) | Q(attendance__status=Status.EXPECTED))
    places = list(unmarked if status == Status.PRESENT else team)
    write_marks(actor, event, places, status)
    log(actor, entry, team=entry.team.name, status=Status(status).label, count=len(places))
    return entry


@verb("checkin.game_set", says="noted that the game set of {team} is {state}")
def tick_game_set(actor: Actor, event: Event, *, entry: TeamEntry, is_here: bool) -> TeamEntry:
    serial = next_serial(event)
    GameSet.objects.update_or_create(entry=entry, defaults={"is_here": is_here, "serial": serial})
    log(actor, entry, team=entry.team.name, state="here" if is_here else "missing")
    return entry


@verb("checkin.substitute", says="{into} plays for {out} from round {round} on", names=("into", "out"))
def substitute(actor: Actor, event: Event, *, place: Place, alternate: Place | None) -> Place:
    """An alternate of the same team takes a place; who leaves it is the alternate from then on.

    From the next round that has not started; where the book allows it, also in the one that is being played.
    """
    if alternate is None or not alternate.is_alternate or place.is_alternate or place.entry_id != alternate.entry_id:
        raise Refused("Choose an alternate of the same team.")
    if alternate.player is None:
        raise Refused("The alternate has no name yet. Put one in on the roster first.")
    leaves, comes = place.player, alternate.player
    at_table = edition_of(event).play.substitutes.value == "at-table"
    from_round = round_to_join(place.division, at_table=at_table)
    Substitution.objects.create(place=place, out=leaves, into=comes, from_round=from_round)
    # A player has one place in an event: empty both before they are filled the other way round.
    Place.objects.filter(pk__in=[place.pk, alternate.pk]).update(player=None)
    place.player, alternate.player = comes, leaves
    place.save(update_fields=["player"])
    alternate.save(update_fields=["player"])
    write_marks(actor, event, [place], Status.PRESENT)
    write_marks(actor, event, [alternate], Status.ABSENT)
    log(actor, place, into=comes.name, out=leaves.name if leaves else f"player {place.number}", round=from_round)
    return place
