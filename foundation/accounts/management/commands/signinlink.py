"""`manage.py signinlink EMAIL`: a link with which a person who lost the password sets a new one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from foundation.accounts.invitations import NEW_PASSWORD_HOURS, absolute, new_password_path
from foundation.people.models import User


class Command(BaseCommand):
    help = "Print a link that lets this person set a new password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email, is_active=True).first()
        if user is None:
            raise CommandError(f"There’s no account with the email address {email}.")
        self.stdout.write(absolute(new_password_path(user)))
        self.stdout.write(
            f"Open this link at Headtable’s address. It works once and expires in {NEW_PASSWORD_HOURS} hours."
        )
