"""Metadata of files: author, title, and file name. None of it names a student.

Photos: tests/scoring/test_photos.py. Papers of protests: test_papers.py.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pikepdf
import pytest
from django.test import Client
from django.urls import reverse

import printing.tasks  # noqa: F401 -- the kinds of jobs
from foundation.jobs.execution import run
from foundation.jobs.models import Job, JobResult
from foundation.people.models import User
from foundation.tournaments import Tournament
from tests import factories


@pytest.fixture
def browser(tournament: Tournament, director: User) -> Client:
    factories.roster(tournament)
    client = Client()
    client.force_login(director)
    return client


def test_workbook_metadata_names_no_one(browser: Client, tournament: Tournament) -> None:
    answer = browser.get(
        reverse("checkin_missing", args=[tournament.slug, tournament.events.get().pk]), {"format": "xlsx"}
    )
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as folder:
        about = "".join(folder.read(name).decode() for name in folder.namelist() if name.startswith("docProps/"))
        inside = "".join(folder.read(name).decode() for name in folder.namelist())
    assert ("Letter A" in inside, "Letter" in about, "Dana" in about) == (True, False, False)
    assert "Letter" not in answer["Content-Disposition"]


def test_pdf_metadata_names_no_one(browser: Client, tournament: Tournament) -> None:
    answer = browser.post(reverse("print_document", args=[tournament.slug, "check-in"]), {"paper": "a4"})
    assert answer.status_code == 302, answer.content
    job = Job.objects.get(kind__startswith="print")
    run(job.pk)
    made = JobResult.objects.get(job=job)
    with pikepdf.open(io.BytesIO(bytes(made.content))) as pdf:
        about: Any = repr({name: str(value) for name, value in pdf.docinfo.items()})
        about += bytes(pdf.Root.Metadata.read_bytes()).decode() if "/Metadata" in pdf.Root else ""
    assert [word for word in ("Letter", "Dana") if word in about + made.filename] == []
