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
from typing import TYPE_CHECKING, Any

from tests.helpers import require

if TYPE_CHECKING:
    from printing.documents import PrintScope
    from tournament.rounds.models import Round

TABLES = 300
WHOLE_TABLES = 16
WORKER = "from tests.bench.printing import take_pieces; take_pieces()"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        os.environ |= {"HEADTABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        set_up_django()
        round_ = create_round()
        measure_speed(round_)
        measure_memory()
        measure_workers(round_)


def set_up_django() -> None:
    import logging

    import django

    django.setup()
    logging.disable(logging.WARNING)


def create_round() -> Round:
    from config import startup_tasks
    from printing.queries import rounds_of
    from tests.collecting_round import create_collecting_round

    startup_tasks.run_startup_tasks()
    return rounds_of(create_collecting_round(TABLES)).get()


def scope_of(round_: Round, **more: Any) -> PrintScope:
    from printing.documents import PrintScope

    options = {"back": "variations"}
    return PrintScope(round_.tournament, "letter", "http://192.0.2.1:8000", round=round_, options=options, **more)


def render_stamped(round_: Round, **more: Any) -> bytes:
    from printing.catalog import DOCUMENTS
    from printing.rendering import render_pdf

    return render_pdf(DOCUMENTS["scoresheets"].compose(scope_of(round_, **more)), title="Scoresheets")


def render_whole(round_: Round, copies: int) -> bytes:
    """The same pages with full layout of each page."""
    import re

    from weasyprint import CSS, HTML

    from printing.content import collect_styles, fill_template
    from printing.tables import scoresheets
    from scoring.entry.queries import seated_players_by_table
    from tests.printing.documents import fill_slots
    from tournament.books import edition_of

    scope = scope_of(round_)
    draw, edition = scope.published_draw, edition_of(round_.division.event)
    found = scoresheets.list_sheets(draw)[:copies]
    seated = seated_players_by_table(found)
    context = scoresheets.round_context(scope, draw, edition, 3)
    form = fill_template(scoresheets.template_for(edition), scope, context)
    pages = []
    for sheet in found:
        pages.append(fill_slots(form, scoresheets.fill_sheet(scope, draw, sheet, seated[sheet.table_id])))
    bodies = [require(re.search(r"<body[^>]*>(.*)</body>", page, re.S)).group(1) for page in pages]
    head = require(re.match(r".*?<body[^>]*>", pages[0], re.S)).group(0)
    styled = [*collect_styles(scope, "scoresheet", *EXTRA), ".page:last-child { break-after: page }"]
    sheets = [CSS(string=each) for each in styled]
    return HTML(string=head + "".join(bodies)).write_pdf(stylesheets=sheets)


EXTRA = ("variations",)


def measure_pages(work: Callable[[], bytes]) -> tuple[float, int]:
    """CPU seconds and the number of pages."""
    import pypdfium2

    begin = time.process_time()
    pdf = work()
    return time.process_time() - begin, len(pypdfium2.PdfDocument(pdf))


def measure_speed(round_: Round) -> None:
    render_stamped(round_, limit=1)  # imports and fonts
    plain_seconds, plain_pages = measure_pages(lambda: render_whole(round_, WHOLE_TABLES))
    fast_seconds, fast_pages = measure_pages(lambda: render_stamped(round_))
    plain, fast = plain_pages / plain_seconds, fast_pages / fast_seconds
    print(f"set whole {plain:6.1f} pages/s ({plain_pages} pages), stamped {fast:6.1f} pages/s ({fast_pages} pages)")
    print(f"ratio {fast / plain:.1f}", flush=True)


def measure_memory() -> None:
    """Print the peak memory of a process for few tables and for all."""
    for tables in (50, 100, TABLES):
        code = f"from tests.bench.printing import measure_one_run; measure_one_run({tables})"
        print(
            f"{tables:4} tables:", subprocess.check_output([sys.executable, "-c", code], text=True).strip(), flush=True
        )


def measure_one_run(tables: int) -> None:
    set_up_django()
    from foundation.tournaments import Tournament
    from printing.catalog import DOCUMENTS
    from printing.queries import rounds_of
    from printing.rendering import render_parts

    scope = scope_of(rounds_of(Tournament.objects.get()).get(), limit=tables)
    for _ in render_parts(DOCUMENTS["scoresheets"].compose(scope)):
        pass
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB")


def measure_workers(round_: Round) -> None:
    """Print the real time of a job alone, and with a second process that takes pieces of it."""
    from foundation.jobs import execution
    from foundation.people.actor import Actor
    from printing.requests import PrintRequest
    from printing.submission import submit_request
    from tests.factories import director_of

    director_actor, seconds = Actor(user=director_of(round_.tournament)), []
    for paper, others in (("letter", 0), ("a4", 1)):
        workers = [subprocess.Popen([sys.executable, "-c", WORKER], stdout=subprocess.PIPE) for _ in range(others)]
        for worker in workers:
            require(worker.stdout).readline()
        request = PrintRequest("scoresheets", paper, "http://192.0.2.1", rounds=(round_,))
        job = submit_request(director_actor, round_.tournament, request=request)
        begin = time.monotonic()
        execution.run(job.pk)
        seconds.append(time.monotonic() - begin)
        for worker in workers:
            worker.terminate()
            worker.wait()
        job.refresh_from_db()
        assert job.state == "done", job.problem
    print(f"one worker {seconds[0]:.1f} s, two {seconds[1]:.1f} s: ratio {seconds[0] / seconds[1]:.2f}")


def take_pieces() -> None:
    """A second worker, which runs pieces of the job until it is terminated."""
    set_up_django()
    from foundation.jobs.execution import claimable, run
    from printing.pdf import stamps  # noqa: F401 -- imports WeasyPrint before the clock starts

    print("ready", flush=True)
    while True:
        free = claimable().filter(part_of__isnull=False).values_list("pk", flat=True).first()
        run(free) if free else time.sleep(0.05)


if __name__ == "__main__":
    main()
