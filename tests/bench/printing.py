"""Printing scoresheets for 300 tables: stamped pages compared with full layout, memory, and a second worker.

`python -m tests.bench.printing` prints ratios of one run, using CPU time where a single process works.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

TABLES = 300
WHOLE = 16
WORKER = "from tests.bench.printing import take_pieces; take_pieces()"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        os.environ |= {"HEADTABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        start()
        round_ = prepared()
        speed(round_)
        memory()
        workers(round_)


def start() -> None:
    import logging

    import django

    django.setup()
    logging.disable(logging.WARNING)


def prepared() -> object:
    from config import startup_tasks
    from printing.queries import rounds_of
    from tests.floor import collecting

    startup_tasks.run_startup_tasks()
    return rounds_of(collecting(TABLES)).get()


def asked_of(round_: object, **more: object) -> object:
    from printing.documents import DOCUMENTS, Asked

    options = {each.name: "variations" for each in DOCUMENTS["scoresheets"].options if each.name == "back"}
    return Asked(round_.tournament, "letter", "http://192.0.2.1:8000", round=round_, options=options, **more)


def stamped(round_: object, **more: object) -> bytes:
    from printing.documents import DOCUMENTS
    from printing.press.joining import join

    return join(DOCUMENTS["scoresheets"].make(asked_of(round_, **more), lambda *_: None), title="Scoresheets")


def whole(round_: object, copies: int) -> bytes:
    """The same pages with full layout of each page."""
    import re

    from weasyprint import CSS, HTML

    from printing.setting import html_of, styles
    from printing.tables import scoresheets
    from scoring.tables import sitters_by_table
    from tournament.books import edition_of

    asked = asked_of(round_)
    draw, edition = asked.the_draw, edition_of(round_.division.event)
    found = scoresheets.sheets_of(draw)[:copies]
    sitters = sitters_by_table(found)
    context = scoresheets.form_of(asked, draw, edition, 3)
    pages = []
    for sheet in found:
        copy = scoresheets.copy_of(asked, draw, sheet, sitters[sheet.table_id])
        pages.append(html_of(scoresheets.template_of(edition), asked, context | {"copy": copy}))
    bodies = [re.search(r"<body[^>]*>(.*)</body>", page, re.S).group(1) for page in pages]
    head = re.match(r".*?<body[^>]*>", pages[0], re.S).group(0)
    styled = [*styles(asked, "scoresheet", *EXTRA), ".page:last-child { break-after: page }"]
    sheets = [CSS(string=each) for each in styled]
    return HTML(string=head + "".join(bodies)).write_pdf(stylesheets=sheets)


EXTRA = ("variations",)


def taken(work: Callable[[], bytes]) -> tuple[float, int]:
    """CPU seconds and the number of pages."""
    import pypdfium2

    begin = time.process_time()
    pdf = work()
    return time.process_time() - begin, len(pypdfium2.PdfDocument(pdf))


def speed(round_: object) -> None:
    stamped(round_, most=1)  # imports and fonts
    plain_seconds, plain_pages = taken(lambda: whole(round_, WHOLE))
    fast_seconds, fast_pages = taken(lambda: stamped(round_))
    plain, fast = plain_pages / plain_seconds, fast_pages / fast_seconds
    print(f"set whole {plain:6.1f} pages/s ({plain_pages} pages), stamped {fast:6.1f} pages/s ({fast_pages} pages)")
    print(f"ratio {fast / plain:.1f}", flush=True)


def memory() -> None:
    """Print the peak memory of a process for few tables and for all."""
    for tables in (50, 100, TABLES):
        code = f"from tests.bench.printing import one_run; one_run({tables})"
        print(
            f"{tables:4} tables:", subprocess.check_output([sys.executable, "-c", code], text=True).strip(), flush=True
        )


def one_run(tables: int) -> None:
    start()
    from foundation.tournaments import Tournament
    from printing.documents import DOCUMENTS
    from printing.queries import rounds_of

    asked = asked_of(rounds_of(Tournament.objects.get()).get(), most=tables)
    for _ in DOCUMENTS["scoresheets"].make(asked, lambda *_: None):
        pass
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB")


def workers(round_: object) -> None:
    """Print the real time of a job alone, and with a second process that takes pieces of it."""
    from foundation.jobs import running
    from foundation.people.actor import Actor
    from printing import tasks  # noqa: F401 -- a worker imports it, and so knows the kinds of jobs
    from printing.orders import order
    from tests.factories import director_of

    boss, seconds = Actor(user=director_of(round_.tournament)), []
    for paper, others in (("letter", 0), ("a4", 1)):
        helpers = [subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE) for _ in range(others)]
        for helper in helpers:
            helper.stdout.readline()
        job = order(boss, round_.tournament, document="scoresheets", base="http://192.0.2.1", paper=paper, round=round_)
        begin = time.monotonic()
        running.run(job.pk)
        seconds.append(time.monotonic() - begin)
        for helper in helpers:
            helper.terminate()
            helper.wait()
        job.refresh_from_db()
        assert job.state == "done", job.problem
    print(f"one worker {seconds[0]:.1f} s, two {seconds[1]:.1f} s: ratio {seconds[0] / seconds[1]:.2f}")


def take_pieces() -> None:
    """A second worker, which runs pieces of the job until it is terminated."""
    start()
    from foundation.jobs.running import claimable, run
    from printing import tasks  # noqa: F401 -- a worker imports it, and so knows the kinds of jobs
    from printing.press import stamping  # noqa: F401

    print("ready", flush=True)
    while True:
        free = claimable().filter(part_of__isnull=False).values_list("pk", flat=True).first()
        run(free) if free else time.sleep(0.05)


if __name__ == "__main__":
    main()
