"""The verbs of the check-in: mark a player or a team, tick the game set, let somebody play for another and back."""

from __future__ import annotations

from django.db.models import Q

from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from tournament.books import edition_of
from tournament.models import Event
from tournament.rosters.checkin.marks import mark_of, next_serial, write_marks
from tournament.rosters.checkin.models import GameSet, Status, Substitution
from tournament.rosters.checkin.substitutions import standing_of
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
    _exchange(place, alternate)
    write_marks(actor, event, [place], Status.PRESENT)
    write_marks(actor, event, [alternate], Status.ABSENT)
    log(actor, place, into=comes.name, out=leaves.name if leaves else f"player {place.number}", round=from_round)
    return place


@verb("checkin.take_back", says="took back that {into} plays for {out}", names=("into", "out"))
def take_back(actor: Actor, event: Event, *, place: Place) -> Place:
    """Everybody is where they were, as long as the round has not started. Each takes along how they are marked."""
    standing = standing_of(event).get(place.pk)
    if standing is None or standing.made.into != place.player:
        raise Refused("There is no substitution here to take back.")
    made = standing.made
    if standing.has_started:
        raise Refused(f"Round {made.from_round} has started. Choose who plays instead from the next round on.")
    alternates = Place.objects.filter(entry=place.entry_id, is_alternate=True, player=made.out)
    back = alternates.select_related("attendance", "player").order_by("number").first()
    if back is None:
        raise Refused("The alternates of this team were changed since. Change the roster by hand.")
    Substitution.objects.create(place=place, out=made.into, into=made.out, from_round=made.from_round, takes_back=made)
    marks = mark_of(place), mark_of(back)
    _exchange(place, back)
    write_marks(actor, event, [back], marks[0])
    write_marks(actor, event, [place], marks[1])
    log(actor, place, into=back.name, out=made.out.name if made.out else f"player {place.number}")
    return place


def _exchange(one: Place, other: Place) -> None:
    """A player has one place in an event: empty both before they are filled the other way round."""
    Place.objects.filter(pk__in=[one.pk, other.pk]).update(player=None)
    one.player, other.player = other.player, one.player
    one.save(update_fields=["player"])
    other.save(update_fields=["player"])
