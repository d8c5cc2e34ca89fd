"""The test command, `bin/test`: runs every check, continues after a failure, and ends with a table of all results."""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from config.processes import signal_on_parent_death
from tests.servers import Missing, postgres, redis

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
REMOVED_VARIABLES = (
    *("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "ALLOWED_HOSTS"),  # the person's own installation
    "PYTHONDONTWRITEBYTECODE",  # the tests start hundreds of processes, so compiled modules are kept
)
NO_TESTS = 5  # pytest's exit status when nothing was selected

CHECKS: dict[str, list[str]] = {
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
    "types": ["mypy"],
    "floors": ["lint-imports"],
    "template lint": ["djlint", "--quiet", "--lint", "templates"],
    "template format": ["djlint", "--check", "templates"],
    "script lint": ["deno", "lint", "--quiet", "--rules-exclude=no-window,no-window-prefix", "static/js"],
    "script format": ["deno", "fmt", "--quiet", "--check", "--line-width", "120", "static"],
    "settings": ["python", "manage.py", "check", "--fail-level", "WARNING"],
    "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
    "secrets": ["python", "-m", "tests.secret_scan"],
    "documentation": ["mkdocs", "build", "--strict", "--site-dir", "{temporary}/site"],
}
CHECKS_WITH_OUTPUT = ("secrets",)  # print one line even if they pass


@dataclass(frozen=True)
class Suite:
    """One run of pytest on one folder. `excluded`: folders and files in it that aren't run.

    `only`: these paths instead of the folder. `in_parallel`: run it during the next suite, because it mostly waits for
    processes.
    """

    name: str
    folder: str
    excluded: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    servers: bool = False
    only: tuple[str, ...] = ()
    in_parallel: bool = False


DOCUMENT_TESTS = (
    *("pdf", "variations", "cup_sheets", "table_documents", "previews", "lists", "results", "scoresheets"),
    *("protest_forms", "every_document"),
)
# Tests that use no database.
QUICK = (
    "tests/rulebooks",
    "tests/judging/test_casebook.py",
    *(f"tests/pairings/test_{name}.py" for name in ("designs", "methods", "playoff_matches", "repair", "sizes")),
    *(f"tests/scoring/test_{name}.py" for name in ("paper", "computed_sheet", "standings", "awards")),
    "tests/test_house.py",
    "tests/test_wording.py",
)
# Not run again on PostgreSQL: tests without a database, of printed pages, of access, and of query counts.
SQLITE_ONLY = (
    *QUICK,
    *(f"tests/pairings/test_{name}.py" for name in ("search", "command")),
    *(f"tests/printing/test_{name}.py" for name in DOCUMENT_TESTS),
    *(f"tests/rehearsal/test_{name}.py" for name in ("samples", "formats")),
    *(f"tests/foundation/test_{name}.py" for name in ("access", "access_api", "query_counts", "file_exports")),
    *(f"tests/foundation/api/test_{name}.py" for name in ("schema", "query_counts")),
    "tests/security",  # requests, files, and logs; a NUL, which only PostgreSQL refuses, is rejected before
)
QUICK_CHECKS = ("lint", "format", "floors", "script lint", "script format", "secrets")
QUICK_SUITE = Suite("quick tests", "tests", options=("-n", "2"), only=QUICK)
SUITES = [
    Suite("tests on SQLite", "tests", ("tests/system", "tests/browser"), ("-n", "2")),
    Suite("tests on PostgreSQL", "tests", ("tests/system", "tests/browser", *SQLITE_ONLY), ("-n", "2"), servers=True),
    Suite("system tests", "tests/system", options=("-n", "2", "--dist", "loadfile"), in_parallel=True),
    Suite("browser tests", "tests/browser", options=("-n", "2", "--dist", "loadfile")),
]


@dataclass(frozen=True)
class Result:
    name: str
    passed: bool
    seconds: float
    note: str = ""


def main(arguments: list[str]) -> int:
    options, for_pytest = _parse(arguments)
    signal.signal(signal.SIGTERM, _stop_everything)
    os.chdir(ROOT)
    selected = _is_selection(for_pytest)
    results: list[Result] = []
    with _environment() as environment:
        if selected:
            print("Running only the requested tests, without the other checks.")
        else:
            with ThreadPoolExecutor(2) as pool:
                checks = {name: CHECKS[name] for name in (QUICK_CHECKS if options.quick else CHECKS)}
                results += pool.map(lambda check: _run_check(check, environment), checks.items())
        with ThreadPoolExecutor() as in_parallel:
            running = []
            for suite in [QUICK_SUITE] if options.quick else SUITES:
                paths = _paths_for(suite, for_pytest)
                if not paths:
                    continue
                work = (suite, [*paths, *_options_in(for_pytest)], environment, selected)
                if suite.in_parallel:
                    running.append(in_parallel.submit(_run_suite, *work))
                else:
                    results.append(_run_suite(*work))
            results += [each.result() for each in running]
    return _report(results)


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="bin/test",
        usage="bin/test [--quick] [arguments for pytest]",
        description="Run every check: style, types, floors, templates, and the tests on SQLite, on PostgreSQL with "
        "Redis, with real processes, and in a real browser. Other arguments go to pytest. With a path, -k, or -m, only "
        "those tests run.",
    )
    parser.add_argument(
        "--quick", action="store_true", help="only run checks that need no database (takes less than a minute)"
    )
    return parser.parse_known_args(arguments)


# -- one step ---------------------------------------------------------------------------------------------------------


def _run_check(check: tuple[str, list[str]], environment: dict[str, str]) -> Result:
    """Run one check; show its output if it fails."""
    name, (program, *rest) = check
    begin = time.monotonic()
    rest = [word.replace("{temporary}", environment["HEADTABLE_DATA"]) for word in rest]
    status, output = _run([str(PROGRAMS / program), *rest], environment, capture=True)
    if status:
        print(f"\n== {name}: {program} {' '.join(rest)}\n{output}", flush=True)
    note = output.strip().rpartition("\n")[2] if name in CHECKS_WITH_OUTPUT and not status else ""
    return Result(name, status == 0, time.monotonic() - begin, note)


def _run_suite(suite: Suite, arguments: list[str], environment: dict[str, str], selected: bool) -> Result:
    if not suite.in_parallel:
        print(f"\n== {suite.name}", flush=True)
    begin = time.monotonic()
    with ExitStack() as servers:
        environment = environment | {"HEADTABLE_DATA": f"{environment['HEADTABLE_DATA']}/{suite.name}"}
        if suite.servers:
            try:
                environment["DATABASE_URL"] = servers.enter_context(postgres())
                environment["REDIS_URL"] = servers.enter_context(redis())
            except Missing as sentence:
                print(sentence)
                return Result(suite.name, False, time.monotonic() - begin, str(sentence))
        ignored = [f"--ignore={folder}" for folder in suite.excluded]
        command = [sys.executable, "-m", "pytest", *suite.options, *ignored, *arguments]
        status, output = _run(command, environment, capture=suite.in_parallel)
    if suite.in_parallel:
        print(f"\n== {suite.name}\n{output}", flush=True)
    none = status == NO_TESTS
    return Result(suite.name, status == 0 or (none and selected), time.monotonic() - begin, "no tests" if none else "")


_running: set[subprocess.Popen[str]] = set()


def _run(command: list[str], environment: dict[str, str], *, capture: bool = False) -> tuple[int, str]:
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if capture else None,
        stderr=subprocess.STDOUT if capture else None,
        text=True,
        preexec_fn=signal_on_parent_death(signal.SIGTERM),
    )
    _running.add(process)
    try:
        output, _ = process.communicate()
    finally:
        _running.discard(process)
    return process.returncode, output or ""


def _stop_everything(number: int, frame: FrameType | None) -> None:
    """On SIGTERM, stop what was started and leave every `with` block."""
    for process in list(_running):
        process.terminate()
    sys.exit(128 + number)


# -- environment and arguments ----------------------------------------------------------------------------------------


@contextmanager
def _environment() -> Iterator[dict[str, str]]:
    """Return an environment that writes only to a temporary folder and ignores the person's settings."""
    with tempfile.TemporaryDirectory(prefix="headtable-test-", ignore_cleanup_errors=True) as folder:
        yield {name: value for name, value in os.environ.items() if name not in REMOVED_VARIABLES} | {
            "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
            "SECRET_KEY": "only-for-the-tests-" + "x" * 40,
            "HEADTABLE_DATA": folder,
            "HYPOTHESIS_STORAGE_DIRECTORY": f"{folder}/hypothesis",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",  # Playwright keeps an event loop in the thread of the browser tests
        }


def _words(arguments: list[str]) -> list[str]:
    """The arguments that are neither an option nor an option's value."""
    takes_value = {"-k", "-m", "-n", "-p", "-c", "-o", "-W", "-r"}
    before = ["", *arguments]
    return [word for last, word in zip(before, arguments, strict=False) if word[:1] != "-" and last not in takes_value]


def _is_selection(arguments: list[str]) -> bool:
    return bool(_words(arguments)) or any(word[:2] in ("-k", "-m") for word in arguments)


def _options_in(arguments: list[str]) -> list[str]:
    words = _words(arguments)
    return [argument for argument in arguments if argument not in words]


def _paths_for(suite: Suite, arguments: list[str]) -> list[str]:
    """The requested paths that belong to this suite, or its folder if none were requested."""
    requested = _words(arguments)
    if not requested:
        return [*suite.only] or [suite.folder]
    chosen = []
    for word in requested:
        path, folder = (ROOT / word.partition("::")[0]).resolve(), ROOT / suite.folder
        if path.is_relative_to(folder) and not any(path.is_relative_to(ROOT / other) for other in suite.excluded):
            chosen.append(word)
        elif folder.is_relative_to(path):
            chosen.append(suite.folder)
    return chosen


# -- report -----------------------------------------------------------------------------------------------------------


def _report(results: list[Result]) -> int:
    print()
    for result in results:
        verdict = "passed" if result.passed else "FAILED"
        print(f"{result.name:<22}{verdict:<8}{result.seconds:6.1f} s  {result.note}".rstrip())
    if not results or all(result.note == "no tests" for result in results):
        print("\nNo tests were selected, so nothing ran.")
        return 1
    failed = [result.name for result in results if not result.passed]
    print(f"\nFailed: {', '.join(failed)}." if failed else "\nEverything passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
