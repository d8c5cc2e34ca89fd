"""What the foundation asks of higher floors, and `Hook`, which every floor's `hooks.py` uses to ask.

A lower floor sometimes needs an answer that only a higher floor has. It declares the question here as a typed hook and
calls the hook's providers. Each app registers its providers in `apps.py`, and nowhere else. There are no other callback
lists, and no signals of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from django.db import models

    from foundation.archives.tables import ArchiveTable
    from foundation.jobs.execution import File, Report
    from foundation.jobs.models import Job
    from foundation.tournaments import Tournament

Provider = TypeVar("Provider")


class Hook(Generic[Provider]):
    """A question, and the providers that answer it. A `single` hook refuses a second provider."""

    def __init__(self, name: str, *, single: bool = False) -> None:
        self.name = name
        self.single = single
        self._providers: list[Provider] = []

    def __repr__(self) -> str:
        return f"<Hook {self.name}>"

    def register(self, *providers: Provider) -> None:
        """Add providers. Called from `apps.py` only."""
        for provider in providers:
            if provider in self._providers:
                raise ValueError(f"{provider!r} is registered twice for {self.name}")
            if self.single and self._providers:
                raise ValueError(f"{self.name} has a provider: {self._providers[0]!r}")
            self._providers.append(provider)

    def remove(self, provider: Provider) -> None:
        """Take a provider out again. For tests that register one of their own."""
        self._providers.remove(provider)

    def __iter__(self) -> Iterator[Provider]:
        return iter(tuple(self._providers))

    @property
    def only(self) -> Provider:
        """The provider of a single hook."""
        if not self._providers:
            raise LookupError(f"no app has registered a provider for {self.name}")
        return self._providers[0]


# -- jobs -------------------------------------------------------------------------------------------------------------


class JobMaker(Protocol):
    """Does the work of one job and returns its file, if it makes one. A worker calls it outside a transaction."""

    def __call__(self, job: Job, report: Report) -> File | None: ...


@dataclass(frozen=True)
class JobKind:
    """One kind of job. `name` is a row of the access table: people who may request the job may see it.

    `keep`: how long its file is kept, for files that hold secrets such as sign-in links. `leads_to`: the URL name of
    the tournament page that shows the outcome of a job without a file.
    """

    name: str
    make: JobMaker
    keep: timedelta | None = None
    leads_to: str = ""


class PeriodicTask(Protocol):
    """A small check that may queue a job. Every worker calls it every five minutes, outside a transaction."""

    def __call__(self) -> None: ...


job_kinds: Hook[JobKind] = Hook("foundation.hooks.job_kinds")
periodic_tasks: Hook[PeriodicTask] = Hook("foundation.hooks.periodic_tasks")


# -- archives ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ArchiveTables:
    """The tables that one app puts into an archive, and the ones it leaves out, each with the reason."""

    kept: tuple[ArchiveTable, ...]
    left_out: Mapping[type[models.Model], str]


archive_tables: Hook[ArchiveTables] = Hook("foundation.hooks.archive_tables")


# -- backups ----------------------------------------------------------------------------------------------------------


class NameRemoval(Protocol):
    """Removes student names when their last day is over. Backups ask before, during and after a restore."""

    def tournaments_due(self) -> list[Tournament]:
        """Return the tournaments whose names have to go now. Called in the transaction of a restore."""

    def remove_names(self, tournament: Tournament) -> Tournament:
        """Remove all names of a tournament again, after a restore brought them back. Called in its transaction."""

    def last_removed_at(self) -> datetime | None:
        """Return when names were last removed from any tournament: files written before then may hold them."""


class KeptThroughRestore(Protocol):
    """A decision that a restore must not undo. Both methods are called in the transaction of the restore."""

    def take(self) -> Any:
        """Return what holds now, before the rows are replaced."""

    def put_back(self, taken: Any) -> None:
        """Make it hold again, in the rows that came from the backup."""


class RoundsInProgress(Protocol):
    """Names the rounds that are being played, for the reason of a periodic backup. Called outside a transaction."""

    def __call__(self, tournaments: Iterable[Tournament]) -> list[tuple[Tournament, str]]: ...


name_removal: Hook[NameRemoval] = Hook("foundation.hooks.name_removal", single=True)
kept_through_restore: Hook[KeptThroughRestore] = Hook("foundation.hooks.kept_through_restore")
rounds_in_progress: Hook[RoundsInProgress] = Hook("foundation.hooks.rounds_in_progress", single=True)
