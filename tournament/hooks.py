"""What the tournament floor asks of higher floors. See `foundation/hooks.py` for how hooks work."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from foundation.hooks import Hook

if TYPE_CHECKING:
    from foundation.people.actor import Actor
    from foundation.tournaments import Tournament
    from tournament.rosters.models import Place
    from tournament.rounds.models import Round


# -- the dashboard ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DashboardCount:
    """`count` things, in words, and the page that lists exactly those. `count` is None if the words say it all.

    `tone`: `warn` for something that needs a look. `icon`: overrides the icon of the tone. `needs`: the row of the
    access table that the page asks for, if not everyone who sees the dashboard may open it.
    """

    count: int | None
    words: str
    url: str
    tone: str = ""
    icon: str = ""
    needs: str = ""


class DashboardCounts(Protocol):
    """Returns counts by division key. Called when the dashboard is rendered; takes a fixed number of queries."""

    def __call__(self, tournament: Tournament) -> Mapping[int, Sequence[DashboardCount]]: ...


@dataclass(frozen=True)
class TodoStep:
    """One line of the to-do list. `held_up`: what must happen first and who can do it; empty if nothing must.

    `is_optional`: nothing waits for this step, so it is the next one only if no other step is.
    """

    label: str
    done: bool
    detail: str
    url: str
    held_up: str = ""
    is_optional: bool = False


class TodoSteps(Protocol):
    """Returns steps between the rounds and the awards. Called when the dashboard is rendered."""

    def __call__(self, tournament: Tournament) -> Iterable[TodoStep]: ...


class TodoStepBeforeStart(Protocol):
    """Returns a step to do before these published rounds start, or None. Called when the dashboard is rendered."""

    def __call__(self, rounds: Sequence[Round]) -> TodoStep | None: ...


dashboard_counts: Hook[DashboardCounts] = Hook("tournament.hooks.dashboard_counts")
todo_steps: Hook[TodoSteps] = Hook("tournament.hooks.todo_steps")
todo_steps_before_start: Hook[TodoStepBeforeStart] = Hook("tournament.hooks.todo_steps_before_start")


# -- the public page --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PublicLink:
    """A link on the public page, with a badge that says how things stand. `tone`: the color of the badge."""

    words: str
    state: str
    url: str
    tone: str = "info"


class PublicLinks(Protocol):
    """Returns links by division key. Called when the public page is rendered; takes a fixed number of queries."""

    def __call__(self, tournament: Tournament) -> Mapping[int, Sequence[PublicLink]]: ...


public_links: Hook[PublicLinks] = Hook("tournament.hooks.public_links")


# -- rounds -----------------------------------------------------------------------------------------------------------


class RoundCloseCheck(Protocol):
    """Returns a sentence about what must happen before a round can close, or nothing.

    Called by pages, and in the transaction that closes the round. There `lock` is true: what the check looked at must
    not change before the round is closed.
    """

    def __call__(self, round_: Round, *, lock: bool) -> str: ...


class RoundClosed(Protocol):
    """Called after a round is closed, in the same transaction."""

    def __call__(self, actor: Actor, round_: Round) -> None: ...


class RoundsWithTables(Protocol):
    """Returns the keys of those rounds that have tables, published or not. Called by pages that show their states."""

    def __call__(self, rounds: Sequence[Round]) -> Collection[int]: ...


round_close_checks: Hook[RoundCloseCheck] = Hook("tournament.hooks.round_close_checks")
round_closed: Hook[RoundClosed] = Hook("tournament.hooks.round_closed")
rounds_with_tables: Hook[RoundsWithTables] = Hook("tournament.hooks.rounds_with_tables", single=True)


# -- names ------------------------------------------------------------------------------------------------------------


class RosterSpotNamed(Protocol):
    """Moves what was recorded for an unnamed roster spot to the player who now has it.

    Called in the transaction that names the spot, from the roster, a file or a scoresheet.
    """

    def __call__(self, place: Place) -> None: ...


class StudentNames(Protocol):
    """Removes the student names that an app stores, and keeps the numbers. Called in the transaction of the removal."""

    def __call__(self, tournament: Tournament) -> object: ...


roster_spot_named: Hook[RosterSpotNamed] = Hook("tournament.hooks.roster_spot_named")
student_names: Hook[StudentNames] = Hook("tournament.hooks.student_names")
