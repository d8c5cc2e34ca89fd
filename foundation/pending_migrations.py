"""Whether the database has the tables of this version."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def has_pending_migrations() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
