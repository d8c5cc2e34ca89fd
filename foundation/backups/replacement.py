"""Replaces the present rows with those of a backup, in one transaction.

Some things don't go back in time. People stay signed in and keep passkeys and second factors. Whatever was used up,
revoked, or ended since stays so, and so do decisions about student names: names that were removed, or whose last day is
over, are removed again. Primary keys continue from the present ones, so that a key in a page, a link, or a cache never
comes to mean another row.
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
from foundation.backups.sources import BackupSource
from foundation.errors import Refused
from foundation.hooks import KeptThroughRestore
from foundation.jobs.models import Job, WorkerBeat
from foundation.people.models import ApiToken, Invitation, Membership, Role, Session, User
from foundation.tournaments import Tournament

NOT_REPLACED: tuple[type[Model], ...] = (
    *(Session, UserSession, PlainSession, WorkerBeat, Backup),
    *(ContentType, Permission, Group, Group.permissions.through),
)
TRIES = 40
LOCK_TIMEOUT = 800  # milliseconds; PostgreSQL looks for deadlocks, and ends one side, after 1000
RETRY_SECONDS = 0.2
USED_UP = Q(role=Role.DIRECTOR, user__isnull=False)  # a director's link works once, without being revoked
BUSY = "Too many changes are being saved right now. Nothing was changed. Try again."


def replaced_tables() -> set[str]:
    """Return the tables whose rows a restore replaces."""
    excluded = {model._meta.db_table for model in NOT_REPLACED} | {"django_migrations"}
    return set(connection.introspection.table_names()) - excluded


def lock_all_tables() -> None:
    """Keep everyone else from writing until the end of the transaction. Readers aren't blocked.

    A transaction on SQLite has the write lock already. On PostgreSQL the lock times out before the deadlock detector
    would look at it, and is retried: no one else's save is ever aborted.
    """
    if connection.vendor == "sqlite":
        return
    all_tables = ", ".join(map(connection.ops.quote_name, sorted(connection.introspection.table_names())))
    for _ in range(TRIES):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL statement_timeout = {LOCK_TIMEOUT}")
                cursor.execute(f"LOCK TABLE {all_tables} IN EXCLUSIVE MODE")
                cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
        except DatabaseError:
            time.sleep(RETRY_SECONDS)
        else:
            return
    raise Refused(BUSY)


@dataclass(frozen=True)
class KeptState:
    """What survives a restore. A row counts as the same if its key and its creation time are the same."""

    people: Mapping[int, datetime]
    tournaments: Mapping[int, Tournament]
    decisions: tuple[tuple[KeptThroughRestore, Any], ...]
    factors: tuple[Authenticator, ...]
    badges: frozenset[str]
    tokens: frozenset[str]
    roles: Mapping[int, datetime]

    @classmethod
    def now(cls) -> KeptState:
        revoked = {"revoked_at__isnull": False}
        badges = Invitation.objects.filter(Q(**revoked) | USED_UP)
        return cls(
            people=dict(User.objects.values_list("pk", "created_at")),
            tournaments={tournament.pk: tournament for tournament in Tournament.objects.all()},
            decisions=tuple((each, each.take()) for each in hooks.kept_through_restore),
            factors=tuple(Authenticator.objects.order_by("pk")),
            badges=frozenset(badges.values_list("token_hash", flat=True)),
            tokens=frozenset(ApiToken.objects.filter(**revoked).values_list("token_hash", flat=True)),
            roles=dict(Membership.objects.filter(ended_at__isnull=False).values_list("pk", "created_at")),
        )


def replace_rows(source: BackupSource, listing_tournament: Tournament | None) -> tuple[Tournament, list[Tournament]]:
    """Replace all rows. Return the tournament that lists the backups, and those whose names were removed again."""
    kept = KeptState.now()
    source.replace_rows(replaced_tables())
    if not Tournament.objects.exists():
        raise Refused("This backup doesn’t contain a tournament. Nothing was changed.")
    listing_tournament = _find_same_tournament(listing_tournament) or _last_active_tournament()
    _keep_sessions(kept, listing_tournament)
    _keep_revocations(kept)
    Job.objects.filter(state__in=Job.LIVE).update(state=Job.State.CANCELLED, lease=None)
    again = _keep_decisions_on_names(kept)
    listing_tournament.refresh_from_db()
    return listing_tournament, again


def still_exists(user: User) -> bool:
    """Whether this person is in the restored rows."""
    return User.objects.filter(pk=user.pk, created_at=user.created_at).exists()


def _find_same_tournament(tournament: Tournament | None) -> Tournament | None:
    return Tournament.objects.filter(pk=tournament.pk, created_at=tournament.created_at).first() if tournament else None


def _last_active_tournament() -> Tournament:
    line = LogLine.objects.filter(tournament__isnull=False).select_related("tournament").order_by("-pk").first()
    return line.tournament if line and line.tournament else Tournament.objects.latest("pk")


def _keep_sessions(kept: KeptState, listing_tournament: Tournament) -> None:
    """Keep the sessions and second factors of everyone who is also in the backup.

    Someone else with the same key in the backup gets neither.
    """
    here = set(_unchanged_keys(User.objects.all(), kept.people))
    Authenticator.objects.filter(user__in=here).delete()
    for factor in kept.factors:
        if factor.user_id in here:
            factor.pk = None  # in the restored rows, this key may be another person's
            factor.save(force_insert=True)
    Session.objects.filter(user__isnull=False).exclude(user__in=here).delete()
    UserSession.objects.exclude(user__in=here).delete()
    Backup.objects.exclude(made_by__in=here).update(made_by=None)
    Backup.objects.exclude(tournament__in=Tournament.objects.values("pk")).update(tournament=listing_tournament)


def _keep_revocations(kept: KeptState) -> None:
    """Revoke again what was revoked: badges, links, tokens, and roles."""
    now = timezone.now()
    alive = Invitation.objects.filter(revoked_at__isnull=True).exclude(USED_UP)
    alive.filter(token_hash__in=kept.badges).update(revoked_at=now)
    ApiToken.objects.filter(revoked_at__isnull=True, token_hash__in=kept.tokens).update(revoked_at=now)
    ended = _unchanged_keys(Membership.objects.filter(ended_at__isnull=True), kept.roles)
    Membership.objects.filter(pk__in=ended).update(ended_at=now)


def _keep_decisions_on_names(kept: KeptState) -> list[Tournament]:
    """Apply decisions about names again. Return the tournaments whose names were removed again."""
    for decision, taken in kept.decisions:
        decision.put_back(taken)
    again = []
    for tournament in Tournament.objects.all():
        now = kept.tournaments.get(tournament.pk)
        is_same = now is not None and now.created_at == tournament.created_at
        if now is not None and is_same:
            tournament.is_public, tournament.public_names = now.is_public, now.public_names
            tournament.names_until = max(now.names_until, tournament.ends_on)
            tournament.save(update_fields=["is_public", "public_names", "names_until"])
        gone = now is not None and is_same and now.purged_at is not None
        over = tournament.names_until < timezone.localdate(timezone=tournament.zone)
        if tournament.purged_at is None and (gone or over):
            again.append(hooks.name_removal.only.remove_names(tournament))
    return again


def _unchanged_keys(rows: QuerySet[Any], made: Mapping[int, datetime]) -> list[int]:
    return [pk for pk, moment in rows.values_list("pk", "created_at") if made.get(pk) == moment]
