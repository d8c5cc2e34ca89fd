"""What is asked about penalties: what holds for a player, what waits for whom, and what a judge may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from judging.calls.queries import is_in_charge
from judging.models import Call, Ruling
from judging.penalties.models import Penalty, State, What
from rulebooks.facts import penalty_in_words
from rulebooks.penalties import PenaltyRule
from scoring.tables import Sitter
from tournament.books import edition_of
from tournament.models import Event
from tournament.rosters.models import Place, Player


def penalties_seen_by(actor: Actor, tournament: Tournament) -> QuerySet[Penalty]:
    """Those that follow from an open matter are not for who may still be asked about it (JM General 7)."""
    found = Penalty.objects.filter(tournament=tournament).select_related(
        "sheet__table", "sheet__round__division__event__book", "place__entry__team", "player", "asked_by", "tournament"
    )
    matter = Call.objects.filter(
        tournament=tournament, matter=OuterRef("call__matter"), opinion__gt=1, ended_at__isnull=True
    )
    unruled = matter.filter(~Exists(Ruling.objects.filter(call=OuterRef("pk"))))
    ruled = Ruling.objects.filter(
        call__tournament=tournament, call__matter=OuterRef("call__matter"), made_by=actor.user
    )
    if is_in_charge(actor, tournament):
        unruled = unruled.filter(judge=actor.user)
    return found.exclude(Q(Exists(unruled)) & ~Q(Exists(ruled)))


def was_warned(place: Place, player: Player | None) -> bool:
    """In this round or an earlier one, at any table (EQ IX-C)."""
    return of_person(place, player).filter(what=What.WARNING, state=State.GIVEN).exists()


def of_person(place: Place, player: Player | None) -> QuerySet[Penalty]:
    mine = Q(player=player) if player else Q(place=place, player__isnull=True)
    return Penalty.objects.filter(mine, tournament=place.event.tournament_id)


@dataclass(frozen=True)
class Record:
    """One thing that stands against a player, in words."""

    words: str
    round: str
    what: str


def records_of(actor: Actor, tournament: Tournament, sitters: Iterable[Sitter]) -> dict[int, list[Record]]:
    """Today's warnings and penalties of everybody at a table, by seat; of all rounds, with one question."""
    by_person = {_person(sitter.seat.place_id, sitter.player): seat for seat, sitter in enumerate(sitters, 1)}
    players = [key for kind, key in by_person if kind == "player"]
    places = [key for kind, key in by_person if kind == "place"]
    found: dict[int, list[Record]] = {}
    given = penalties_seen_by(actor, tournament).filter(state=State.GIVEN).order_by("id")
    for penalty in given.filter(Q(player__in=players) | Q(player__isnull=True, place__in=places)):
        seat = by_person[_person(penalty.place_id, penalty.player)]
        found.setdefault(seat, []).append(Record(in_words(penalty), str(penalty.sheet.round), penalty.what))
    return found


def _person(place: int, player: Player | None) -> tuple[str, int]:
    return ("player", player.pk) if player else ("place", place)


def in_words(penalty: Penalty) -> str:
    """`−1`, `a warning`, `out of the round`."""
    if penalty.what != What.POINTS:
        return penalty.get_what_display()
    return f"−{-penalty.points.normalize():f}{' for the team' if penalty.of_team else ''}"


def rule_of(penalty: Penalty) -> PenaltyRule | None:
    """What the book says; None if the event's book was renewed without this reason."""
    return edition_of(penalty.sheet.round.division.event).penalties.reasons.get(penalty.reason)


def choices_of(event: Event) -> tuple[list[tuple[PenaltyRule, str]], list[PenaltyRule]]:
    """What can be given, each in words, and what the book names so that nobody fines it."""
    reasons = edition_of(event).penalties.reasons.values()
    can = [(each, penalty_in_words(each)) for each in reasons if each.kind != "none"]
    return can, [each for each in reasons if each.kind == "none"]


def may_agree(actor: Actor, penalty: Penalty) -> bool:
    """Whether this judge's word is what is missing."""
    if penalty.state != State.WAITS or actor.user is None or not actor.may("penalty.consent", penalty.tournament):
        return False
    if any(each.judge_id == actor.user.pk for each in penalty.consents.all()):
        return False
    return penalty.consent != "head judge" or Role.HEAD_JUDGE in actor.roles_in(penalty.tournament)


def waiting_for(actor: Actor, tournament: Tournament) -> int:
    """How many penalties wait for this judge's word. Asked every few seconds, when mostly none does."""
    if not Penalty.objects.filter(tournament=tournament, state=State.WAITS).exists():
        return 0
    open_ = penalties_seen_by(actor, tournament).filter(state=State.WAITS).prefetch_related("consents")
    return sum(may_agree(actor, each) for each in open_)
