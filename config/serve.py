"""The start-up command, `bin/run`: checks everything that can be wrong, prepares the data folder, then serves."""

import argparse
import contextlib
import fcntl
import http.client
import os
import sys
import time
from pathlib import Path
from typing import IO, Any, NoReturn

from config import addresses, preflight, recovery
from config.datafolder import BASE, ONLY_THE_OWNERS, PARTS_LOCK, RUN_LOCK, WEB_LOCK, data_folder
from config.preflight import Problem
from config.supervisor import STOP_WITHIN, Child, Supervisor


def main(arguments: list[str]) -> int:
    os.umask(ONLY_THE_OWNERS)  # web and worker inherit it
    options = _options(arguments)
    os.environ["HEADTABLE_DATA"] = str(Path(options.data).resolve())
    os.environ["XDG_CACHE_HOME"] = str(data_folder() / "cache")  # where the libraries for paper remember fonts
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.chdir(BASE)
    try:
        return int(options.start(options))
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


# -- the ways to start ------------------------------------------------------------------------------------------------


def everything(options: argparse.Namespace) -> int:
    """Web and worker on this machine."""
    preflight.check_data_folder(data_folder())
    alone = _only_one_here()
    web_is_running = _after_the_last_web()
    _check(options, apart=False)
    _say("Starting Headtable…")
    recovery.after_the_last_run(_say)
    recovery.begins()
    _set_up_django(options)
    children = [
        Child("web", _web_command(options), keeps_open=(web_is_running.fileno(),)),
        Child("worker", _worker_command(options), silent=True),
    ]
    status = Supervisor(children, _say).run(lambda: _announce(options))
    recovery.has_ended()
    alone.close()
    return status


def web(options: argparse.Namespace) -> NoReturn:
    """This process becomes the web server."""
    preflight.check_data_folder(data_folder())
    _one_of_the_parts()
    _check(options, apart=True)
    _set_up_django(options)
    _tell_first_account([os.environ.get("PUBLIC_URL", "").rstrip("/") or addresses.url("localhost", options.port)])
    _become(_web_command(options))


def worker(options: argparse.Namespace) -> NoReturn:
    """This process becomes a worker."""
    preflight.check_data_folder(data_folder())
    _one_of_the_parts()
    _check(options, apart=True)
    import django

    from config import prepare

    django.setup()
    prepare.wait_for_migrations()
    _become(_worker_command(options))


def manage(options: argparse.Namespace) -> NoReturn:
    """Django's command line on the same data."""
    _become([sys.executable, "manage.py", *options.command])


def _become(command: list[str]) -> NoReturn:
    sys.stdout.flush()
    os.execv(command[0], command)


def _web_command(options: argparse.Namespace) -> list[str]:
    # SQLite has one writer at a time: more processes would only wait for each other.
    size = options.workers or (2 * (os.cpu_count() or 1) + 1 if os.environ.get("DATABASE_URL") else 2)
    bind = f"{addresses.in_url(options.bind)}:{options.port}"
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:config.webserver"]
    return [*gunicorn, "--bind", bind, "--workers", str(size)]


def _worker_command(options: argparse.Namespace) -> list[str]:
    size = options.concurrency or (os.cpu_count() or 2 if options.start is worker else 2)
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "config.celery", "worker", "--loglevel", "WARNING"]
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]  # workers need not know of each other
    return [*celery, *alone, "--concurrency", str(size), "--hostname", f"worker-{os.getpid()}@%h"]


# -- before the start -------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace, *, apart: bool) -> None:
    preflight.check_environment(apart=apart)
    if options.start is not worker:
        preflight.check_port(options.bind, options.port)
    if os.environ.get("DATABASE_URL"):
        preflight.check_postgres(os.environ["DATABASE_URL"])
    else:
        preflight.check_sqlite(data_folder() / "headtable.sqlite3")
    if os.environ.get("REDIS_URL"):
        preflight.check_redis(os.environ["REDIS_URL"])


def _only_one_here() -> IO[str]:
    """Two at once on one data folder would be started by mistake only."""
    lock = (data_folder() / RUN_LOCK).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Problem(
            f"Headtable is already running on {data_folder()}; stop it first, or choose another folder with --data."
        ) from error
    return lock


def _after_the_last_web() -> IO[str]:
    """A web process whose supervisor was killed finishes what it has in hand; it holds this lock until then."""
    lock = (data_folder() / WEB_LOCK).open("a")
    deadline = time.monotonic() + STOP_WITHIN
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError as error:
            if time.monotonic() > deadline:
                raise Problem("The web process of the last start has not stopped yet; try again shortly.") from error
            time.sleep(0.1)


def _one_of_the_parts() -> None:
    """Any number of web and worker processes may run here, but no restore meanwhile: what they become holds this."""
    descriptor = os.open(data_folder() / PARTS_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(descriptor, True)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Problem(f"A backup is being restored in {data_folder()}; try again shortly.") from error


def _set_up_django(options: argparse.Namespace) -> None:
    if not (os.environ.get("ALLOWED_HOSTS") or os.environ.get("PUBLIC_URL")):
        os.environ["ALLOWED_HOSTS"] = ",".join(addresses.allowed_hosts(options.bind))
    import django

    from config import prepare

    django.setup()
    prepare.prepare()
    from config import clock  # reads tables, which are known by now

    clock.set_going(_say)
    prepare.close_connections()


# -- what is printed --------------------------------------------------------------------------------------------------


def _announce(options: argparse.Namespace) -> bool:
    """The addresses, once they are true."""
    if not _answers(options):
        return False
    public = os.environ.get("PUBLIC_URL", "").rstrip("/")
    here = addresses.url("localhost" if options.bind in addresses.EVERYWHERE else options.bind, options.port)
    near = [addresses.url(host, options.port) for host in addresses.reachable_hosts(options.bind)]
    _say("Headtable is up.\n")
    if public:
        _say(f"  For everybody      {public}/")
    _say(f"  On this computer   {here}/")
    for address in near if not public else []:
        _say(f"  On this network    {address}/")
    elsewhere = [public] if public else near
    if elsewhere:
        _say_qr_code(elsewhere[0] + "/")
    _tell_first_account([public] if public else [here, *near[:1]])
    _say("\nCtrl-C stops it.")
    return True


def _tell_first_account(starts: list[str]) -> None:
    from config import prepare
    from foundation.accounts.invitations import first_account_path

    path = first_account_path()
    prepare.close_connections()
    if path:
        _say("\n  Nobody has an account yet. Make the first one, the director's, with this link (it works once):")
        for start in starts:
            _say(f"  {start}{path}")


def _say_qr_code(text: str) -> None:
    import segno

    _say("")
    segno.make(text, micro=False).terminal(out=sys.stdout, border=2, compact=True)


def _answers(options: argparse.Namespace) -> bool:
    """Whether the web process answers, asked under a name that it may answer to."""
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


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError):  # the terminal was closed: stopping goes on
        print(sentence, flush=True)


# -- the command line -------------------------------------------------------------------------------------------------


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bin/run",
        usage="bin/run [options] [web | worker | manage …]",
        description="Runs Headtable: on its own, everything on this machine; with a word, one part of it.",
        epilog="Everything that Headtable writes is in the data folder. docs/deploy.md tells of larger installations.",
    )
    parser.set_defaults(start=everything)
    _add_data(parser, os.environ.get("HEADTABLE_DATA") or str(BASE / "var"))
    _add_web(parser, "0.0.0.0", 8000, None)
    _add_worker(parser, None)
    kinds = parser.add_subparsers(title="one part", metavar="web | worker | manage")
    # An option may stand before or after the word: what was given before must not be reset to its default.
    absent = argparse.SUPPRESS
    web_parser = kinds.add_parser("web", help="serve pages (many may run, on many machines)")
    web_parser.set_defaults(start=web)
    _add_data(web_parser, absent)
    _add_web(web_parser, absent, absent, absent)
    worker_parser = kinds.add_parser("worker", help="do the jobs behind them: documents, imports, drawings")
    worker_parser.set_defaults(start=worker)
    _add_data(worker_parser, absent)
    _add_worker(worker_parser, absent)
    manage_parser = kinds.add_parser("manage", help="Django's command line on the same data", add_help=False)
    manage_parser.set_defaults(start=manage)
    manage_parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args(arguments)


def _add_data(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument("--data", metavar="FOLDER", default=default, help="the data folder (default: var)")


def _add_web(parser: argparse.ArgumentParser, bind: Any, port: Any, workers: Any) -> None:
    parser.add_argument("--port", type=_port, default=port, help="the port to serve on (default: 8000)")
    parser.add_argument("--bind", metavar="ADDRESS", default=bind, help="the address to serve on (default: all)")
    parser.add_argument("--workers", metavar="N", type=_count, default=workers, help="how many web processes")


def _add_worker(parser: argparse.ArgumentParser, concurrency: Any) -> None:
    parser.add_argument("--concurrency", metavar="N", type=_count, default=concurrency, help="how many jobs at once")


def _port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return int(text)


def command() -> int:
    """The console script `headtable` of an installed package."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(command())
