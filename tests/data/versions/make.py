"""Writes the database of this version for the tests of later ones: `python -m tests.data.versions.make 0.1.0`.

It holds a tournament with everything that can happen, from the archive in tests/data/archives, an account, a badge, a
session and a finished job, as lines of JSON: each one row of one table, as the tables of this version have it. The file
of a version that was released is never made anew.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MADE_BY_DJANGO = ("auth", "contenttypes", "sessions")
ARCHIVE = HERE.parent / "archives" / "format-1.headtable.zip"


def main(version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HEADTABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "x" * 50}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        fill()
        lines = "".join(json.dumps(line) + "\n" for line in rows())
        (HERE / f"{version}.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


def fill() -> None:
    from foundation.accounts import actions
    from foundation.jobs.models import Job, JobResult
    from foundation.people.actor import Actor
    from foundation.people.models import Role
    from tests import factories
    from tests.collecting_round import session_of
    from tests.scoring.full_tournament import import_from_bytes
    from tournament.actions import create_coach_link

    director = factories.user("Dana Director", email="dana@example.org")
    director_actor = Actor(user=director)
    taken = import_from_bytes(ARCHIVE.read_bytes(), director_actor)
    until = datetime(2040, 1, 1, tzinfo=UTC)
    badge = actions.invite(director_actor, taken, role=Role.SCOREKEEPER, label="Scores 1", expires_at=until)
    actions.use_badge(Actor(), badge, name="Sam Scores")
    create_coach_link(director_actor, taken, label="Coach", expires_at=until, team=taken.teams.first())
    actions.make_token(director_actor, taken, role=Role.JUDGE, label="Screen", may_write=False, expires_at=until)
    session_of(director)
    job = Job.objects.create(kind="print.badges", title="Badges", tournament=taken, state="done", fingerprint="f")
    JobResult.objects.create(job=job, filename="badges.pdf", content_type="application/pdf", content=b"%PDF")


def rows() -> Iterator[Any]:
    """First how far each app's migrations have gone, then every row of every table, by the words of its fields."""
    from django.apps import apps
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    yield sorted(MigrationExecutor(connection).loader.graph.leaf_nodes())
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label not in MADE_BY_DJANGO:
            for row in model._meta.base_manager.order_by("pk"):
                yield model._meta.label_lower, {each.name: told(each, row) for each in model._meta.concrete_fields}


def told(field: Any, row: Any) -> Any:
    return None if field.value_from_object(row) is None else field.value_to_string(row)


if __name__ == "__main__":
    main(sys.argv[1])
