"""Deletes a rehearsal: every row that belongs to it, in every table, including append-only ones.

The rows are found through the models: whatever leads to the tournament by foreign keys that can't be null. A new model
needs no entry here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from django.db import connection, models
from django.db.models import ProtectedError, Value
from django.db.models.functions import Concat, Left

from foundation.backups.files import folder
from foundation.backups.models import Backup
from foundation.people.models import Membership, User
from foundation.tournaments import Tournament

Model = type[models.Model]
REASON_SUFFIX = " (rehearsal)"
MAX_REASON_LENGTH = 120  # of a backup


def paths_to_tournament() -> dict[Model, str]:
    """The shortest lookup from each model to its tournament, such as `sheet__tournament` for an entry."""
    paths: dict[Model, str] = {Tournament: "pk"}
    waiting: deque[Model] = deque([Tournament])
    while waiting:
        target = waiting.popleft()
        for relation in target._meta.get_fields(include_hidden=True):
            if not isinstance(relation, models.ManyToOneRel) or relation.related_model in paths:
                continue
            if relation.field.null and target is not Tournament:
                continue
            path = relation.field.name if target is Tournament else f"{relation.field.name}__{paths[target]}"
            paths[relation.related_model] = path
            waiting.append(relation.related_model)
    return paths


def delete_rows(tournament: Tournament) -> None:
    """Delete all rows of a tournament, longest lookup first, because the rows in between are needed to find them.

    `QuerySet.delete()` would stop at protected foreign keys. The database checks its constraints at the end of the
    transaction, so the order between tables doesn't matter otherwise.
    """
    for model, path in sorted(paths_to_tournament().items(), key=lambda each: -_path_length(each[1])):
        keys: models.QuerySet[Any, Any] = models.QuerySet(model).filter(**{path: tournament.pk}).values("pk")
        selected, params = keys.order_by().query.get_compiler(keys.db).as_sql()
        table, column = (connection.ops.quote_name(name) for name in (model._meta.db_table, str(model._meta.pk.column)))
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table} WHERE {column} IN ({selected})", params)  # noqa: S608 -- no user input


def _path_length(path: str) -> int:
    return 0 if path == "pk" else 1 + path.count("__")


def staff_only_in(tournament: Tournament) -> list[User]:
    """Staff who signed in with a badge of this tournament and have no role in another one."""
    elsewhere = Membership.objects.exclude(tournament=tournament).values("user")
    here = Membership.objects.filter(tournament=tournament).exclude(user__in=elsewhere).values("user")
    return list(User.objects.filter(pk__in=here, email__isnull=True))


def delete_staff(staff: Iterable[User]) -> None:
    """Delete these users, except those that other rows still refer to."""
    for user in staff:
        try:
            user.delete()
        except ProtectedError:
            continue


def move_backups(rehearsal: Tournament) -> Tournament | None:
    """Move the rehearsal's backups to a real tournament, because they contain all tournaments.

    Returns that tournament, or None if nothing was moved.
    """
    present = Backup.objects.present().filter(tournament=rehearsal, made_at__isnull=False)
    heir = Tournament.objects.filter(is_rehearsal=False).order_by("starts_on", "pk").last()
    if heir is None:
        return None
    marked = Concat(Left("reason", MAX_REASON_LENGTH - len(REASON_SUFFIX)), Value(REASON_SUFFIX))
    return heir if present.update(tournament=heir, reason=marked) else None


def delete_backup_files(names: Iterable[str]) -> None:
    """Delete backup files on this machine: unfinished ones, and those without a real tournament."""
    for name in names:
        (folder() / name).unlink(missing_ok=True)
