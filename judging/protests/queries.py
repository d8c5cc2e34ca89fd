"""Reads about protests: the lists, who may read one, who can be on its panel, and how the panel votes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from foundation import steady_clock
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.models import Call, Conflict, Ruling
from judging.protests.eligibility import deadline_of
from judging.protests.models import OPEN_PROTEST_STATES, Decision, Member, Outcome, Protest, Vote
from judging.queries import judges_of, schools_at
from judging.visits import is_blind, is_in_charge, opinions_on, other_judges_on, rulings_on
from pairings.models import Draw
from scoring.entry.queries import seated_players
from scoring.models import Dispute, Sheet
from tournament.rounds.models import RoundState

PLAYED = (RoundState.RUNNING, RoundState.COLLECTING, RoundState.COMPLETE)


def protests_of(tournament: Tournament) -> QuerySet[Protest]:
    return Protest.objects.filter(tournament=tournament).select_related(
        "tournament", "sheet__table__draw", "sheet__round__division__event__book", "sheet__current", "call", "filed_by"
    )


def protests_open_first(tournament: Tournament) -> list[Protest]:
    """Return open protests, longest wait first, then the others, latest first."""
    protests = list(protests_of(tournament))
    closed = [protest for protest in protests if not protest.is_open]
    return [*(protest for protest in protests if protest.is_open), *reversed(closed)]


@dataclass(frozen=True)
class UnprotestedDispute:
    """A table where a player refused to initial and no one has protested. `due`: the deadline, if it is known."""

    dispute: Dispute
    due: datetime | None

    @property
    def is_over(self) -> bool:
        return self.due is not None and self.due < steady_clock.now()


def disputes_without_protest(tournament: Tournament) -> list[UnprotestedDispute]:
    disputes = Dispute.objects.filter(sheet__tournament=tournament, until__isnull=True)
    unprotested = disputes.exclude(sheet__protests__state__in=OPEN_PROTEST_STATES).select_related(
        "sheet__table", "sheet__round__division__event__book"
    )
    return [
        UnprotestedDispute(each, deadline_of(each.sheet.round, each.sheet.round.division.event)) for each in unprotested
    ]


def tables_to_protest(tournament: Tournament) -> QuerySet[Sheet]:
    """Return tables of rounds in progress or closed, latest round first."""
    sheets = Sheet.objects.filter(
        tournament=tournament, round__state__in=PLAYED, table__draw__state=Draw.State.PUBLISHED
    )
    return sheets.select_related("tournament", "table__draw", "round__division__event__book", "current").order_by(
        "-round__number", "round__division__max_grade", "table__number"
    )


def ruled_calls_at(sheet: Sheet) -> list[Call]:
    """Return the first visit of each matter at a table on which a judge ruled, those with a second opinion first."""
    ruled = Call.objects.filter(sheet=sheet, opinion=1, rulings__isnull=False).distinct()
    with_second = set(Call.objects.filter(sheet=sheet, opinion=2).values_list("matter", flat=True))
    return sorted(ruled, key=lambda call: (call.matter not in with_second, -call.pk))


# -- who may read it --------------------------------------------------------------------------------------------------


def may_read(actor: Actor, protest: Protest) -> bool:
    """Return whether this person may read a protest: people in charge, its panel, and the person who filed it.

    A judge who is about to give an opinion on the matter may not.
    """
    me = actor.user.pk if actor.user else None
    if me is None or is_blind(actor, protest.call):
        return False
    if is_in_charge(actor, protest.tournament) or protest.filed_by_id == me:
        return True
    return Member.objects.filter(protest=protest, user=me, released_at__isnull=True).exists()


def rulings_of(protest: Protest) -> list[Ruling]:
    """Return every ruling on the matter, for people who may read the protest."""
    return list(rulings_on(protest.call)) if protest.call else []


# -- the panel --------------------------------------------------------------------------------------------------------


def panel_of(protest: Protest) -> list[User]:
    members = protest.members.filter(released_at__isnull=True).select_related("user")
    return [each.user for each in members]


class PanelEligibility:
    """Knows why a judge can't be on the panel of a protest: they ruled on it, or have a conflict at the table."""

    def __init__(self, protest: Protest) -> None:
        self._judges = _judges_who_came(protest)
        self._names = _names_of_other_judges(protest)
        schools = schools_at(seated_players(protest.sheet, with_teams=True))
        conflicts = Conflict.objects.filter(tournament=protest.tournament_id, withdrawn_at__isnull=True)
        self._schools: dict[int, str] = dict(
            conflicts.filter(school__in=schools).values_list("judge_id", "school__name")
        )

    def objection_to(self, user: User) -> str:
        if user.pk in self._judges or user.name.casefold() in self._names:
            return f"{user.name} ruled on this and can’t be on the panel."
        if user.pk in self._schools:
            return f"{user.name} has a conflict with {self._schools[user.pk]}, which has a player at the table."
        return ""


def _judges_who_came(protest: Protest) -> set[int]:
    if protest.call is None:
        return set()
    rows = opinions_on(protest.call).values_list("judge", "rulings__made_by")
    return {pk for row in rows for pk in row if pk}


def _names_of_other_judges(protest: Protest) -> set[str]:
    """Return judges known only by name: those who ruled together with one at the table, or all if no one noted it."""
    names = protest.named if protest.call is None else other_judges_on(protest.call)
    return {name.casefold() for name in names}


def panel_candidates(protest: Protest) -> list[tuple[User, str]]:
    """Return every judge who isn't on the panel, each with why they can't be, or an empty string."""
    eligibility = PanelEligibility(protest)
    members = {user.pk for user in panel_of(protest)}
    return [(user, eligibility.objection_to(user)) for user in judges_of(protest.tournament) if user.pk not in members]


# -- votes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VoteCount:
    """Each member's last vote in one sitting. `outcome`: what a majority of the panel voted for, if any."""

    sitting: int
    panel: list[User]
    size: int
    votes: dict[int, Vote]

    @property
    def is_complete(self) -> bool:
        return len(self.panel) == self.size

    @property
    def tally(self) -> Counter[str]:
        return Counter(vote.outcome for vote in self.votes.values())

    @property
    def outcome(self) -> str:
        for outcome, votes in self.tally.most_common(1):
            return outcome if votes * 2 > self.size else ""
        return ""

    @property
    def outcome_in_words(self) -> str:
        return Outcome(self.outcome).label if self.outcome else ""

    @property
    def by_member(self) -> list[tuple[User, Vote | None]]:
        return [(user, self.votes.get(user.pk)) for user in self.panel]


def count_votes(protest: Protest) -> VoteCount:
    sitting = protest.decisions.count() + 1
    panel = panel_of(protest)
    keys = {user.pk for user in panel}
    cast = Vote.objects.filter(protest=protest, sitting=sitting).order_by("id")
    votes = {vote.member_id: vote for vote in cast if vote.member_id in keys}
    return VoteCount(sitting, panel, protest.sheet.round.division.event.panel_size, votes)


def last_decision(protest: Protest) -> Decision | None:
    return protest.decisions.select_related("made_by", "entry").order_by("number").last()


def count_shakes_to_replay(protest: Protest) -> int:
    """Return how many shakes the panel ordered to be replayed that have no points yet."""
    decision = last_decision(protest)
    if decision is None or decision.outcome != Outcome.REPLAYED:
        return 0
    replayed = protest.steps.filter(kind="replayed", made_at__gte=decision.made_at).count()
    return max(len(decision.shakes) - replayed, 0)
