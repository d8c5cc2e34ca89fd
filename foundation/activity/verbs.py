"""What makes a function a verb: it is allowed, all or nothing, done once, and it leaves one line in the log.

    @verb("team.add", says="added team {team} of {school}")
    def add_team(actor: Actor, tournament: Tournament, *, name: str, school: str) -> Team:
        ...guard clauses that raise Refused...
        team = Team.objects.create(...)
        log(actor, team, team=team.name, school=school)
        return team

The second argument is what the verb is about: a tournament, something that belongs to one, or None.
The name is also the row of the access table that is asked. A verb that returns without logging is a bug and fails.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.apps import apps
from django.db import IntegrityError, models, transaction

from foundation.activity.models import LogLine
from foundation.errors import Collision, Conflict, Refused, SentBefore
from foundation.people.access import TABLE
from foundation.people.actor import Actor
from foundation.tournaments import Tournament

P = ParamSpec("P")
R = TypeVar("R", bound=models.Model)
S = TypeVar("S", bound="models.Model | None")

SENTENCES: dict[str, str] = {}
NAMES_IN: dict[str, tuple[str, ...]] = {}


@dataclass
class _Running:
    action: str
    tournament: Tournament | None
    asked: str
    is_news: bool
    line: LogLine | None = None


_running: ContextVar[_Running | None] = ContextVar("running verb", default=None)


class VerbDidNotLog(RuntimeError):
    """A bug in an actions.py: the verb changed something and left no line."""


def register_sentence(action: str, sentence: str) -> None:
    """How a log line of this action reads, after the name of who did it."""
    if SENTENCES.setdefault(action, sentence) != sentence:
        raise ValueError(f"{action} has two sentences")


def verb(
    action: str,
    *,
    says: str,
    names: tuple[str, ...] = (),
    news: bool = True,
    now: Callable[[Any], Any] | None = None,
) -> Callable[[Callable[Concatenate[Actor, S, P], R]], Callable[Concatenate[Actor, S, P], R]]:
    """`names`: which data of the log line may name a child, to be taken out when names are removed.

    `news`: whether what coaches and the public see, or the standings, may be different afterwards. `now`: reads what
    the verb is about again, inside the transaction, and with it the state of its tournament.
    """
    if action not in TABLE:
        raise ValueError(f"{action} is not in the access table")
    register_sentence(action, says)
    if names:
        NAMES_IN[action] = names

    def decorate(function: Callable[Concatenate[Actor, S, P], R]) -> Callable[Concatenate[Actor, S, P], R]:
        @functools.wraps(function)
        def perform(actor: Actor, subject: S, *args: P.args, **kwargs: P.kwargs) -> R:
            asked = _digest([action, subject, args, kwargs])
            try:
                with transaction.atomic():
                    return carry_out(asked, actor, subject, *args, **kwargs)
            except (IntegrityError, Refused) as problem:
                # The key is unique in the log: a repeated request is undone there, if nothing refused it before, and
                # answered with what the first one made.
                done: R | None = _done_before(actor, asked)
                if done is not None:
                    return done
                if isinstance(problem, Collision):
                    problem.explain()
                if _is_collision(problem):
                    raise Conflict("Somebody did the same a moment ago. Look at the page again.") from problem
                if _is_about_nothing(problem):
                    raise Conflict("What this is about has gone in the meantime. Look at the page again.") from problem
                raise

        def carry_out(asked: str, actor: Actor, subject: S, *args: P.args, **kwargs: P.kwargs) -> R:
            running = _Running(action, _tournament_of(subject), asked, news)
            if now is not None:
                subject = now(subject)
            elif running.tournament is not None:
                running.tournament.refresh_from_db(fields=["state"])
            _require_now(actor, action, running.tournament)
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


def must_be_new(actor: Actor) -> None:
    """For a verb that exchanges the log itself: a repeated request has to be known by the log of before."""
    if actor.key and LogLine.objects.filter(key=_digest(actor.key)).exists():
        raise Conflict("This was done already.")


def log(actor: Actor, about: models.Model, *, news: bool = False, gone: bool = False, **data: Any) -> LogLine:
    """Write the one line of the verb that is running. `about` is what a repeated request will be answered with.

    `news`: this time it is, though the verb is a quiet one. `gone`: the tournament was removed, and the line belongs to
    none.
    """
    running = _running.get()
    if running is None or running.line is not None:
        raise RuntimeError("log() is called once, inside a verb")
    tournament = None if gone else running.tournament or _tournament_of(about)
    running.line = write_line(
        actor, running.action, tournament, about, data, asked=running.asked, news=news or running.is_news
    )
    return running.line


def write_line(
    actor: Actor,
    action: str,
    tournament: Tournament | None,
    about: models.Model,
    data: Mapping[str, Any],
    *,
    asked: str = "",
    news: bool = True,
) -> LogLine:
    return LogLine.objects.create(
        tournament=tournament,
        action=action,
        user=actor.user,
        who=actor.name,
        origin=actor.origin,
        address=actor.address,
        device=actor.device,
        subject_type=about._meta.label,
        subject_id=str(about.pk),
        text=SENTENCES[action].format_map(data),
        data=dict(data),
        key=_digest(actor.key) if actor.key else None,
        asked=asked if actor.key else "",
        is_news=news,
    )


def _require_now(actor: Actor, action: str, tournament: Tournament | None) -> None:
    """Ask the access table with the state of this moment: the request may have waited for its turn.

    A client that says what it saw is refused if that has changed; a repeated request is answered all the same.
    """
    actor.require(action, tournament)
    if actor.saw:
        actor.saw()


def _tournament_of(subject: models.Model | None) -> Tournament | None:
    if subject is None or isinstance(subject, Tournament):
        return subject
    found = getattr(subject, "tournament", None)
    return found if isinstance(found, Tournament) else None


def _done_before(actor: Actor, asked: str) -> Any:
    """What an earlier request with the same client-made key has made, so that a retry makes nothing new."""
    if not actor.key:
        return None
    line = LogLine.objects.filter(key=_digest(actor.key)).first()
    if line is None:
        return None
    if (line.asked, line.user) != (asked, actor.user):
        raise SentBefore("This page was sent once before, with something else. Send it again to do this as well.")
    return apps.get_model(line.subject_type)._meta.default_manager.get(pk=line.subject_id)


def _digest(value: Any) -> str:
    """A hash of plain values and database rows, the same for the same request."""
    plain = json.dumps(value, sort_keys=True, default=_plain)
    return hashlib.sha256(plain.encode()).hexdigest()


def _plain(value: Any) -> str:
    return f"{value._meta.label} {value.pk}" if isinstance(value, models.Model) else str(value)


def _is_collision(problem: Exception) -> bool:
    """A unique constraint, on either database: two people did the same thing at once."""
    cause = problem.__cause__
    return getattr(cause, "sqlstate", "") == "23505" or "UNIQUE constraint failed" in str(cause)


def _is_about_nothing(problem: Exception) -> bool:
    """A reference, on either database: what a row belongs to was removed, or the whole database went back in time."""
    cause = problem.__cause__
    return getattr(cause, "sqlstate", "") == "23503" or "FOREIGN KEY constraint failed" in str(cause)
