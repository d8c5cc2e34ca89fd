"""The command: `python -m tests.load day` plays an hour, `python -m tests.load growth` looks at sizes."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.servers import postgres, redis
from tests.system.program import clean_environment

DATABASES = ["SQLite", "PostgreSQL"]


def main(arguments: list[str]) -> int:
    options = _parse_options(arguments)
    return int(options.run(options))


def run_day(options: argparse.Namespace) -> int:
    """Run the hour on each database. Returns 1 if anything was wrong."""
    status = 0
    for database in options.on:
        workers = 1 if database == "SQLite" else options.workers
        day = {"players": options.players, "factor": options.factor, "minutes": options.minutes, "workers": workers}
        words = [word for name, value in day.items() for word in (f"--{name}", str(value))]
        command = [sys.executable, "-m", "tests.load", "measure-day", *words]
        print(f"\n## {database}, {workers} web process{'es' * (workers > 1)}\n", flush=True)
        with environment(database) as settings:
            status |= subprocess.run(command, env=settings).returncode
    return status


def run_day_here(options: argparse.Namespace) -> int:
    """Run the hour on the empty database of the environment."""
    _set_up()
    from tests.load import audit, hour
    from tests.load.world import Size, make_world

    folder = Path(os.environ["HEADTABLE_DATA"]).parent
    servers = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
    pace = hour.Pace(options.factor, options.minutes)
    outcome = hour.run_hour(make_world(Size(options.players)), folder, pace, options.workers, servers)
    print(hour.report(outcome), flush=True)
    problems = audit.find_problems(outcome.day, folder, outcome.stderr)
    print("\n" + ("\n".join(["WRONG:", *problems]) if problems else audit.NO_PROBLEMS), flush=True)
    return 1 if problems else 0


def measure_growth(options: argparse.Namespace) -> int:
    from tests.load.growth import report

    for database in options.on:
        measurements = []
        for players in options.players:
            with environment(database) as settings:
                command = [sys.executable, "-m", "tests.load", "measure-growth", "--players", str(players)]
                done = subprocess.run(command, env=settings, check=True, stdout=subprocess.PIPE)
            measurements.append(json.loads(done.stdout))
        print(f"\n## {database}\n\n{report(measurements)}", flush=True)
    return 0


def measure_growth_here(options: argparse.Namespace) -> int:
    _set_up()
    from tests.load.growth import measure

    json.dump(measure(options.players), sys.stdout)
    return 0


def _set_up() -> None:
    import django

    django.setup()
    from config import startup_tasks

    startup_tasks.run_startup_tasks()


@contextmanager
def environment(database: str) -> Iterator[dict[str, str]]:
    """Environment variables for an empty data folder, and for PostgreSQL and Redis servers with real disk writes."""
    settings = clean_environment()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="load-", ignore_cleanup_errors=True))
        settings |= {"HEADTABLE_DATA": f"{folder}/data", "DJANGO_SETTINGS_MODULE": "config.settings"}
        if database == "PostgreSQL":
            settings["DATABASE_URL"] = stack.enter_context(postgres(durable=True))
            settings["REDIS_URL"] = stack.enter_context(redis())
        yield settings


def _parse_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    kinds = parser.add_subparsers(required=True, metavar="day | growth")
    day = kinds.add_parser("day", help="an hour of the day, compressed, on a real bin/run")
    day.set_defaults(run=run_day)
    day.add_argument("--on", choices=DATABASES, nargs="+", default=DATABASES, help="which databases (default: both)")
    _add_day(day)
    growth = kinds.add_parser("growth", help="every page at several sizes of the tournament")
    growth.set_defaults(run=measure_growth)
    growth.add_argument("--on", choices=DATABASES, nargs="+", default=DATABASES)
    growth.add_argument("--players", type=int, nargs="+", default=[300, 1000, 3000])
    inner = kinds.add_parser("measure-day")
    inner.set_defaults(run=run_day_here)
    _add_day(inner)
    inner = kinds.add_parser("measure-growth")
    inner.set_defaults(run=measure_growth_here)
    inner.add_argument("--players", type=int)
    return parser.parse_args(arguments)


def _add_day(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=3000, help="default: 3000; the staff in proportion")
    parser.add_argument("--factor", type=float, default=2, help="how many times as fast as the day (default: 2)")
    parser.add_argument("--minutes", type=float, default=60, help="how long the hour is; less for a try (default: 60)")
    parser.add_argument("--workers", type=int, default=3, help="web processes on PostgreSQL (default: 3)")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
