"""The development server, `bin/dev`: web and worker reload on every change, on a data folder with a demo tournament."""

import argparse
import os
import sys
from pathlib import Path

from config.data_folder import BASE, OWNER_ONLY_UMASK
from config.supervisor import Child, Supervisor

WATCHED = (
    *("config", "foundation", "tournament", "pairings", "scoring", "judging", "printing", "rehearsal", "rulebooks"),
)


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    os.umask(OWNER_ONLY_UMASK)
    os.environ["HEADTABLE_DATA"] = str(Path(options.data).resolve())
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_dev"
    os.chdir(BASE)
    import django
    from django.core.management import call_command

    from config import startup_tasks

    django.setup()
    startup_tasks.migrate()
    call_command("demo")
    startup_tasks.close_connections()
    children = [Child("web", _web_command(options.port)), Child("worker", _worker_command(), mute_stdout=True)]
    print(f"\n  http://localhost:{options.port}/    Press Ctrl-C to stop.\n", flush=True)
    return Supervisor(children, print).run(lambda: True)


def _web_command(port: int) -> list[str]:
    return [sys.executable, "manage.py", "runserver", f"127.0.0.1:{port}"]


def _worker_command() -> list[str]:
    celery = [sys.executable, "-m", "celery", "--quiet", "--app", "config.celery", "worker", "--loglevel", "WARNING"]
    watch = [str(Path(sys.executable).parent / "watchmedo"), "auto-restart", "--patterns", "*.py", "--recursive"]
    watch += ["--signal", "SIGQUIT"]  # a busy worker stops at once; another worker claims its job
    folders = [argument for folder in WATCHED for argument in ("--directory", folder)]
    return [*watch, *folders, "--", *celery, "--concurrency", "1"]


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bin/dev", description="Run Headtable for development, with a demo tournament in its own data folder."
    )
    parser.add_argument("--port", type=int, default=8001, help="the port (default: 8001)")
    parser.add_argument("--data", metavar="FOLDER", default=str(BASE / ".dev"), help="the data folder (default: .dev)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
