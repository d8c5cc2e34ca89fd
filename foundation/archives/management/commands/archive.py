"""`manage.py archive SLUG FILE`: writes a whole tournament into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.archives.exporter import write
from foundation.tournaments import Tournament


class Command(BaseCommand):
    help = "Save a whole tournament as one file that you can import into Headtable on another computer."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament, as in its address t/<slug>/")
        parser.add_argument("file", type=Path, help="the file to write, such as fall-meet.headtable.zip")
        parser.add_argument("--photos", action="store_true", help="include photos and attachments")

    def handle(self, *args: Any, slug: str, file: Path, photos: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            known = ", ".join(Tournament.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There’s no tournament {slug}. Tournaments here: {known}.")
        try:
            with file.open("xb") as out:
                write(tournament, out, photos=photos)
        except FileExistsError:
            raise CommandError(f"The file {file} exists. Choose another name.") from None
        except OSError as problem:
            raise CommandError(f"{file} can’t be written: {problem.strerror}.") from problem
        self.stdout.write(f"{tournament.name} saved as {file}. The file may contain student names, so keep it secure.")
