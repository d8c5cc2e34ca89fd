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

NAME, EMAIL, PASSWORD = "Dana Director (rehearsal)", "dana@example.org", "cubes on the mat"
WIDTH = 30
MOST_SHOWN = 20


class Command(BaseCommand):
    help = "Plays a fictitious tournament through the pages with real sign-ins, and checks everything that came of it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=30, help="how many children come (default: 30)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same tournament (default: 1)")
        parser.add_argument("--format", default=DEFAULT, help=f"{', '.join(FORMATS)} (default: {DEFAULT})")
        parser.add_argument("--rounds", type=int, default=4, help="rounds that are played (default: 4)")
        parser.add_argument(
            "--until",
            default=schedule.FINISHED,
            help=f"stop at a stage: {', '.join(schedule.stages(1))} (default)",
        )
        parser.add_argument("--hands", type=int, default=8, help="how many helpers work at the same time (default: 8)")
        parser.add_argument("--database-url", default="", help="an empty PostgreSQL database instead of SQLite")
        parser.add_argument("--url", default="", help="a server that runs already, instead of one of its own")
        parser.add_argument(
            "--email",
            default="",
            help="with --url: the director's account; the password is asked for, or taken from HEADTABLE_PASSWORD",
        )
        parser.add_argument("--keep-archive", type=Path, help="write the archive of the tournament to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["format"] not in FORMATS:
            raise CommandError(f"There is no format “{options['format']}”: {', '.join(FORMATS)}.")
        plan = Plan(options["players"], options["seed"], options["rounds"], options["format"])
        if plan.players < 6 or plan.rounds < 1:
            raise CommandError("A rehearsal has at least 6 players and 1 round.")
        if options["until"] not in schedule.stages(plan.rounds):
            raise CommandError(f"There is no stage “{options['until']}”: {', '.join(schedule.stages(plan.rounds))}.")
        try:
            if options["url"]:
                password = os.environ.get("HEADTABLE_PASSWORD") or getpass.getpass("Password: ")
                self.play_rehearsal(plan, options, options["url"], lambda who: sign_in(who, options["email"], password))
            else:
                with temporary_server(options["database_url"]) as server:
                    self.play_rehearsal(plan, options, server.url, lambda who: create_first_account(who, server))
        except (RehearsalFailed, ServerNotStarted, httpx.HTTPError) as problem:
            raise CommandError(f"The rehearsal broke off: {problem}") from problem

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
            f"{rehearsal.plan.players} players, {requests} changes, {entries} entries in {seconds:.0f} seconds."
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
            raise CommandError(f"{len(wrong)} things are wrong:\n" + "\n".join(wrong[:MOST_SHOWN]) + more)
        self.stdout.write(
            f"{len(rehearsal.print_jobs)} documents with {printed} pages are printed. "
            f"Everything agrees. Standings {checks.fingerprint(shown)}."
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
        raise RehearsalFailed(
            f"Signing in as {email} led to {page.path}. An account with a second factor cannot rehearse so."
        )
