"""What is uploaded keeps nothing but what one sees: no author, no script, no file inside the file."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest

from judging.protests.documents import NO_PDF, paper_in
from tournament.errors import Refused

SECRETS = (b"Quirkfeather", b"app.alert", b"EmbeddedFile", b"notes.txt")


def loaded() -> bytes:
    """A PDF with an author in both places, a script at each event, a note with its author, and a file inside."""
    out, pdf = BytesIO(), pikepdf.new()
    pdf.add_blank_page()
    script: Any = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    page: Any = pdf.pages[0].obj
    page.AA = pikepdf.Dictionary(O=script)
    note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, T="Quirkfeather", A=script)
    page.Annots = pikepdf.Array([pdf.make_indirect(note)])
    root: Any = pdf.Root
    root.OpenAction = script
    pdf.attachments["notes.txt"] = b"Quirkfeather"
    with pdf.open_metadata() as told:
        told["dc:creator"] = ["Quirkfeather"]
    pdf.docinfo["/Author"] = "Quirkfeather"
    pdf.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


def told_in(content: bytes) -> list[bytes]:
    out = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        pdf.save(out, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.all)
    return [secret for secret in SECRETS if secret in out.getvalue()]


def test_pdf_keeps_its_pages_alone() -> None:
    assert told_in(loaded()) == list(SECRETS)
    paper = paper_in(loaded())
    assert (told_in(paper.content), str(paper)) == ([], str(paper_in(loaded())))
    with pikepdf.open(BytesIO(paper.content)) as pdf:
        assert (len(pdf.pages), sorted(pdf.Root.keys()), dict(pdf.docinfo)) == (1, ["/Pages", "/Type"], {})


@pytest.mark.parametrize("sent", [b"%PDF-1.7 nothing", b"%PDF-", loaded()[:200]], ids=["nothing", "less", "half"])
def test_pdf_that_is_none_is_a_sentence(sent: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        paper_in(sent)
    assert (refusal.value.sentence, refusal.value.field) == (NO_PDF, "photo")
