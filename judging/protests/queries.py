"""What is asked about protests: which are open, who may read one, who may sit on its panel, how it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from foundation import steady_clock
from foundation.people.actor import Actor
from foundation.people.models import User
from foundation.tournaments import Tournament
from judging.calls.queries import is_in_charge
from judging.models import Call, Conflict, Ruling
from judging.names import names_in
from judging.protests.facts import calls_of_matter, due
from judging.protests.models import OPEN, Decision, Member, Outcome, Protest, Vote
from judging.queries import judges_of, schools_at
from pairings.models import Draw
from scoring.entry.queries import SeatedPlayer, seated_players
from scoring.models import Dispute, Sheet
from tournament.rounds.models import State as RoundState

PLAYED = (RoundState.RUNNING, RoundState.COLLECTING, RoundState.COMPLETE)


def protests_of(tournament: Tournament) -> QuerySet[Protest]:
    return Protest.objects.filter(tournament=tournament).select_related(
        "tournament", "sheet__table__draw", "sheet__round__division__event__book", "sheet__current", "call", "filed_by"
    )


def open_first(tournament: Tournament) -> list[Protest]:
    """Open ones first, the longest wait first; then the others, the latest first."""
    found = list(protests_of(tournament))
    closed = [protest for protest in found if not protest.is_open]
    return [*(protest for protest in found if protest.is_open), *reversed(closed)]


@dataclass(frozen=True)
class Quiet:
    """A table where somebody refused to initial and nobody has protested. `due`: until when somebody still can."""

    dispute: Dispute
    due: datetime | None

    @property
    def is_over(self) -> bool:
        return self.due is not None and self.due < steady_clock.now()


def without_a_protest(tournament: Tournament) -> list[Quiet]:
    open_ = Dispute.objects.filter(sheet__tournament=tournament, until__isnull=True)
    quiet = open_.exclude(sheet__protests__state__in=OPEN).select_related(
        "sheet__table", "sheet__round__division__event__book"
    )
    return [Quiet(each, due(each.sheet.round, each.sheet.round.division.event)) for each in quiet]


def tables_to_protest(tournament: Tournament) -> QuerySet[Sheet]:
    """Tables of rounds that are or were played, the latest round first."""
    found = Sheet.objects.filter(
        tournament=tournament, round__state__in=PLAYED, table__draw__state=Draw.State.PUBLISHED
    )
    return found.select_related("tournament", "table__draw", "round__division__event__book", "current").order_by(
        "-round__number", "round__division__max_grade", "table__number"
    )


def matters_at(sheet: Sheet) -> list[Call]:
    """The first visit of each matter at a table on which a judge ruled; those with a second opinion first."""
    ruled = Call.objects.filter(sheet=sheet, opinion=1, rulings__isnull=False).distinct()
    further = set(Call.objects.filter(sheet=sheet, opinion=2).values_list("matter", flat=True))
    return sorted(ruled, key=lambda call: (call.matter not in further, -call.pk))


# -- who may read it --------------------------------------------------------------------------------------------------


def may_read(actor: Actor, protest: Protest) -> bool:
    """Those in charge, its panel, and who wrote it down. Never somebody who is still to rule on the matter."""
    me = actor.user.pk if actor.user else None
    if me is None or is_blind(actor, protest.call):
        return False
    if is_in_charge(actor, protest.tournament) or protest.filed_by_id == me:
        return True
    return Member.objects.filter(protest=protest, user=me, released_at__isnull=True).exists()


def is_blind(actor: Actor, call: Call | None) -> bool:
    """Whether this judge is at the table now to give an opinion on the matter, and has not yet."""
    if call is None or actor.user is None:
        return False
    mine = Call.objects.filter(
        tournament=call.tournament_id, matter=call.matter, judge=actor.user, ended_at__isnull=True
    )
    return mine.exclude(rulings__made_by=actor.user).exists()


def rulings_of(protest: Protest) -> list[Ruling]:
    """Every ruling of the matter, for whoever may read the protest."""
    if protest.call is None:
        return []
    found = Ruling.objects.filter(call__tournament=protest.tournament_id, call__matter=protest.call.matter)
    return list(found.select_related("call", "made_by").order_by("call__opinion", "number"))


# -- the panel --------------------------------------------------------------------------------------------------------


def panel_of(protest: Protest) -> list[User]:
    members = protest.members.filter(released_at__isnull=True).select_related("user")
    return [each.user for each in members]


class Fitness:
    """Why somebody cannot sit on the panel of a protest: they ruled on it, or belong to a school at the table."""

    def __init__(self, protest: Protest, sitters: Sequence[SeatedPlayer]) -> None:
        self._ruled = _who_ruled(protest)
        self._names = _names_of_others(protest)
        schools = schools_at(sitters)
        standing = Conflict.objects.filter(tournament=protest.tournament_id, withdrawn_at__isnull=True)
        self._schools: dict[int, str] = dict(
            standing.filter(school__in=schools).values_list("judge_id", "school__name")
        )

    def why_not(self, user: User) -> str:
        if user.pk in self._ruled or user.name.casefold() in self._names:
            return f"{user.name} ruled on this. The panel is made of others."
        if user.pk in self._schools:
            return f"{user.name} has a conflict with {self._schools[user.pk]}, which has a player at the table."
        return ""


def _who_ruled(protest: Protest) -> set[int]:
    if protest.call is None:
        return set()
    of_matter = Q(tournament=protest.tournament_id, matter=protest.call.matter)
    found = Call.objects.filter(of_matter).values_list("judge", "rulings__made_by")
    return {pk for row in found for pk in row if pk}


def _names_of_others(protest: Protest) -> set[str]:
    """Judges who are known by their names alone: those who ruled along, or all where nothing was noted here."""
    if protest.call is None:
        return {name.casefold() for name in protest.named}
    of_matter = Ruling.objects.filter(call__tournament=protest.tournament_id, call__matter=protest.call.matter)
    texts = of_matter.exclude(with_others="").values_list("with_others", flat=True)
    return {name.casefold() for text in texts for name in names_in(text)}


def fitness_of(protest: Protest) -> Fitness:
    return Fitness(protest, seated_players(protest.sheet, with_teams=True))


def candidates_for(protest: Protest, fitness: Fitness) -> list[tuple[User, str]]:
    """Everybody who judges here and is not on the panel, each with what stands against it."""
    there = {user.pk for user in panel_of(protest)}
    return [(user, fitness.why_not(user)) for user in judges_of(protest.tournament) if user.pk not in there]


# -- votes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """The votes of one sitting: the last of each member. `outcome`: what the majority of the panel wants, if any."""

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


def count_votes(protest: Protest) -> Count:
    sitting = protest.decisions.count() + 1
    panel = panel_of(protest)
    keys = {user.pk for user in panel}
    cast = Vote.objects.filter(protest=protest, sitting=sitting).order_by("id")
    votes = {vote.member_id: vote for vote in cast if vote.member_id in keys}
    return Count(sitting, panel, protest.sheet.round.division.event.panel_size, votes)


def last_decision(protest: Protest) -> Decision | None:
    return protest.decisions.select_related("made_by", "entry").order_by("number").last()


def still_to_play(protest: Protest) -> int:
    """How many shakes were ordered to be played again and have no points yet."""
    decision = last_decision(protest)
    if decision is None or decision.outcome != Outcome.REPLAYED:
        return 0
    played = protest.steps.filter(kind="replayed", made_at__gte=decision.made_at).count()
    return max(len(decision.shakes) - played, 0)


def calls_about(protest: Protest) -> list[Call]:
    return calls_of_matter(protest.call) if protest.call else []
