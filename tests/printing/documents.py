"""Helpers that make documents, directly or by a job, and read the text of their PDFs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import segno

from foundation.jobs import execution
from foundation.jobs.models import Job
from foundation.people.actor import Actor
from foundation.people.models import Invitation
from foundation.tournaments import Tournament
from printing.cards import compose_cards
from printing.catalog import DOCUMENTS
from printing.documents import PrintScope
from printing.pdf import FormCopy
from printing.pdf.layout import FormLayout
from printing.pdf.stamps import FONT_SCALES, FontLevels, stamp_copies
from printing.queries import rounds_of
from printing.rendering import render_pdf
from printing.requests import PrintRequest
from printing.submission import submit_request
from tests.printing.pages import words
from tournament.models import Division
from tournament.queries import divisions_of
from tournament.rounds.models import Round

BASE = "http://192.0.2.10:8000"
LONG_FIRST, LONG_LAST = "Wolfeschlegelsteinhausen", "Bergerdorff-Wolfeschlegelsteinhausen"
SIZES = {"letter": (612, 792), "a4": (596, 842)}


# -- without a job ----------------------------------------------------------------------------------------------------


def division_scope(division: Division, paper: str = "letter", **options: str) -> PrintScope:
    tournament = Tournament.objects.get(events=division.event_id)
    return PrintScope(tournament, paper, BASE, division=divisions_of(tournament).get(pk=division.pk), options=options)


def round_scope(round_: Round, paper: str = "letter", **options: str) -> PrintScope:
    tournament = round_.tournament
    return PrintScope(tournament, paper, BASE, round=rounds_of(tournament).get(pk=round_.pk), options=options)


def render_document(document: str, scope: PrintScope) -> bytes:
    return render_pdf(DOCUMENTS[document].compose(scope), title="Test")


def render_cards(tournament: Tournament, invitations: Sequence[Invitation], paper: str = "letter") -> bytes:
    return render_pdf([compose_cards(PrintScope(tournament, paper, BASE), invitations)], title=tournament.name)


# -- by a job ---------------------------------------------------------------------------------------------------------


def submit_document(director_actor: Actor, tournament: Tournament, document: str, **fields: Any) -> Job:
    """Request a document. `fields`: those of a PrintRequest, or `round` for a single one."""
    if "round" in fields:
        fields["rounds"] = (fields.pop("round"),)
    request = PrintRequest(**{"document": document, "base_url": BASE, "paper": "letter"} | fields)
    return submit_request(director_actor, tournament, request=request)


def finish_job(job: Job) -> Job:
    """Do the work of the job."""
    execution.run(job.pk)
    job = Job.objects.get(pk=job.pk)
    assert job.state == Job.State.DONE, job.problem
    return job


def print_pdf(director_actor: Actor, tournament: Tournament, document: str, **fields: Any) -> bytes:
    """Request a document and return its PDF. Fields that a PrintRequest doesn't have are options."""
    about = {name: fields.pop(name) for name in ("round", "division", "paper") if name in fields}
    job = finish_job(submit_document(director_actor, tournament, document, **about, options=fields))
    return bytes(job.result.content)


# -- stamped forms, and the same laid out whole -----------------------------------------------------------------------


def stamp_form(form: FormLayout, copies: Sequence[FormCopy], levels: FontLevels | None = None) -> list[bytes]:
    return [pdf for pdf, _ in stamp_copies(form, copies, levels)]


def fill_slots(html: str, copy: FormCopy, levels: Mapping[tuple[str, str], int] | None = None) -> str:
    """Return the HTML of a form with its values in the slots. Laid out whole, it must look like the stamped form."""

    def fill(slot: re.Match[str]) -> str:
        name = slot[2]
        text, url = copy.texts.get(name, ""), copy.codes.get(name, "")
        inside = ""
        if text:
            scale = FONT_SCALES[(levels or {}).get((name, text), 0)]
            inside = f'<span class="set" style="font-size: {scale}em">{escape(text)}</span>'
        if url:
            inside = f'<img alt="" src="{escape(segno.make(url, error="m").svg_data_uri(border=2))}">'
        return f"{slot[1]}{inside}</span>"

    return re.sub(r'(<span class="slot [^"]*" data-slot="([^"]*)">)</span>', fill, html)


# -- text -------------------------------------------------------------------------------------------------------------


def texts(pdf: bytes) -> list[str]:
    """Return the words of each page, with single spaces between them."""
    return [" ".join(page.split()) for page in words(pdf)]


def text(pdf: bytes) -> str:
    return " ".join(texts(pdf))


def joined_text(pdf: bytes) -> str:
    """Return all words without spaces and hyphens, to find a long name that is broken into several lines."""
    return without_spaces("".join(words(pdf)))


def without_spaces(name: str) -> str:
    return "".join(name.split()).replace("-", "").replace("\ufffe", "").replace("\x02", "")
