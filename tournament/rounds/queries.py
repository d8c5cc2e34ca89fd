"""Reads of rounds: the rounds of each division, their clocks, and what keeps a round from closing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from foundation import steady_clock
from foundation.languages import is_english
from foundation.people.actor import Actor
from foundation.people.models import Role
from foundation.tournaments import Tournament
from tournament import hooks
from tournament.books import edition_of
from tournament.models import Division
from tournament.rounds.clock import COLLECTING, Phase, Timetable, table_end_times, timetable
from tournament.rounds.models import ExtraTime, Round, RoundState


def rounds_of(tournament: Tournament) -> QuerySet[Round]:
    return (
        Round.objects.filter(tournament=tournament)
        .select_related("division__event__book", "tournament")
        .prefetch_related(Prefetch("extra_times", ExtraTime.objects.select_related("given_by")))
        .order_by("division__event_id", "division__max_grade", "division_id", "number")
    )


def state_words(round_: Round) -> str:
    return states_in_words([round_])[round_.pk]


def states_in_words(rounds: Sequence[Round]) -> dict[int, str]:
    """Return the state of each round as pages show it, by its key. A draft without tables is "not assigned"."""
    drafts = [each for each in rounds if each.state == RoundState.DRAFT]
    assigned = hooks.rounds_with_tables.only(drafts) if drafts else ()
    unassigned = {each.pk for each in drafts} - set(assigned)
    return {each.pk: "not assigned" if each.pk in unassigned else each.get_state_display() for each in rounds}


@dataclass(frozen=True)
class RoundClock:
    """A round as a clock page shows it. `tables`: those with added time, see `table_end_times`."""

    round: Round
    elapsed: float
    timetable: Timetable
    tables: list[tuple[str, int, int]]

    @property
    def phase(self) -> Phase:
        if self.round.state in (RoundState.COLLECTING, RoundState.COMPLETE):
            return next(phase for phase in self.timetable.phases if phase.key == COLLECTING)
        return self.timetable.phase_at(self.elapsed)

    @property
    def left(self) -> float | None:
        """Seconds that the clock shows. None once only scoresheets are missing."""
        return None if self.phase.counts_to is None else self.phase.counts_to - self.elapsed

    @property
    def next_line(self) -> tuple[int, str, str] | None:
        return self.timetable.next_line(self.elapsed)

    @property
    def next_words(self) -> str:
        """The next line of the script in the reader's language. Empty for an older book's line without translation."""
        if self.next_line is None:
            return ""
        line = self.next_line[1]
        words = gettext(line)
        return "" if words == line and not is_english() else words

    @property
    def next_shown(self) -> float:
        """What the clock will show when the next line of the script is said."""
        at = self.next_line[0] if self.next_line else 0
        counts_to = self.timetable.phase_at(at - 0.001).counts_to
        return (counts_to if counts_to is not None else at) - at

    @property
    def marks(self) -> str:
        """For JavaScript: where each phase ends, what it counts down to, and its label."""
        return ";".join(f"{each.ends or ''}|{each.counts_to or ''}|{each.label}" for each in self.timetable.phases)


def can_see_reasons(actor: Actor, tournament: Tournament) -> bool:
    """Whether someone may read why a table got added time. Judges may not, because they may have to rule on it."""
    return not {Role.JUDGE, Role.HEAD_JUDGE} & actor.roles_in(tournament)


def clock_of(round_: Round, now: datetime | None = None) -> RoundClock:
    table = timetable(edition_of(round_.division.event), round_.seconds)
    elapsed = round_.elapsed(now or steady_clock.now()).total_seconds()
    extra = [(each.table, each.seconds) for each in round_.extra_times.all()]
    return RoundClock(round_, elapsed, table, table_end_times(table.stop, extra))


def running_clocks(tournament: Tournament) -> list[RoundClock]:
    """Return the clock of every round in progress."""
    now = steady_clock.now()
    return [clock_of(each, now) for each in rounds_of(tournament).filter(state=RoundState.RUNNING)]


@dataclass(frozen=True)
class DivisionRounds:
    division: Division
    rounds: tuple[Round, ...]

    @property
    def current(self) -> Round | None:
        """The first round that isn't closed."""
        return next((each for each in self.rounds if each.state != RoundState.COMPLETE), None)


def rounds_by_division(tournament: Tournament) -> list[DivisionRounds]:
    groups: dict[int, list[Round]] = {}
    for each in rounds_of(tournament):
        groups.setdefault(each.division_id, []).append(each)
    return [DivisionRounds(group[0].division, tuple(group)) for group in groups.values()]


def round_to_join(division: Division, *, at_table: bool) -> int:
    """Return the first round that a player can still join. With `at_table`, that may be the round in progress."""
    open_states = [RoundState.DRAFT, RoundState.PUBLISHED, *([RoundState.RUNNING] if at_table else [])]
    numbers = Round.objects.filter(division=division).order_by("number").values_list("number", "state")
    started = [number for number, state in numbers if state not in open_states]
    return max(started, default=0) + 1


def close_blockers(round_: Round, *, lock: bool = False) -> str:
    """Return what must happen before this round can close, in words. Empty if it can close now."""
    return " ".join(filter(None, (check(round_, lock=lock) for check in hooks.round_close_checks)))


def rounds_in_progress(tournaments: Iterable[Tournament]) -> list[tuple[Tournament, str]]:
    """Return the rounds that are being played or collected, each with its tournament and its name."""
    playing = Round.objects.filter(tournament__in=tournaments, state__in=(RoundState.RUNNING, RoundState.COLLECTING))
    return [(each.tournament, str(each)) for each in playing.select_related("tournament", "division")]
