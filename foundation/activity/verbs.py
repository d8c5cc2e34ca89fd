"""The `@verb` decorator: permission check, one transaction, idempotency, and exactly one line in the activity log.

    @verb("team.add", says="added team {team} of {school}")
    def add_team(actor: Actor, tournament: Tournament, *, name: str, school: str) -> Team:
        ...guard clauses that raise Refused...
        team = Team.objects.create(...)
        log(actor, team, team=team.name, school=school)
        return team

The second argument is the verb's subject: a tournament, something that belongs to one, or None. The name is also the
row of the access table that is checked. A verb that returns without logging is a bug and fails.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, runtime_checkable
from uuid import UUID

from django.apps import apps
from django.db import IntegrityError, models, transaction

from foundation.activity.models import LogLine
from foundation.activity.sentences import SENTENCE_BY_ACTION, Sentence, register_sentence
from foundation.errors import Collision, EditConflict, KeyReused, Refused
from foundation.people.access import TABLE
from foundation.people.actor import Actor
from foundation.tournaments import Tournament

P = ParamSpec("P")
R = TypeVar("R", bound=models.Model)
S = TypeVar("S", bound="models.Model | None")


@runtime_checkable
class IdentifiesRequest(Protocol):
    """An argument of a verb that says itself what makes two requests the same, such as a file by its digest."""

    def request_identity(self) -> str: ...


@dataclass
class _RunningVerb:
    action: str
    tournament: Tournament | None
    request_hash: str
    is_news: bool
    line: LogLine | None = None


_running: ContextVar[_RunningVerb | None] = ContextVar("running verb", default=None)


class VerbDidNotLog(RuntimeError):
    """A bug in an actions.py: the verb wrote no log line."""


def verb(
    action: str,
    *,
    says: Sentence,
    names: tuple[str, ...] = (),
    news: bool = True,
    reload: Callable[[Any], Any] | None = None,
    shared: bool = False,
) -> Callable[[Callable[Concatenate[Actor, S, P], R]], Callable[Concatenate[Actor, S, P], R]]:
    """Make a function a verb.

    `says`: how the log line reads after the person's name. `names`: the keys of its data that may hold a student's
    name, which is removed with all names. `news`: whether the verb can change the standings or what coaches and the
    public see. `reload`: reads the subject again inside the transaction, with the state of its tournament. Permission
    is checked with what it returns. `shared`: another verb has this action too, with the same sentence and names.
    """
    if action not in TABLE:
        raise ValueError(f"{action} is not in the access table")
    register_sentence(action, says, names, shared=shared)

    def decorate(function: Callable[Concatenate[Actor, S, P], R]) -> Callable[Concatenate[Actor, S, P], R]:
        @functools.wraps(function)
        def perform(actor: Actor, subject: S, *args: P.args, **kwargs: P.kwargs) -> R:
            request_hash = _digest([action, subject, args, kwargs])
            try:
                with transaction.atomic():
                    return run_in_transaction(request_hash, actor, subject, *args, **kwargs)
            except (IntegrityError, Refused) as problem:
                earlier: R | None = _earlier_result(actor, request_hash)
                if earlier is not None:
                    return earlier
                if conflict := _conflict_for(problem):
                    raise conflict from problem
                raise

        def run_in_transaction(request_hash: str, actor: Actor, subject: S, *args: P.args, **kwargs: P.kwargs) -> R:
            if reload is not None:
                subject = reload(subject)
            tournament = _tournament_of(subject)
            if tournament is not None and reload is None:
                tournament.refresh_from_db(fields=["state"])
            _check_permission(actor, action, tournament)
            running = _RunningVerb(action, tournament, request_hash, news)
            token = _running.set(running)
            try:
                result = function(actor, subject, *args, **kwargs)
            finally:
                _running.reset(token)
            if running.line is None:
                raise VerbDidNotLog(action)
            return result

        perform.action = action  # type: ignore[attr-defined]
        return perform

    return decorate


def refuse_repeated_request(actor: Actor) -> None:
    """Refuse a repeated request. For the verb that replaces the log: checked against the log as it was before."""
    if actor.key and LogLine.objects.filter(key=_digest(actor.key)).exists():
        raise EditConflict("Someone did this a moment ago. Reload the page.")


def log(actor: Actor, about: models.Model, *, news: bool = False, gone: bool = False, **data: Any) -> LogLine:
    """Write the log line of the running verb. `about` is the row that a repeated request gets as its result.

    `news`: counts as news although the verb usually doesn't. `gone`: the tournament was deleted, so the line belongs to
    none.
    """
    running = _running.get()
    if running is None or running.line is not None:
        raise RuntimeError("log() is called once, inside a verb")
    tournament = None if gone else running.tournament or _tournament_of(about)
    running.line = _write_line(
        actor, replace(running, tournament=tournament, is_news=news or running.is_news), about, data
    )
    return running.line


def log_outside_verb(
    actor: Actor, action: str, tournament: Tournament | None, about: models.Model, data: Mapping[str, Any]
) -> LogLine:
    """Write a line for something that no verb did, such as signing in."""
    return _write_line(actor, _RunningVerb(action, tournament, "", is_news=True), about, data)


def _write_line(actor: Actor, running: _RunningVerb, about: models.Model, data: Mapping[str, Any]) -> LogLine:
    return LogLine.objects.create(
        tournament=running.tournament,
        action=running.action,
        user=actor.user,
        who=actor.name,
        origin=actor.origin,
        address=actor.address,
        device=actor.device,
        subject_type=about._meta.label,
        subject_id=str(about.pk),
        text=SENTENCE_BY_ACTION[running.action].format_map(data)[:500],
        data=dict(data),
        key=_digest(actor.key) if actor.key else None,
        asked=running.request_hash if actor.key else "",
        is_news=running.is_news,
    )


def _check_permission(actor: Actor, action: str, tournament: Tournament | None) -> None:
    """Check the access table against the current state: the request may have waited for a lock.

    A client that names the version it saw is refused if that has changed, unless it repeats a request.
    """
    actor.require(action, tournament)
    if actor.check_version:
        actor.check_version()


def _tournament_of(subject: models.Model | None) -> Tournament | None:
    if subject is None or isinstance(subject, Tournament):
        return subject
    tournament = getattr(subject, "tournament", None)
    return tournament if isinstance(tournament, Tournament) else None


def _conflict_for(problem: IntegrityError | Refused) -> EditConflict | None:
    """Return a sentence for a failed constraint; None for any other problem."""
    if isinstance(problem, Collision):
        problem.explain()
    if _is_duplicate(problem):
        return EditConflict("Someone else just did this. Reload the page.")
    if _is_dangling(problem):
        return EditConflict("This was deleted while you were working. Reload the page.")
    return None


def _earlier_result(actor: Actor, request_hash: str) -> Any:
    """Return the result of an earlier request with the same idempotency key; None if there was none.

    The key is unique in the log, so that a repeated request fails there if not before.
    """
    if not actor.key:
        return None
    line = LogLine.objects.filter(key=_digest(actor.key)).first()
    if line is None:
        return None
    if (line.asked, line.user) != (request_hash, actor.user):
        raise KeyReused("You sent this page before with different information. Send it again to do this too.")
    return apps.get_model(line.subject_type)._meta.default_manager.get(pk=line.subject_id)


def _digest(value: Any) -> str:
    """Return a hash of a verb's arguments, the same for the same request."""
    plain = json.dumps(value, sort_keys=True, default=_plain)
    return hashlib.sha256(plain.encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Return what JSON can hold instead of this value; TypeError if nothing says what identifies it."""
    if isinstance(value, models.Model):
        return f"{value._meta.label} {value.pk}"
    if isinstance(value, IdentifiesRequest):
        return value.request_identity()
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, date | timedelta | Decimal | UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} needs request_identity() to be an argument of a verb")


def _is_duplicate(problem: Exception) -> bool:
    """Whether a unique constraint failed, on either database: two people did the same thing at once."""
    cause = problem.__cause__
    return getattr(cause, "sqlstate", "") == "23505" or "UNIQUE constraint failed" in str(cause)


def _is_dangling(problem: Exception) -> bool:
    """Whether a foreign key failed, on either database: the row was deleted, or a backup was restored."""
    cause = problem.__cause__
    return getattr(cause, "sqlstate", "") == "23503" or "FOREIGN KEY constraint failed" in str(cause)
