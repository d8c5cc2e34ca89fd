"""A paper that goes with a protest, made fit to be kept: a picture or a PDF, without what a program wrote into it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO

import pikepdf

from scoring.photos import CONTENT_TYPE, cleaned
from tournament.errors import Refused

PDF = "application/pdf"
MOST_DOCUMENTS = 8
MOST_BYTES_OF_PDF = 5 * 1024 * 1024
TOO_BIG = "This PDF is larger than 5 MB. Take a photo of the page instead."
NO_PDF = "This PDF cannot be read: it is damaged or locked. Take a photo of the page instead."
NOT_OF_THE_PAGE = ("/Metadata", "/PieceInfo", "/LastModified", "/AA")
OF_MARKS = ("/A", "/AA", "/T", "/FS", "/M")  # what they do, who made them, files in them, when


@dataclass(frozen=True)
class Paper:
    """What may be kept. In words it is its fingerprint: the same paper sent again is the same request."""

    content: bytes
    content_type: str

    def __str__(self) -> str:
        return f"paper {hashlib.sha256(self.content).hexdigest()}"


def paper_in(sent: bytes) -> Paper:
    """Told by its content and not by its name; else a sentence."""
    if not sent.startswith(b"%PDF-"):
        return Paper(cleaned(sent).content, CONTENT_TYPE)
    if len(sent) > MOST_BYTES_OF_PDF:
        raise Refused(TOO_BIG, field="photo")
    return Paper(_pages_alone(sent), PDF)


def _pages_alone(sent: bytes) -> bytes:
    """What is on the pages; not who wrote it with what, nor scripts, nor files inside the file."""
    out = BytesIO()
    try:
        with pikepdf.open(BytesIO(sent)) as given, pikepdf.new() as plain:
            plain.pages.extend(given.pages)
            for page in plain.pages:
                _strip(page.obj, NOT_OF_THE_PAGE)
                for mark in page.obj.get("/Annots", ()):
                    _strip(mark, OF_MARKS)
            plain.save(out, deterministic_id=True)
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError):
        raise Refused(NO_PDF, field="photo") from None
    return out.getvalue()


def _strip(thing: pikepdf.Object, names: tuple[str, ...]) -> None:
    for name in names:
        if name in thing:
            del thing[name]
