"""Puts the rows of a backup in the place of the present ones, inside one transaction, while others wait.

Some things do not go back in time. Who is signed in stays so, and so do passkeys and second factors; what was used up,
revoked, ended or decided about the names of children since stays as it is; names that were removed, or whose day is
over, are removed again. The numbers of rows go on from where they were: a number that a page, a link or a cache still
knows never comes to mean something else.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as PlainSession
from django.db import DatabaseError, connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from foundation import hooks
from foundation.activity.models import LogLine
from foundation.backups.models import Backup
from foundation.backups.sources import Source
from foundation.errors import Refused
from foundation.hooks import KeptThroughRestore
from foundation.jobs.models import Job, WorkerBeat
from foundation.people.models import ApiToken, Invitation, Membership, Role, Session, User
from foundation.tournaments import Tournament

OF_THE_INSTALLATION: tuple[type[Model], ...] = (
    *(Session, UserSession, PlainSession, WorkerBeat, Backup),
    *(ContentType, Permission, Group, Group.permissions.through),
)
TRIES = 40
WAIT = 800  # milliseconds; PostgreSQL looks for deadlocks, and ends one side, after 1000
A_MOMENT = 0.2
USED_UP = Q(role=Role.DIRECTOR, user__isnull=False)  # a director's link works once; it is not revoked by that
BUSY = "Too much is being saved at this moment. Nothing was changed. Try again."


def tables() -> set[str]:
    """Those whose rows go back in time."""
    stay = {model._meta.db_table for model in OF_THE_INSTALLATION} | {"django_migrations"}
    return set(connection.introspection.table_names()) - stay


def nobody_writes() -> None:
    """Until the end of the transaction. SQLite's has the one write lock already; readers go on with both.

    PostgreSQL gives us all locks within less time than it waits before it looks for deadlocks, or we let go and try
    again: nobody else's save is ever ended for us.
    """
    if connection.vendor == "sqlite":
        return
    every = ", ".join(map(connection.ops.quote_name, sorted(connection.introspection.table_names())))
    for _ in range(TRIES):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {WAIT}")
                cursor.execute(f"LOCK TABLE {every} IN EXCLUSIVE MODE")
                cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
        except DatabaseError:
            time.sleep(A_MOMENT)
        else:
            return
    raise Refused(BUSY)


@dataclass(frozen=True)
class Stays:
    """What is true now and stays true. A row is the same if its number and the moment it was made are."""

    people: Mapping[int, datetime]
    meets: Mapping[int, Tournament]
    kept: tuple[tuple[KeptThroughRestore, Any], ...]
    factors: tuple[Authenticator, ...]
    badges: frozenset[str]
    tokens: frozenset[str]
    roles: Mapping[int, datetime]

    @classmethod
    def now(cls) -> Stays:
        revoked = {"revoked_at__isnull": False}
        badges = Invitation.objects.filter(Q(**revoked) | USED_UP)
        return cls(
            people=dict(User.objects.values_list("pk", "created_at")),
            meets={meet.pk: meet for meet in Tournament.objects.all()},
            kept=tuple((each, each.take()) for each in hooks.kept_through_restore),
            factors=tuple(Authenticator.objects.order_by("pk")),
            badges=frozenset(badges.values_list("token_hash", flat=True)),
            tokens=frozenset(ApiToken.objects.filter(**revoked).values_list("token_hash", flat=True)),
            roles=dict(Membership.objects.filter(ended_at__isnull=False).values_list("pk", "created_at")),
        )


def exchange(source: Source, home: Tournament | None) -> tuple[Tournament, list[Tournament]]:
    """The tournament that the backups without one are listed at, and those whose names were removed again."""
    stays = Stays.now()
    source.pour(tables())
    if not Tournament.objects.exists():
        raise Refused("There is no tournament in this backup. Nothing was changed.")
    home = _same(home) or _last_worked_in()
    _keep_who_is_here(stays, home)
    _keep_what_was_ended(stays)
    Job.objects.filter(state__in=Job.LIVE).update(state=Job.State.CANCELLED, lease=None)
    again = _keep_names_away(stays)
    home.refresh_from_db()
    return home, again


def is_here(user: User) -> bool:
    """Whether this is the same person in what came."""
    return User.objects.filter(pk=user.pk, created_at=user.created_at).exists()


def _same(meet: Tournament | None) -> Tournament | None:
    return Tournament.objects.filter(pk=meet.pk, created_at=meet.created_at).first() if meet else None


def _last_worked_in() -> Tournament:
    line = LogLine.objects.filter(tournament__isnull=False).select_related("tournament").order_by("-pk").first()
    return line.tournament if line and line.tournament else Tournament.objects.latest("pk")


def _keep_who_is_here(stays: Stays, home: Tournament) -> None:
    """People of the backup who are here now keep their sessions and second factors.

    Others of the same number are somebody else.
    """
    here = set(_still(User.objects.all(), stays.people))
    Authenticator.objects.filter(user__in=here).delete()
    for factor in stays.factors:
        if factor.user_id in here:
            factor.pk = None  # the number may be that of somebody else's in what came
            factor.save(force_insert=True)
    Session.objects.filter(user__isnull=False).exclude(user__in=here).delete()
    UserSession.objects.exclude(user__in=here).delete()
    Backup.objects.exclude(made_by__in=here).update(made_by=None)
    Backup.objects.exclude(tournament__in=Tournament.objects.values("pk")).update(tournament=home)


def _keep_what_was_ended(stays: Stays) -> None:
    """A badge, a link, a token or a role that somebody took away does not come back by itself."""
    now = timezone.now()
    alive = Invitation.objects.filter(revoked_at__isnull=True).exclude(USED_UP)
    alive.filter(token_hash__in=stays.badges).update(revoked_at=now)
    ApiToken.objects.filter(revoked_at__isnull=True, token_hash__in=stays.tokens).update(revoked_at=now)
    ended = _still(Membership.objects.filter(ended_at__isnull=True), stays.roles)
    Membership.objects.filter(pk__in=ended).update(ended_at=now)


def _keep_names_away(stays: Stays) -> list[Tournament]:
    """What was decided about names since stays so, and a day that is over stays over."""
    for decision, taken in stays.kept:
        decision.put_back(taken)
    again = []
    for meet in Tournament.objects.all():
        now = stays.meets.get(meet.pk)
        is_same = now is not None and now.created_at == meet.created_at
        if now is not None and is_same:
            meet.is_public, meet.public_names = now.is_public, now.public_names
            meet.names_until = max(now.names_until, meet.ends_on)
            meet.save(update_fields=["is_public", "public_names", "names_until"])
        gone = now is not None and is_same and now.purged_at is not None
        over = meet.names_until < timezone.localdate(timezone=meet.zone)
        if meet.purged_at is None and (gone or over):
            again.append(hooks.name_removal.only.remove_names(meet))
    return again


def _still(rows: QuerySet[Any], made: Mapping[int, datetime]) -> list[int]:
    return [pk for pk, moment in rows.values_list("pk", "created_at") if made.get(pk) == moment]
