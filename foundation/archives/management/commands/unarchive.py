"""`manage.py unarchive FILE`: imports a tournament from an archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.archives.actions import import_archive
from foundation.archives.archive_file import Archive
from foundation.errors import Refused
from foundation.people.actor import Actor
from foundation.people.models import User


class Command(BaseCommand):
    help = "Import a tournament from an archive. Nothing else changes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument(
            "--director", metavar="EMAIL", help="the account of the director (default: the first account)"
        )

    def handle(self, *args: Any, file: Path, director: str | None, **options: Any) -> None:
        account = User.objects.filter(email__iexact=director) if director else User.objects.filter(is_founder=True)
        user = account.first()
        if user is None:
            raise CommandError(f"There’s no account {director}." if director else "There’s no account yet.")
        try:
            with file.open("rb") as content:
                made = import_archive(Actor(user=user, origin="command"), None, file=Archive(content))
        except Refused as refusal:
            raise CommandError(refusal.sentence) from refusal
        except OSError as problem:
            raise CommandError(f"{file} can’t be read: {problem.strerror}.") from problem
        self.stdout.write(f"{made.name} imported at t/{made.slug}/ with {user.name} as director.")
