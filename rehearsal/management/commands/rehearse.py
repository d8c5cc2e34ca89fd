"""`manage.py rehearse --players 30 --seed 1`: plays a whole fictitious tournament, then runs every check."""

from __future__ import annotations

import getpass
import os
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import httpx
from django.core.management.base import BaseCommand, CommandError

from rehearsal import checks, schedule
from rehearsal.acknowledgments import Acknowledgments
from rehearsal.connections import NetworkConnection
from rehearsal.formats import DEFAULT, FORMATS
from rehearsal.server import Server, ServerNotStarted, temporary_server
from rehearsal.state import Plan, Rehearsal
from rehearsal.steps import results
from rehearsal.visitors import RehearsalFailed, Visitor
from rulebooks.wording import plural

NAME, EMAIL, PASSWORD = "Dana Director (rehearsal)", "dana@example.org", "cubes on the mat"
WIDTH = 30
MOST_SHOWN = 20


class Command(BaseCommand):
    help = "Plays a made-up tournament through the real pages with real sign-ins, then checks the results."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=30, help="number of players (default: 30)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same tournament (default: 1)")
        parser.add_argument("--format", default=DEFAULT, help=f"{', '.join(FORMATS)} (default: {DEFAULT})")
        parser.add_argument("--rounds", type=int, default=4, help="rounds to play (default: 4)")
        parser.add_argument(
            "--until",
            default=schedule.FINISHED,
            help=f"stop at a stage: {', '.join(schedule.stages(1))} (default)",
        )
        parser.add_argument("--hands", type=int, default=8, help="staff members working at the same time (default: 8)")
        parser.add_argument("--database-url", default="", help="an empty PostgreSQL database instead of SQLite")
        parser.add_argument("--url", default="", help="a running server to use instead of a temporary one")
        parser.add_argument(
            "--email",
            default="",
            help="the director’s account, with --url; you’re asked for the password unless HEADTABLE_PASSWORD is set",
        )
        parser.add_argument("--keep-archive", type=Path, help="save the tournament’s archive to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["format"] not in FORMATS:
            raise CommandError(f"Unknown format “{options['format']}”. Use one of these: {', '.join(FORMATS)}.")
        plan = Plan(options["players"], options["seed"], options["rounds"], options["format"])
        if plan.players < 6 or plan.rounds < 1:
            raise CommandError("A rehearsal needs at least 6 players and 1 round.")
        if options["until"] not in schedule.stages(plan.rounds):
            raise CommandError(
                f"Unknown stage “{options['until']}”. Use one of these: {', '.join(schedule.stages(plan.rounds))}."
            )
        try:
            if options["url"]:
                password = os.environ.get("HEADTABLE_PASSWORD") or getpass.getpass("Password: ")
                self.play_rehearsal(plan, options, options["url"], lambda who: sign_in(who, options["email"], password))
            else:
                with temporary_server(options["database_url"]) as server:
                    self.play_rehearsal(plan, options, server.url, lambda who: create_first_account(who, server))
        except (RehearsalFailed, ServerNotStarted, httpx.HTTPError) as problem:
            raise CommandError(f"The rehearsal stopped: {problem}") from problem

    def play_rehearsal(self, plan: Plan, options: dict[str, Any], url: str, enter: Any) -> None:
        connection, acknowledged = NetworkConnection(url, options["hands"]), Acknowledgments()
        director = Visitor(NAME, connection, acknowledged)
        enter(director)
        begun = time.monotonic()
        rehearsal = schedule.create_rehearsal(
            plan, connection, director, acknowledged, self.show_progress, options["until"]
        )
        try:
            schedule.run_rehearsal(rehearsal, options["until"])
            self.stdout.write("")
            self.print_summary(rehearsal, time.monotonic() - begun)
            self.check_results(rehearsal, options["keep_archive"])
        finally:
            for visitor in rehearsal.all_visitors():
                visitor.close()

    def show_progress(self, done: int, total: int, words: str) -> None:
        """Redraw the progress bar."""
        bar = "#" * (WIDTH * done // total)
        self.stdout.write(f"\r[{bar:.<{WIDTH}}] {100 * done // total:3}%  {words:<28}", ending="")
        self.stdout.flush()

    def print_summary(self, rehearsal: Rehearsal, seconds: float) -> None:
        requests, entries = sum(rehearsal.acknowledged.done.values()), len(rehearsal.acknowledged.entries)
        self.stdout.write(
            f"{rehearsal.plan.players} players, {requests} changes, and {entries} entries in {seconds:.0f} seconds."
        )

    def check_results(self, rehearsal: Rehearsal, keep: Path | None) -> None:
        """Check every invariant, using the archive and what was acknowledged to the visitors."""
        printed = results.fetch_documents(rehearsal)
        content = results.download_archive(rehearsal)
        if keep:
            keep.write_bytes(content)
        shown = results.read_standings(rehearsal)
        wrong = checks.find_problems(content, shown, rehearsal.acknowledged)
        if wrong:
            more = f"\n… and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
            found = plural(len(wrong), "1 problem found:", "{count} problems found:")
            raise CommandError(f"{found}\n" + "\n".join(wrong[:MOST_SHOWN]) + more)
        self.stdout.write(
            f"Created {len(rehearsal.print_jobs)} documents with {printed} pages. "
            f"All checks passed. Standings fingerprint: {checks.fingerprint(shown)}."
        )


def create_first_account(director: Visitor, server: Server) -> None:
    """Create the account with the one-time link, then sign out and sign in again on the normal page."""
    director.get(server.welcome)
    director.submit(server.welcome, {"name": director.name, "email": EMAIL, "password": PASSWORD})
    director.get("/account/")
    director.submit("/account/sign-out/", {})
    sign_in(director, EMAIL, PASSWORD)


def sign_in(director: Visitor, email: str, password: str) -> None:
    form = director.get("/account/sign-in/").form("/account/sign-in/")
    page = director.submit("/account/sign-in/", form.fields | {"login": [email], "password": [password]})
    if page.path != "/":
        raise RehearsalFailed(f"Signing in as {email} led to {page.path}. Use an account without two-step sign-in.")
