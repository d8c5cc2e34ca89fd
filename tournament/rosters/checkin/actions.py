"""Verbs of the check-in: mark a player or a team, note the game set, substitute a player, and undo that."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from foundation.activity.sentences import CountedSentence, SentenceByCase, SentenceWithParts
from foundation.activity.verbs import log, verb
from foundation.errors import Refused
from foundation.people.actor import Actor
from tournament.books import edition_of
from tournament.models import Event
from tournament.rosters.checkin.attendance import next_serial, set_status, status_of
from tournament.rosters.checkin.models import GameSet, Status, Substitution
from tournament.rosters.checkin.substitutions import active_substitutions
from tournament.rosters.models import Place, Player, TeamEntry
from tournament.rounds.queries import round_to_join


def _status_in_words(status: str) -> str:
    return dict(Status.choices)[status]


@verb(
    "checkin.mark",
    says=SentenceWithParts("marked {who} {status}", {"status": _status_in_words}),
    names=("who",),
)
def mark(actor: Actor, event: Event, *, place: Place, status: str) -> Place:
    """Set the status of one player. The latest change wins."""
    set_status(actor, event, [place], status)
    log(actor, place, who=place.name, status=status)
    return place


@verb(
    "checkin.mark_team",
    says=SentenceWithParts(
        CountedSentence(
            "count",
            "marked 1 player on {team} {status}",
            "marked {count} players on {team} {status}",
        ),
        {"status": _status_in_words},
    ),
)
def mark_team(actor: Actor, event: Event, *, entry: TeamEntry, status: str) -> TeamEntry:
    """Mark the whole team. "Here" leaves players alone who were marked before; any other status sets everyone."""
    team = entry.places.filter(is_alternate=False)
    unmarked = team.filter(Q(attendance__isnull=True) | Q(attendance__status=Status.EXPECTED))
    places = list(unmarked if status == Status.PRESENT else team)
    set_status(actor, event, places, status)
    log(actor, entry, team=entry.team.name, status=status, count=len(places))
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


@verb(
    "checkin.substitute",
    says=SentenceByCase(
        "spot",
        {
            "named": "substituted {into} for {out} starting in Round {round}",
            "unnamed": "substituted {into} for player {number} starting in Round {round}",
        },
    ),
    names=("into", "out"),
)
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
    log(actor, place, into=player_in.name, round=from_round, **_who_left(place, player_out))
    return place


@verb(
    "checkin.take_back",
    says=SentenceByCase(
        "spot",
        {
            "named": "undid the substitution of {into} for {out}",
            "unnamed": "undid the substitution of {into} for player {number}",
        },
    ),
    names=("into", "out"),
)
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
    log(actor, place, into=alternate.name, **_who_left(place, made.out))
    return place


def _who_left(place: Place, out: Player | None) -> dict[str, Any]:
    """Return the log data that names the player who was replaced, or the number of a spot without a name."""
    return {"spot": "named", "out": out.name} if out else {"spot": "unnamed", "number": place.number}


def _swap_players(one: Place, other: Place) -> None:
    """Swap the players of two spots. A player may have one spot per event, so both are emptied first."""
    Place.objects.filter(pk__in=[one.pk, other.pk]).update(player=None)
    one.player, other.player = other.player, one.player
    one.save(update_fields=["player"])
    other.save(update_fields=["player"])
