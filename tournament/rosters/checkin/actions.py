"""Verbs of the check-in: mark a player or a team, note the game set, substitute a player, and undo that."""

from __future__ import annotations

from django.db.models import Q

from foundation.activity.sentences import CountedSentence, SentenceByCase
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from tournament.books import edition_of
from tournament.models import Event
from tournament.rosters.checkin.attendance import next_serial, set_status, status_of
from tournament.rosters.checkin.models import GameSet, Status, Substitution
from tournament.rosters.checkin.substitutions import active_substitutions
from tournament.rosters.models import Place, TeamEntry
from tournament.rounds.queries import round_to_join


@verb("checkin.mark", says="marked {who} {status}", names=("who",))
def mark(actor: Actor, event: Event, *, place: Place, status: str) -> Place:
    """Set the status of one player. The latest change wins."""
    set_status(actor, event, [place], status)
    log(actor, place, who=place.name, status=Status(status).label)
    return place


@verb(
    "checkin.mark_team",
    says=CountedSentence(
        "count",
        "marked 1 player on {team} {status}",
        "marked {count} players on {team} {status}",
    ),
)
def mark_team(actor: Actor, event: Event, *, entry: TeamEntry, status: str) -> TeamEntry:
    """Mark the whole team. "Here" leaves players alone who were marked before; any other status sets everyone."""
    team = entry.places.filter(is_alternate=False)
    unmarked = team.filter(Q(attendance__isnull=True) | Q(attendance__status=Status.EXPECTED))
    places = list(unmarked if status == Status.PRESENT else team)
    set_status(actor, event, places, status)
    log(actor, entry, team=entry.team.name, status=Status(status).label, count=len(places))
    return entry


@verb(
    "checkin.game_set",
    says=SentenceByCase(
        "state",
        {
            "here": "checked in the game set from {team}",
            "missing": "marked the game set from {team} missing",
        },
    ),
)
def tick_game_set(actor: Actor, event: Event, *, entry: TeamEntry, is_here: bool) -> TeamEntry:
    serial = next_serial(event)
    GameSet.objects.update_or_create(entry=entry, defaults={"is_here": is_here, "serial": serial})
    log(actor, entry, team=entry.team.name, state="here" if is_here else "missing")
    return entry


@verb("checkin.substitute", says="substituted {into} for {out} starting in Round {round}", names=("into", "out"))
def substitute(actor: Actor, event: Event, *, place: Place, alternate: Place | None) -> Place:
    """Give a roster spot to an alternate of the same team. The player who leaves becomes the alternate.

    It applies from the next round that hasn't started, or also to the round in progress where the rule book allows it.
    """
    if alternate is None or not alternate.is_alternate or place.is_alternate or place.entry_id != alternate.entry_id:
        raise Refused("Choose an alternate from the same team.")
    if alternate.player is None:
        raise Refused("This alternate has no name yet. Add one on the roster first.")
    player_out, player_in = place.player, alternate.player
    at_table = edition_of(event).play.substitutes.value == "at-table"
    from_round = round_to_join(place.division, at_table=at_table)
    Substitution.objects.create(place=place, out=player_out, into=player_in, from_round=from_round)
    _swap_players(place, alternate)
    set_status(actor, event, [place], Status.PRESENT)
    set_status(actor, event, [alternate], Status.ABSENT)
    out = player_out.name if player_out else f"player {place.number}"
    log(actor, place, into=player_in.name, out=out, round=from_round)
    return place


@verb("checkin.take_back", says="undid the substitution of {into} for {out}", names=("into", "out"))
def undo_substitution(actor: Actor, event: Event, *, place: Place) -> Place:
    """Put both players back where they were, with their statuses. Refused once the round has started."""
    active = active_substitutions(event).get(place.pk)
    if active is None or active.record.into != place.player:
        raise Refused("There’s no substitution to undo. Reload the page.")
    made = active.record
    if active.has_started:
        raise Refused(f"Round {made.from_round} has started. Choose the substitute starting next round.")
    alternates = Place.objects.filter(entry=place.entry_id, is_alternate=True, player=made.out)
    alternate = alternates.select_related("attendance", "player").order_by("number").first()
    if alternate is None:
        raise Refused("Someone changed this team’s alternates. Edit the roster directly.")
    Substitution.objects.create(place=place, out=made.into, into=made.out, from_round=made.from_round, takes_back=made)
    status, alternate_status = status_of(place), status_of(alternate)
    _swap_players(place, alternate)
    set_status(actor, event, [alternate], status)
    set_status(actor, event, [place], alternate_status)
    log(actor, place, into=alternate.name, out=made.out.name if made.out else f"player {place.number}")
    return place


def _swap_players(one: Place, other: Place) -> None:
    """Swap the players of two spots. A player may have one spot per event, so both are emptied first."""
    Place.objects.filter(pk__in=[one.pk, other.pk]).update(player=None)
    one.player, other.player = other.player, one.player
    one.save(update_fields=["player"])
    other.save(update_fields=["player"])
