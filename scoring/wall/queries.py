"""What the public sees of each division, in words and as lists; what the director decides about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from foundation.tournaments import Tournament
from scoring.models import Release
from scoring.ranks.changes import last_change
from scoring.ranks.describing import Naming, Person
from scoring.ranks.lists import KINDS, Row, Standings
from scoring.ranks.released import released_scope, releases_of
from scoring.ranks.scope import Choice, Extent, Scope, choices_in
from tournament.hooks import PublicLink
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round, RoundState


def public_naming(tournament: Tournament) -> Naming:
    """Children as the tournament lets the public see them."""

    def name(person: Person) -> str:
        return person.public_name(tournament.public_names)

    return name


@dataclass(frozen=True)
class Released:
    """What may be seen: a division, an event or the tournament. `releases`: one for each of its divisions."""

    choice: Choice
    releases: tuple[Release, ...]

    @property
    def division(self) -> Division | None:
        """The one division, where it is one."""
        return self.choice.divisions[0] if len(self.choice.divisions) == 1 else None

    @cached_property
    def through(self) -> dict[int, int | None]:
        """By event: the rounds that all its divisions have released; None for all of them, as final."""
        by_event: dict[int, list[Release]] = defaultdict(list)
        for division, release in zip(self.choice.divisions, self.releases, strict=True):
            by_event[division.event_id].append(release)
        return {
            event: None if all(each.is_final for each in several) else min(each.rounds for each in several)
            for event, several in by_event.items()
        }

    @cached_property
    def scope(self) -> Scope:
        """Of no division more than all of its event have released; each that is frozen as of its own moment."""
        extents = (
            (each.pk, Extent(self.through[each.event_id], release.frozen_at))
            for each, release in zip(self.choice.divisions, self.releases, strict=True)
        )
        return Scope(self.choice.divisions, extents=tuple(extents), playoff=self.choice.playoff)

    @property
    def is_final(self) -> bool:
        return all(each.is_final for each in self.releases)

    @cached_property
    def frozen_at(self) -> datetime | None:
        """Everything up to then is in it; of what is not frozen also what came later."""
        return min((each.frozen_at for each in self.releases if each.frozen_at), default=None)

    @cached_property
    def live(self) -> tuple[Division, ...]:
        """Those that are not frozen."""
        both = zip(self.choice.divisions, self.releases, strict=True)
        return tuple(division for division, release in both if release.frozen_at is None)

    @property
    def after(self) -> str:
        """`after round 2`, where there are more to come; by event, where they have not come equally far."""
        numbers = set(self.through.values())
        if len(numbers) == 1:
            [number] = numbers
            return f"after round {number}" if number else ""
        games = {each.event_id: each.event.game for each in self.choice.divisions}
        told = (
            (games[event], f"after round {number}" if number else "final") for event, number in self.through.items()
        )
        return ", ".join(f"{game} {words}" for game, words in told)


def released_in(tournament: Tournament) -> list[Released]:
    """Each division whose results may be seen; events and the tournament where those of all their divisions may;
    playoffs once a round of them may."""
    choices = choices_in(tournament)
    divisions = {each.pk: each for choice in choices for each in choice.divisions}
    releases = releases_of(divisions.values())
    seen = {pk for pk, each in divisions.items() if released_scope(each, releases[pk]) is not None}
    found = [
        Released(choice, tuple(releases[each.pk] for each in choice.divisions))
        for choice in choices
        if seen.issuperset(each.pk for each in choice.divisions)
    ]
    return [each for each in found if not each.choice.playoff or each.scope.rounds]


class PublicList:
    """One released list, by the names that the tournament allows. While it is frozen, nothing newer is in it."""

    def __init__(self, released: Released, kind: str, tournament: Tournament, section: str = "") -> None:
        self.released, self.kind = released, kind
        scope = replace(released.scope, section=section) if section else released.scope
        self.standings = Standings(scope, kind, naming=public_naming(tournament))

    @property
    def division(self) -> Division | None:
        return self.released.division

    @property
    def title(self) -> str:
        return KINDS[self.kind]

    @cached_property
    def as_of(self) -> datetime | None:
        """The moment of the freeze, or when a result was last written."""
        return self.released.frozen_at or last_change(self.standings.scope)

    @property
    def clock(self) -> str:
        return in_clock(self.as_of)

    @cached_property
    def state(self) -> str:
        """`final` is what was released as final, as long as it is so; frozen, it stays what it was."""
        if not self.released.is_final:
            return "provisional"
        if not self.released.live:
            return "final"
        if not self.released.frozen_at:
            return self.standings.state
        return Standings(Scope(self.released.live, playoff=self.released.choice.playoff)).state

    def top(self, count: int | None = None) -> list[Row]:
        """The first so many, and those who share the last of these ranks."""
        rows = self.standings.ranking.rows
        return self.standings.rows([at for at, row in enumerate(rows) if count is None or row.rank <= count])


def in_clock(moment: datetime | None) -> str:
    """`9:52 a.m.`, and on another day than today its date before it."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    clock = date_format(local, "TIME_FORMAT")
    return clock if local.date() == timezone.localdate() else f"{date_format(local, 'MONTH_DAY_FORMAT')}, {clock}"


@dataclass(frozen=True)
class Switches:
    """A division as the director releases it. `rounds`: all of them, in order."""

    division: Division
    release: Release
    rounds: Sequence[Round]

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """What can be released, by one tap each: value, words, whether it is so."""
        now = "final" if self.release.is_final else str(self.release.rounds)
        steps = [
            ("0", "None"),
            *((str(each.number), f"Round {each.number}") for each in self.rounds),
            ("final", "Final"),
        ]
        return [(value, words, value == now) for value, words in steps]

    @property
    def open_rounds(self) -> list[int]:
        """Those that are released and not closed."""
        return [
            each.number
            for each in self.rounds
            if each.number <= self.release.rounds and each.state != RoundState.COMPLETE
        ]

    @property
    def closed_rounds(self) -> list[int]:
        return [each.number for each in self.rounds if each.state == RoundState.COMPLETE]

    @property
    def held_back(self) -> list[int]:
        """Those that are closed and not released."""
        return [number for number in self.closed_rounds if number > self.release.rounds]

    @property
    def is_due_as_final(self) -> bool:
        return not self.release.is_final and bool(self.rounds) and len(self.closed_rounds) == len(self.rounds)

    @property
    def words(self) -> str:
        """What the public sees now."""
        tables = "Tables as they are published" if self.release.draws else "No tables"
        return f"{tables}; {self._results}."

    @property
    def _results(self) -> str:
        release = self.release
        if release.is_final:
            results = "the final results"
        elif release.rounds:
            first = "round 1" if release.rounds == 1 else f"rounds 1 to {release.rounds}"
            results = f"results of {first}, provisional"
        else:
            return "no results"
        return f"{results}, frozen as of {in_clock(release.frozen_at)}" if release.frozen_at else results

    @property
    def warning(self) -> str:
        """What the director should know about what is released."""
        if not self.open_rounds:
            return ""
        several = len(self.open_rounds) > 1
        numbers = " and ".join(map(str, self.open_rounds))
        return f"Round{'s' * several} {numbers} {'are' if several else 'is'} not closed: sheets may still come in."


def switches_of(tournament: Tournament) -> list[Switches]:
    """Every division, in three questions to the database."""
    divisions = list(divisions_of(tournament).order_by("event_id", "max_grade", "id"))
    releases = releases_of(divisions)
    rounds: dict[int, list[Round]] = {each.pk: [] for each in divisions}
    for each in Round.objects.filter(tournament=tournament).order_by("number"):
        rounds[each.division_id].append(each)
    return [Switches(each, releases[each.pk], rounds[each.pk]) for each in divisions]


def not_released(tournament: Tournament) -> list[int]:
    hidden = Release.objects.filter(division__event__tournament=tournament, draws=False)
    return list(hidden.values_list("division", flat=True))


def standings_of(tournament: Tournament) -> dict[int, list[PublicLink]]:
    """Where the results of each division are, if they are released."""
    address = reverse("public_standings", args=[tournament.slug])
    found: dict[int, list[PublicLink]] = {}
    for release in Release.objects.filter(division__event__tournament=tournament).select_related("division"):
        if released_scope(release.division, release) is None:
            continue
        state, tone = ("final", "ok") if release.is_final else (f"after round {release.rounds}", "info")
        where = f"{address}?division={release.division_id}"
        found[release.division_id] = [PublicLink("Standings", state, where, tone)]
    return found
