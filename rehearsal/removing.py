"""How a rehearsal goes: every row that belongs to it, in every table, also those that are otherwise never removed.

Which rows belong to a tournament follows from the tables themselves: whatever leads to it by references that cannot be
empty. A new table is found without being named here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from django.db import models
from django.db.models import ProtectedError, Value
from django.db.models.functions import Concat, Left
from django.db.models.sql import DeleteQuery

from foundation.backups.files import folder
from foundation.backups.models import Backup
from foundation.people.models import Membership, User
from foundation.tournaments import Tournament

Model = type[models.Model]
OF_PRACTICE = " (rehearsal)"
MOST = 120  # letters of a backup's reason


def ways() -> dict[Model, str]:
    """From each table to the tournament, the shortest way: `entry` by `sheet__tournament`."""
    found: dict[Model, str] = {Tournament: "pk"}
    waiting: deque[Model] = deque([Tournament])
    while waiting:
        target = waiting.popleft()
        for relation in target._meta.get_fields(include_hidden=True):
            if not isinstance(relation, models.ManyToOneRel) or relation.related_model in found:
                continue
            if relation.field.null and target is not Tournament:
                continue
            way = relation.field.name if target is Tournament else f"{relation.field.name}__{found[target]}"
            found[relation.related_model] = way
            waiting.append(relation.related_model)
    return found


def remove_everything(tournament: Tournament) -> None:
    """Those first that are farthest away: each row is found by the way that it leads."""
    for model, way in sorted(ways().items(), key=lambda each: -_length(each[1])):
        rows: models.QuerySet[models.Model] = models.QuerySet(model).filter(**{way: tournament.pk})
        rows.query.chain(DeleteQuery).get_compiler(rows.db).execute_sql(None)


def _length(way: str) -> int:
    return 0 if way == "pk" else 1 + way.count("__")


def helpers_of(tournament: Tournament) -> list[User]:
    """Who came with a badge of this tournament and was nowhere else."""
    elsewhere = Membership.objects.exclude(tournament=tournament).values("user")
    here = Membership.objects.filter(tournament=tournament).exclude(user__in=elsewhere).values("user")
    return list(User.objects.filter(pk__in=here, email__isnull=True))


def forget_helpers(helpers: Iterable[User]) -> None:
    """After the tournament is gone; somebody who is still spoken of elsewhere stays."""
    for helper in helpers:
        try:
            helper.delete()
        except ProtectedError:
            continue


def keep_backups(rehearsal: Tournament) -> Tournament | None:
    """Where its backups are listed from now on, if there are any: each holds every tournament, also the real ones."""
    present = Backup.objects.present().filter(tournament=rehearsal, made_at__isnull=False)
    heir = Tournament.objects.filter(is_rehearsal=False).order_by("starts_on", "pk").last()
    if heir is None:
        return None
    marked = Concat(Left("reason", MOST - len(OF_PRACTICE)), Value(OF_PRACTICE))
    return heir if present.update(tournament=heir, reason=marked) else None


def forget_files(names: Iterable[str]) -> None:
    """Its backups, on this machine, when there is no tournament but rehearsals in them, or nothing whole."""
    for name in names:
        (folder() / name).unlink(missing_ok=True)
