"""Cleans an attachment of a protest before it is stored: a photo or PDF without metadata, scripts or embedded files."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from foundation.errors import Refused
from foundation.images import CONTENT_TYPE, clean_photo
from foundation.sandbox import SandboxError
from judging.protests.pdf_sanitizer import MOST_PAGES, TOO_MANY_PAGES, sanitize_pdf

PDF = "application/pdf"
MOST_DOCUMENTS = 8
MOST_BYTES_OF_PDF = 5 * 1024 * 1024
PDF_TOO_BIG = "This PDF is larger than 5 MB. Take a photo of the page instead."
PDF_UNREADABLE = "This PDF can’t be opened because it’s damaged or locked. Take a photo of the page instead."
PDF_TOO_LONG = f"This PDF has more than {MOST_PAGES} pages. Upload only the pages that matter."


@dataclass(frozen=True)
class CleanAttachment:
    """Content that is safe to store. The same file sent again is the same request."""

    content: bytes
    content_type: str

    def request_identity(self) -> str:
        return f"paper {hashlib.sha256(self.content).hexdigest()}"


def clean_attachment(content: bytes) -> CleanAttachment:
    """Return a photo or PDF, recognized by its content and not by its file name, or refuse it."""
    if not content.startswith(b"%PDF-"):
        return CleanAttachment(clean_photo(content).content, CONTENT_TYPE)
    if len(content) > MOST_BYTES_OF_PDF:
        raise Refused(PDF_TOO_BIG, field="photo")
    try:
        return CleanAttachment(sanitize_pdf(content), PDF)
    except SandboxError as error:
        raise Refused(PDF_TOO_LONG if error.code == TOO_MANY_PAGES else PDF_UNREADABLE, field="photo") from None
