"""`manage.py demo`: an account and a practice tournament for development. Does nothing if there is an account."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from foundation.accounts.actions import create_first_account
from foundation.accounts.invitations import first_account_path
from foundation.people.actor import Actor
from rehearsal.actions import ask

NAME, EMAIL, PASSWORD = "Dana Director", "dana@example.org", "cubes on the mat"


class Command(BaseCommand):
    help = "Creates a demo account and a rehearsal with 30 players."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demo account has a known password. Run it only with bin/dev.")
        path = first_account_path()
        if path:
            token = path.rstrip("/").rpartition("/")[2]
            user = create_first_account(Actor(), None, token=token, name=NAME, email=EMAIL, password=PASSWORD)
            ask(Actor(user=user), None, players=30, stage="collecting", seed=1)
            self.stdout.write("Demo tournament created. It will be ready in about a minute.")
        self.stdout.write(f"Sign in as {EMAIL} with the password “{PASSWORD}”.")
