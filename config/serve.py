"""The command behind `bin/run`: checks the environment, prepares the data folder, then starts the processes."""

import argparse
import contextlib
import fcntl
import http.client
import os
import sys
import time
from pathlib import Path
from typing import IO, Any, NoReturn

from config import crash_recovery, network, startup_checks
from config.data_folder import BASE, OWNER_ONLY_UMASK, PARTS_LOCK, RUN_LOCK, WEB_LOCK, data_folder
from config.processes import loading_code
from config.startup_checks import StartupError
from config.supervisor import STOP_TIMEOUT, Child, Supervisor


def main(arguments: list[str]) -> int:
    os.umask(OWNER_ONLY_UMASK)  # web and worker inherit it
    options = _parse_options(arguments)
    os.environ["HEADTABLE_DATA"] = str(Path(options.data).resolve())
    os.environ["XDG_CACHE_HOME"] = str(data_folder() / "cache")  # for the font caches of the PDF libraries
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.chdir(BASE)
    try:
        return int(options.start(options))
    except StartupError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# -- subcommands ------------------------------------------------------------------------------------------------------


def run_all(options: argparse.Namespace) -> int:
    """Run web and worker on this machine."""
    startup_checks.check_data_folder(data_folder())
    run_lock = _lock_data_folder()
    web_lock = _wait_for_previous_web()
    _check_environment(options, separate_processes=False)
    _print("Starting Headtable…")
    crash_recovery.report_last_run(_print)
    crash_recovery.mark_running()
    _set_up_django(options)
    children = [
        Child("web", web_command(options), keeps_open=(web_lock.fileno(),)),
        Child("worker", _worker_command(options), mute_stdout=True),
    ]
    status = Supervisor(children, _print).run(lambda: _announce(options))
    crash_recovery.mark_stopped()
    run_lock.close()
    return status


def run_web(options: argparse.Namespace) -> NoReturn:
    """Turn this process into the web server."""
    startup_checks.check_data_folder(data_folder())
    _hold_parts_lock()
    _check_environment(options, separate_processes=True)
    _set_up_django(options)
    base_url = os.environ.get("PUBLIC_URL", "").rstrip("/") or network.http_url("localhost", options.port)
    _print_first_account_link([base_url])
    _exec(web_command(options))


def run_worker(options: argparse.Namespace) -> NoReturn:
    """Turn this process into a worker."""
    startup_checks.check_data_folder(data_folder())
    _hold_parts_lock()
    _check_environment(options, separate_processes=True)
    import django

    with loading_code():
        django.setup()
    from config import startup_tasks

    startup_tasks.wait_for_migrations()
    _exec(_worker_command(options))


def run_manage(options: argparse.Namespace) -> NoReturn:
    """Run a Django command on the same data."""
    _exec([sys.executable, "manage.py", *options.command])


def _exec(command: list[str]) -> NoReturn:
    sys.stdout.flush()
    os.execv(command[0], command)


def web_command(options: argparse.Namespace) -> list[str]:
    """The command that starts gunicorn."""
    # SQLite has one writer at a time, so more processes would only wait for each other.
    size = options.workers or (2 * (os.cpu_count() or 1) + 1 if os.environ.get("DATABASE_URL") else 2)
    bind = f"{network.bracket_ipv6(options.bind)}:{options.port}"
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn_settings"]
    return [*gunicorn, "--bind", bind, "--workers", str(size)]


def _worker_command(options: argparse.Namespace) -> list[str]:
    size = options.concurrency or (os.cpu_count() or 2 if options.start is run_worker else 2)
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "config.celery", "worker", "--loglevel", "WARNING"]
    isolated = ["--without-gossip", "--without-mingle", "--without-heartbeat"]  # workers don't need to know each other
    return [*celery, *isolated, "--concurrency", str(size), "--hostname", f"worker-{os.getpid()}@%h"]


# -- before the start -------------------------------------------------------------------------------------------------


def _check_environment(options: argparse.Namespace, *, separate_processes: bool) -> None:
    startup_checks.check_environment(separate_processes=separate_processes)
    if options.start is not run_worker:
        startup_checks.check_port(options.bind, options.port)
    if os.environ.get("DATABASE_URL"):
        startup_checks.check_postgres(os.environ["DATABASE_URL"])
    else:
        startup_checks.check_sqlite(data_folder() / "headtable.sqlite3")
    if os.environ.get("REDIS_URL"):
        startup_checks.check_redis(os.environ["REDIS_URL"])


def _lock_data_folder() -> IO[str]:
    """Lock the data folder, so that a second start on it is refused."""
    lock = (data_folder() / RUN_LOCK).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StartupError(
            f"Headtable is running in {data_folder()}. Stop it first, or choose another folder with --data."
        ) from error
    return lock


def _wait_for_previous_web() -> IO[str]:
    """Acquire the web lock. A web process whose supervisor was killed holds it until its requests are finished."""
    lock = (data_folder() / WEB_LOCK).open("a")
    deadline = time.monotonic() + STOP_TIMEOUT
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise StartupError(
                    "The web process from the last run is still stopping. Try again in a moment."
                ) from error
            time.sleep(0.1)


def _hold_parts_lock() -> None:
    """Hold a shared lock, so that no backup is restored while separate web and worker processes run.

    The file descriptor is inherited by the program that this process turns into.
    """
    descriptor = os.open(data_folder() / PARTS_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(descriptor, True)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StartupError(f"A backup is being restored in {data_folder()}. Try again in a moment.") from error


def _set_up_django(options: argparse.Namespace) -> None:
    if not (os.environ.get("ALLOWED_HOSTS") or os.environ.get("PUBLIC_URL")):
        os.environ["ALLOWED_HOSTS"] = ",".join(network.allowed_hosts(options.bind))
    import django

    with loading_code():
        django.setup()
    from config import startup_tasks

    startup_tasks.run_startup_tasks()
    startup_tasks.start_clock(_print)
    startup_tasks.close_connections()


# -- output -----------------------------------------------------------------------------------------------------------


def _announce(options: argparse.Namespace) -> bool:
    """Print the addresses once the web process answers. Returns whether it does."""
    if not _is_web_up(options):
        return False
    public = os.environ.get("PUBLIC_URL", "").rstrip("/")
    here = network.http_url("localhost" if options.bind in network.ALL_INTERFACES else options.bind, options.port)
    near = [network.http_url(host, options.port) for host in network.reachable_hosts(options.bind)]
    _print("Headtable is running.\n")
    if public:
        _print(f"  For everyone       {public}/")
    _print(f"  On this computer   {here}/")
    for address in near if not public else []:
        _print(f"  On this network    {address}/")
    elsewhere = [public] if public else near
    if elsewhere:
        _print_qr_code(elsewhere[0] + "/")
    _print_first_account_link([public] if public else [here, *near[:1]])
    _print("\nPress Ctrl-C to stop.")
    return True


def _print_first_account_link(starts: list[str]) -> None:
    from config import startup_tasks
    from foundation.accounts.invitations import first_account_path

    path = first_account_path()
    startup_tasks.close_connections()
    if path:
        _print("\n  Create the director account with this link (works once):")
        for start in starts:
            _print(f"  {start}{path}")


def _print_qr_code(text: str) -> None:
    import segno

    _print("")
    segno.make(text, micro=False).terminal(out=sys.stdout, border=2, compact=True)


def _is_web_up(options: argparse.Namespace) -> bool:
    """Whether the web process answers a request for an allowed host."""
    from django.conf import settings

    here = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(options.bind, options.bind)
    host = settings.ALLOWED_HOSTS[0].lstrip(".").replace("*", "localhost")
    connection = http.client.HTTPConnection(here, options.port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _print(sentence: str) -> None:
    with contextlib.suppress(OSError):  # the terminal may be closed already
        print(sentence, flush=True)


# -- the command line -------------------------------------------------------------------------------------------------


def _parse_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bin/run",
        usage="bin/run [options] [web | worker | manage …]",
        description="Run all of Headtable on this computer, or only one part of it.",
        epilog="Headtable writes only to the data folder. For larger installations, see docs/deploy.md.",
    )
    parser.set_defaults(start=run_all)
    _add_data(parser, os.environ.get("HEADTABLE_DATA") or str(BASE / "var"))
    _add_web(parser, "0.0.0.0", 8000, None)
    _add_worker(parser, None)
    kinds = parser.add_subparsers(title="parts", metavar="web | worker | manage")
    # An option may come before or after the subcommand; one that came before must not be reset to its default.
    absent = argparse.SUPPRESS
    web_parser = kinds.add_parser("web", help="serve the web pages (can run several times, on several computers)")
    web_parser.set_defaults(start=run_web)
    _add_data(web_parser, absent)
    _add_web(web_parser, absent, absent, absent)
    worker_parser = kinds.add_parser("worker", help="run background jobs such as PDFs and backups")
    worker_parser.set_defaults(start=run_worker)
    _add_data(worker_parser, absent)
    _add_worker(worker_parser, absent)
    manage_parser = kinds.add_parser("manage", help="run a Django command on the same data", add_help=False)
    manage_parser.set_defaults(start=run_manage)
    manage_parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args(arguments)


def _add_data(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument("--data", metavar="FOLDER", default=default, help="the data folder (default: var)")


def _add_web(parser: argparse.ArgumentParser, bind: Any, port: Any, workers: Any) -> None:
    parser.add_argument("--port", type=_port, default=port, help="the port (default: 8000)")
    parser.add_argument("--bind", metavar="ADDRESS", default=bind, help="the address to serve on (default: all)")
    parser.add_argument("--workers", metavar="N", type=_count, default=workers, help="the number of web processes")


def _add_worker(parser: argparse.ArgumentParser, concurrency: Any) -> None:
    parser.add_argument(
        "--concurrency", metavar="N", type=_count, default=concurrency, help="the number of jobs to run at once"
    )


def _port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("must be a number from 1 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return int(text)


def command() -> int:
    """The console script `headtable` of an installed package."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(command())
