"""Renders content as PDF. WeasyPrint takes a second to import, so only processes that render pay for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from printing.documents import Content, StampedForm

ReportProgress = Callable[[int, int], None]


def render_parts(parts: Iterable[Content], report: ReportProgress = lambda done, total: None) -> Iterator[bytes]:
    """Yield the PDFs of the parts, in order. `report` is called with the number of copies done so far, and of all."""
    from printing.pdf.layout import FormLayout, render_pages
    from printing.pdf.stamps import stamp_copies

    parts = list(parts)
    total, done = sum(part.copies for part in parts), 0
    for part in parts:
        if isinstance(part, StampedForm):
            for pdf, copies in stamp_copies(FormLayout(part.html, part.css), part.form_copies):
                yield pdf
                done += copies
                report(done, total)
        else:
            yield render_pages(part.html, part.css)
            done += part.copies
            report(done, total)


def render_pdf(parts: Iterable[Content], *, title: str, report: ReportProgress = lambda done, total: None) -> bytes:
    """Return the whole document as one PDF."""
    return join_pdfs(render_parts(parts, report), title=title)


def join_pdfs(pdfs: Iterable[bytes], *, title: str) -> bytes:
    from printing.pdf.assembly import join_documents

    return join_documents(pdfs, title=title)
