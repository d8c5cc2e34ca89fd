"""`manage.py archive SLUG FILE`: writes a whole tournament into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.archives.exporter import write
from foundation.tournaments import Tournament


class Command(BaseCommand):
    help = "Write a whole tournament into one file that another installation can import."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament, as in its address: t/<slug>/")
        parser.add_argument("file", type=Path, help="the file to write, such as fall-meet.headtable.zip")
        parser.add_argument("--photos", action="store_true", help="with the photos of scoresheets")

    def handle(self, *args: Any, slug: str, file: Path, photos: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            known = ", ".join(Tournament.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no tournament {slug}. There are: {known}.")
        try:
            with file.open("xb") as out:
                write(tournament, out, photos=photos)
        except FileExistsError:
            raise CommandError(f"{file} is there already. Choose another name.") from None
        except OSError as problem:
            raise CommandError(f"{file} cannot be written: {problem.strerror}.") from problem
        self.stdout.write(f"{tournament.name} is in {file}. It holds the names of children: keep it like a key.")
