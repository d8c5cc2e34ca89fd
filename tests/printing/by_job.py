"""Documents as a worker makes them, and the odd names that must stay where they belong."""

from __future__ import annotations

from typing import Any

from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.tournaments import Tournament
from printing import (
    tasks,  # noqa: F401 -- a worker imports it, and so knows the kinds of jobs
)
from printing.orders import order
from tests.printing.pages import words

BASE = "http://192.0.2.10:8000"
LONG_FIRST, LONG_LAST = "Wolfeschlegelsteinhausen", "Bergerdorff-Wolfeschlegelsteinhausen"
SIZES = {"letter": (612, 792), "a4": (596, 842)}


def made(boss: Actor, tournament: Tournament, document: str, **more: Any) -> bytes:
    about = {name: more.pop(name) for name in ("round", "division", "paper") if name in more}
    arguments = {"document": document, "base": BASE, "paper": "letter"} | about
    job = order(boss, tournament, **arguments, options=more)
    execution.run(job.pk)
    job = Job.objects.get(pk=job.pk)
    assert job.state == Job.State.DONE, job.problem
    return bytes(job.result.content)


def texts(pdf: bytes) -> list[str]:
    """The words of each page, with single spaces between them."""
    return [" ".join(page.split()) for page in words(pdf)]


def text(pdf: bytes) -> str:
    return " ".join(texts(pdf))


def joined(pdf: bytes) -> str:
    """Without spaces and hyphens: as a long name is found that goes over several lines."""
    return squeezed("".join(words(pdf)))


def squeezed(name: str) -> str:
    return "".join(name.split()).replace("-", "").replace("\ufffe", "").replace("\x02", "")
