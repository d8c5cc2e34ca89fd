"""Reads about penalties: a player's record, penalties that wait for approval, and which ones a judge may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.models import Call, Ruling
from judging.penalties.models import Penalty, PenaltyKind, PenaltyState
from judging.visits import is_in_charge
from rulebooks.facts import describe_penalty
from rulebooks.penalties import PenaltyRule
from scoring.entry.queries import SeatedPlayer
from tournament.books import edition_of
from tournament.models import Event
from tournament.rosters.models import Place, Player


def penalties_seen_by(actor: Actor, tournament: Tournament) -> QuerySet[Penalty]:
    """Return the penalties that this person may see.

    Penalties of a matter on which another opinion is pending are hidden from judges who may give it (JM General 7).
    """
    penalties = Penalty.objects.filter(tournament=tournament).select_related(
        "sheet__table", "sheet__round__division__event__book", "place__entry__team", "player", "asked_by", "tournament"
    )
    further_opinions = Call.objects.filter(
        tournament=tournament, matter=OuterRef("call__matter"), opinion__gt=1, ended_at__isnull=True
    )
    pending = further_opinions.filter(~Exists(Ruling.objects.filter(call=OuterRef("pk"))))
    my_rulings = Ruling.objects.filter(
        call__tournament=tournament, call__matter=OuterRef("call__matter"), made_by=actor.user
    )
    if is_in_charge(actor, tournament):
        pending = pending.filter(judge=actor.user)
    return penalties.exclude(Q(Exists(pending)) & ~Q(Exists(my_rulings)))


def was_warned(place: Place, player: Player | None) -> bool:
    """Return whether the player was warned in this round or an earlier one, at any table (EQ IX-C)."""
    same_player = Q(player=player) if player else Q(place=place, player__isnull=True)
    warnings = Penalty.objects.filter(what=PenaltyKind.WARNING, state=PenaltyState.GIVEN)
    return warnings.filter(same_player, tournament=place.event.tournament_id).exists()


@dataclass(frozen=True)
class PenaltyRecord:
    """One warning or penalty of a player, in words."""

    words: str
    round: str
    what: str


def records_of(actor: Actor, tournament: Tournament, seated: Iterable[SeatedPlayer]) -> dict[int, list[PenaltyRecord]]:
    """Return the warnings and penalties of everyone at a table, from all rounds, by seat. Takes one query."""
    by_person = {
        _person(seated_player.seat.place_id, seated_player.player): seat for seat, seated_player in enumerate(seated, 1)
    }
    players = [key for kind, key in by_person if kind == "player"]
    places = [key for kind, key in by_person if kind == "place"]
    records: dict[int, list[PenaltyRecord]] = {}
    given = penalties_seen_by(actor, tournament).filter(state=PenaltyState.GIVEN).order_by("id")
    for penalty in given.filter(Q(player__in=players) | Q(player__isnull=True, place__in=places)):
        seat = by_person[_person(penalty.place_id, penalty.player)]
        records.setdefault(seat, []).append(
            PenaltyRecord(summarize_penalty(penalty), str(penalty.sheet.round), penalty.what)
        )
    return records


def _person(place: int, player: Player | None) -> tuple[str, int]:
    return ("player", player.pk) if player else ("place", place)


def summarize_penalty(penalty: Penalty) -> str:
    """Return a penalty in words: `−1`, `−1 for the team`, `warning`, `disqualified from the round`."""
    if penalty.what != PenaltyKind.POINTS:
        return penalty.get_what_display()
    points = f"−{-penalty.points.normalize():f}"
    return f"{points} for the team" if penalty.of_team else points


def rule_of(penalty: Penalty) -> PenaltyRule | None:
    """Return the book's rule for a penalty, or None if a newer book of the game has no such reason."""
    return edition_of(penalty.sheet.round.division.event).penalties.reasons.get(penalty.reason)


def choices_of(event: Event) -> tuple[list[tuple[PenaltyRule, str]], list[PenaltyRule]]:
    """Return the reasons that can be penalized, each in words, and those that the book says are not penalized."""
    reasons = edition_of(event).penalties.reasons.values()
    penalized = [(each, describe_penalty(each)) for each in reasons if each.kind != "none"]
    return penalized, [each for each in reasons if each.kind == "none"]


def can_approve(actor: Actor, penalty: Penalty) -> bool:
    """Return whether the penalty waits for this judge's approval."""
    if (
        penalty.state != PenaltyState.WAITS
        or actor.user is None
        or not actor.may("penalty.consent", penalty.tournament)
    ):
        return False
    if any(each.judge_id == actor.user.pk for each in penalty.consents.all()):
        return False
    return penalty.consent != "head judge" or Role.HEAD_JUDGE in actor.roles_in(penalty.tournament)


def count_waiting_for(actor: Actor, tournament: Tournament) -> int:
    """Return how many penalties wait for this judge's approval. Pages poll this, and mostly none does."""
    if not Penalty.objects.filter(tournament=tournament, state=PenaltyState.WAITS).exists():
        return 0
    waiting = penalties_seen_by(actor, tournament).filter(state=PenaltyState.WAITS).prefetch_related("consents")
    return sum(can_approve(actor, each) for each in waiting)
