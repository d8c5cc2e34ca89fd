"""`manage.py signinlink EMAIL`: a link with which a person who lost the password sets a new one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.accounts.invitations import NEW_PASSWORD_HOURS, absolute, new_password_path
from foundation.people.models import User


class Command(BaseCommand):
    help = "Print a link with which this person sets a new password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email, is_active=True).first()
        if user is None:
            raise CommandError(f"There is no account with the address {email}.")
        self.stdout.write(absolute(new_password_path(user)))
        self.stdout.write(
            f"Open it on the address where Headtable runs. It works once, for {NEW_PASSWORD_HOURS} hours."
        )
