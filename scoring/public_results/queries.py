"""What is released of each division: the lists that the public sees, and the director's controls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from foundation.tournaments import Tournament
from rulebooks.wording import join_words
from scoring.models import Release
from scoring.standings_pages.changes import last_change
from scoring.standings_pages.queries import KINDS, NAME_COLUMN, STATES, Standings, StandingsRow
from scoring.standings_pages.row_details import NameFormat, Person
from scoring.standings_pages.scope import Scope, ScopeChoice, ScopeLimit, scope_choices
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round, RoundState

# -- releases ---------------------------------------------------------------------------------------------------------


def releases_of(divisions: Iterable[Division]) -> dict[int, Release]:
    """Return the release of each division by key. By default, published tables are shown and no results."""
    wanted = list(divisions)
    saved = {each.division_id: each for each in Release.objects.filter(division__in=wanted)}
    return {each.pk: saved.get(each.pk) or Release(division=each) for each in wanted}


def released_scope(division: Division, release: Release) -> Scope | None:
    """Return the rounds that are released, as of the freeze; None if no results are released yet."""
    if not release.is_final and not release.rounds:
        return None
    return Scope((division,), through=None if release.is_final else release.rounds, at=release.frozen_at)


# -- public lists -----------------------------------------------------------------------------------------------------


def public_name_format(tournament: Tournament) -> NameFormat:
    """Return how the tournament lets the public see students' names."""

    def name(person: Person) -> str:
        return person.public_name(tournament.public_names)

    return name


@dataclass(frozen=True)
class ReleasedResults:
    """A division, event, or tournament whose results are released. `releases`: one for each of its divisions."""

    choice: ScopeChoice
    releases: tuple[Release, ...]

    @property
    def division(self) -> Division | None:
        """The division, if there is only one."""
        return self.choice.divisions[0] if len(self.choice.divisions) == 1 else None

    @cached_property
    def through(self) -> dict[int, int | None]:
        """For each event, the last round that all its divisions have released; None if all are final."""
        by_event: dict[int, list[Release]] = defaultdict(list)
        for division, release in zip(self.choice.divisions, self.releases, strict=True):
            by_event[division.event_id].append(release)
        return {
            event: None if all(each.is_final for each in releases) else min(each.rounds for each in releases)
            for event, releases in by_event.items()
        }

    @cached_property
    def scope(self) -> Scope:
        """The rounds that all divisions of an event have released, each frozen division as of its own freeze."""
        limits = (
            (each.pk, ScopeLimit(self.through[each.event_id], release.frozen_at))
            for each, release in zip(self.choice.divisions, self.releases, strict=True)
        )
        return Scope(self.choice.divisions, limits=tuple(limits), playoff=self.choice.playoff)

    @property
    def is_final(self) -> bool:
        return all(each.is_final for each in self.releases)

    @cached_property
    def frozen_at(self) -> datetime | None:
        """The earliest freeze; divisions that aren't frozen also show what came later."""
        return min((each.frozen_at for each in self.releases if each.frozen_at), default=None)

    @cached_property
    def live_divisions(self) -> tuple[Division, ...]:
        """The divisions that aren't frozen."""
        pairs = zip(self.choice.divisions, self.releases, strict=True)
        return tuple(division for division, release in pairs if release.frozen_at is None)

    @property
    def after(self) -> str:
        """`after Round 2`, or nothing once final; by event if they have released different rounds."""
        numbers = set(self.through.values())
        if len(numbers) == 1:
            [number] = numbers
            return gettext("after Round {number}").format(number=number) if number else ""
        games = {each.event_id: each.event.game for each in self.choice.divisions}
        return " · ".join(
            gettext("{game} after Round {number}").format(game=games[event], number=number)
            if number
            else gettext("{game} final").format(game=games[event])
            for event, number in self.through.items()
        )


def released_results(tournament: Tournament) -> list[ReleasedResults]:
    """Return every division with released results, and events and the tournament once all their divisions are released.

    Playoffs are included once one of their rounds is released.
    """
    choices = scope_choices(tournament)
    divisions = {each.pk: each for choice in choices for each in choice.divisions}
    releases = releases_of(divisions.values())
    released = {pk for pk, each in divisions.items() if released_scope(each, releases[pk]) is not None}
    results = [
        ReleasedResults(choice, tuple(releases[each.pk] for each in choice.divisions))
        for choice in choices
        if released.issuperset(each.pk for each in choice.divisions)
    ]
    return [each for each in results if not each.choice.playoff or each.scope.rounds]


class PublicStandings:
    """One released list with public names. While frozen, it contains nothing newer than the freeze."""

    def __init__(self, released: ReleasedResults, kind: str, tournament: Tournament, section: str = "") -> None:
        self.released, self.kind = released, kind
        scope = replace(released.scope, section=section) if section else released.scope
        self.standings = Standings(scope, kind, name_format=public_name_format(tournament))

    @property
    def division(self) -> Division | None:
        return self.released.division

    @property
    def title(self) -> str:
        return str(KINDS[self.kind])

    @property
    def name_column(self) -> str:
        return str(NAME_COLUMN[self.kind])

    @cached_property
    def as_of(self) -> datetime | None:
        """The moment of the freeze, or of the last result."""
        return self.released.frozen_at or last_change(self.standings.scope)

    @property
    def clock(self) -> str:
        return format_clock(self.as_of)

    @cached_property
    def state(self) -> str:
        """`final` if released as final and nothing live contradicts it; a frozen list stays final."""
        if not self.released.is_final:
            return "provisional"
        if not self.released.live_divisions:
            return "final"
        if not self.released.frozen_at:
            return self.standings.state
        return Standings(Scope(self.released.live_divisions, playoff=self.released.choice.playoff)).state

    @property
    def state_words(self) -> str:
        return str(STATES[self.state])

    def top(self, count: int | None = None) -> list[StandingsRow]:
        """Return the rows of the first `count` ranks, including everyone tied at the last of them."""
        rows = self.standings.ranking.rows
        return self.standings.rows([index for index, row in enumerate(rows) if count is None or row.rank <= count])


def format_clock(moment: datetime | None) -> str:
    """Return `9:52 a.m.`, preceded by the date if it wasn't today."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    clock = date_format(local, "TIME_FORMAT")
    return clock if local.date() == timezone.localdate() else f"{date_format(local, 'MONTH_DAY_FORMAT')}, {clock}"


# -- the director's controls ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReleaseControls:
    """The release page's row for one division. `rounds`: all its rounds, in order."""

    division: Division
    release: Release
    rounds: Sequence[Round]

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """What can be released with one tap: value, words, and whether it is the current choice."""
        current = "final" if self.release.is_final else str(self.release.rounds)
        choices = [
            ("0", "None"),
            *((str(each.number), f"Round {each.number}") for each in self.rounds),
            ("final", "Final"),
        ]
        return [(value, words, value == current) for value, words in choices]

    @property
    def open_rounds(self) -> list[int]:
        """The rounds that are released but not closed."""
        return [
            each.number
            for each in self.rounds
            if each.number <= self.release.rounds and each.state != RoundState.COMPLETE
        ]

    @property
    def closed_rounds(self) -> list[int]:
        return [each.number for each in self.rounds if each.state == RoundState.COMPLETE]

    @property
    def unreleased_rounds(self) -> list[int]:
        """The rounds that are closed but not released."""
        return [number for number in self.closed_rounds if number > self.release.rounds]

    @property
    def is_ready_for_final(self) -> bool:
        return not self.release.is_final and bool(self.rounds) and len(self.closed_rounds) == len(self.rounds)

    @property
    def words(self) -> str:
        """What the public sees now."""
        tables = "Published tables are shown." if self.release.draws else "Tables are hidden."
        frozen_at = format_clock(self.release.frozen_at)
        return " ".join([tables, self._results, *([f"Frozen as of {frozen_at}."] if frozen_at else [])])

    @property
    def _results(self) -> str:
        release = self.release
        if release.is_final:
            return "Final results are shown."
        if release.rounds:
            return f"Results through Round {release.rounds} are shown as provisional."
        return "No results are shown."

    @property
    def warning(self) -> str:
        """What the director should know about the released rounds."""
        if not self.open_rounds:
            return ""
        numbers = join_words(self.open_rounds)
        if len(self.open_rounds) == 1:
            return f"Round {numbers} isn’t closed, so its results may change."
        return f"Rounds {numbers} aren’t closed, so their results may change."


def release_controls(tournament: Tournament) -> list[ReleaseControls]:
    """Return the controls of every division, in three queries."""
    divisions = list(divisions_of(tournament).order_by("event_id", "max_grade", "id"))
    releases = releases_of(divisions)
    rounds: dict[int, list[Round]] = {each.pk: [] for each in divisions}
    for each in Round.objects.filter(tournament=tournament).order_by("number"):
        rounds[each.division_id].append(each)
    return [ReleaseControls(each, releases[each.pk], rounds[each.pk]) for each in divisions]
