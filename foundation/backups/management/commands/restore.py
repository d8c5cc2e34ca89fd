"""`manage.py restore FILE`: restores a backup. The present data becomes a backup first, and is never deleted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.backups.files import folder, refuse_on_disk_error
from foundation.backups.models import Backup, Occasion
from foundation.backups.restore import prepare_database, restore_file
from foundation.errors import Refused
from foundation.people.actor import SYSTEM


class Command(BaseCommand):
    help = "Restore a backup. The current data is backed up first. Headtable can keep running."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the name of a backup, or the full path of a file")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        backup = next((path for path in (folder() / file, Path(file)) if path.is_file()), None)
        if backup is None:
            raise CommandError(
                f"There’s no backup {file}. Backups are in {folder()}. For other files, give the full path."
            )
        try:
            with refuse_on_disk_error():
                damaged = prepare_database(settings.LOCKS)
                listing_tournament = restore_file(SYSTEM, backup)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"Backup {backup.name} restored.")
        kept = Backup.objects.present().filter(tournament=listing_tournament, occasion=Occasion.BEFORE_RESTORE).first()
        if damaged:
            self.stdout.write(f"The damaged database was moved to {damaged}.")
        elif kept:
            self.stdout.write(f"The previous data is in {folder() / kept.filename}.")
