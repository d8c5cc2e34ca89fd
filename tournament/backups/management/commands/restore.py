"""`manage.py restore FILE`: goes back to a backup. What is there now is put aside, never deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from tournament.backups.files import folder, problems_told
from tournament.backups.restoring import restore
from tournament.errors import Refused


class Command(BaseCommand):
    help = "Put a backup in the place of the database, while Headtable is stopped. The present one is put aside."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the name of a backup, or the whole path of a file")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        backup = next((path for path in (folder() / file, Path(file)) if path.is_file()), None)
        if backup is None:
            raise CommandError(f"There is no backup {file}. They are in {folder()}; for others give the whole path.")
        if connection.vendor == "postgresql":
            self.tell_postgres(backup)
            return
        try:
            with problems_told():
                aside = restore(backup, Path(connection.settings_dict["NAME"]), settings.LOCKS)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"The database is that of {backup.name} now.")
        if aside:
            self.stdout.write(f"The one of before is kept as {aside}.")

    def tell_postgres(self, backup: Path) -> None:
        options = '--clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL"'
        self.stdout.write("Stop Headtable on all machines. PostgreSQL's own programs then keep what is there now and")
        self.stdout.write("put the backup in its place:")
        self.stdout.write("")
        self.stdout.write(f'  pg_dump --format=custom --file={folder()}/before-restore.dump "$DATABASE_URL"')
        self.stdout.write(f"  pg_restore {options} {backup}")
