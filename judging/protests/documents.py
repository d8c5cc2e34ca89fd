"""A paper that goes with a protest, made fit to be kept: a picture or a PDF, without what a program wrote into it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from foundation.errors import Refused
from foundation.sandbox import SandboxError
from judging.protests.pdfs import MOST_PAGES, TOO_MANY, pages_alone
from scoring.photos import CONTENT_TYPE, cleaned

PDF = "application/pdf"
MOST_DOCUMENTS = 8
MOST_BYTES_OF_PDF = 5 * 1024 * 1024
TOO_BIG = "This PDF is larger than 5 MB. Take a photo of the page instead."
NO_PDF = "This PDF cannot be read: it is damaged or locked. Take a photo of the page instead."
TOO_LONG = f"This PDF has more than {MOST_PAGES} pages. Send those that matter."


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
    try:
        return Paper(pages_alone(sent), PDF)
    except SandboxError as error:
        raise Refused(TOO_LONG if error.code == TOO_MANY else NO_PDF, field="photo") from None
