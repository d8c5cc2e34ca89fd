"""Uploaded files keep only what is visible: no author, no script, no attachment."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from PIL import Image
from PIL.ExifTags import Base

from foundation.archives.tables import tables_by_model
from foundation.errors import Refused
from foundation.images import strip_metadata
from judging.protests.attachments import PDF_UNREADABLE, clean_attachment
from judging.protests.models import Document
from printing.models import Logo
from scoring.models import Photo

DESCRIPTION = Base.ImageDescription
SECRETS = (b"Quirkfeather", b"app.alert", b"EmbeddedFile", b"notes.txt", b"RichMediaContent", b"52 degrees north")


def photo() -> bytes:
    """A JPEG as a camera writes it: with a location, an owner, and data after its end."""
    out, told = BytesIO(), Image.Exif()
    told[DESCRIPTION] = "52 degrees north"
    Image.new("RGB", (8, 6), "red").save(out, "JPEG", exif=told, comment=b"Quirkfeather")
    return out.getvalue() + b"Quirkfeather"


def loaded_pdf() -> bytes:
    """A PDF with authors, scripts, a note, a film, a photo, and an attachment."""
    out, pdf = BytesIO(), pikepdf.new()
    pdf.add_blank_page()
    script: Any = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    page: Any = pdf.pages[0].obj
    page.AA = pikepdf.Dictionary(O=script)
    note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, T="Quirkfeather", A=script)
    field: Any = pdf.make_indirect(pikepdf.Dictionary(AA=pikepdf.Dictionary(K=script), T="Quirkfeather"))
    box = pdf.make_indirect(pikepdf.Dictionary(Subtype=pikepdf.Name.Widget, Parent=field))
    field.Kids = pikepdf.Array([box])
    film = pikepdf.Dictionary(Subtype=pikepdf.Name.RichMedia, RichMediaContent=pikepdf.Dictionary(Quirkfeather=1))
    page.Annots = pikepdf.Array([pdf.make_indirect(note), box, pdf.make_indirect(film)])
    picture = pikepdf.Stream(pdf, photo(), Subtype=pikepdf.Name.Image, Width=8, Height=6, Filter=pikepdf.Name.DCTDecode)
    picture.Metadata = pikepdf.Stream(pdf, b"<x>Quirkfeather</x>")
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=picture))
    page.PieceInfo = pikepdf.Dictionary(Quirkfeather=1)
    root: Any = pdf.Root
    root.OpenAction = script
    root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]))
    pdf.attachments["notes.txt"] = b"Quirkfeather"
    with pdf.open_metadata() as told:
        told["dc:creator"] = ["Quirkfeather"]
    pdf.docinfo["/Author"] = "Quirkfeather"
    pdf.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


def secrets_in(content: bytes) -> list[bytes]:
    out = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        pdf.save(out, qdf=True, stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
    return [secret for secret in SECRETS if secret in out.getvalue()]


def test_cleaned_pdf_has_only_its_pages() -> None:
    assert secrets_in(loaded_pdf()) == list(SECRETS)
    paper = clean_attachment(loaded_pdf())
    assert (secrets_in(paper.content), paper.request_identity()) == (
        [],
        clean_attachment(loaded_pdf()).request_identity(),
    )
    with pikepdf.open(BytesIO(paper.content)) as pdf:
        assert (len(pdf.pages), sorted(pdf.Root.keys()), dict(pdf.docinfo)) == (1, ["/Pages", "/Type"], {})


def test_cleaned_pdf_keeps_its_photo() -> None:
    with pikepdf.open(BytesIO(clean_attachment(loaded_pdf()).content)) as pdf:
        kept = pdf.pages[0].obj.Resources.XObject.Im.read_raw_bytes()
    assert kept == strip_metadata(photo())
    with Image.open(BytesIO(photo())) as before, Image.open(BytesIO(kept)) as after:
        assert (before.tobytes(), bool(before.getexif())) == (after.tobytes(), True)
        assert (dict(after.getexif()), sorted(after.info)) == (
            {},
            ["jfif", "jfif_density", "jfif_unit", "jfif_version"],
        )


@pytest.mark.parametrize("model", [Photo, Document, Logo])
def test_picture_from_an_archive_has_no_metadata(model: Any) -> None:
    row, complete_row = model(content=photo()), tables_by_model()[model].complete_row
    assert complete_row is not None
    complete_row(row)
    assert row.content == strip_metadata(photo()) != photo()


@pytest.mark.parametrize("broken", [b"", b"GIF89a", photo()[:30], b"\xff\xd8\xff\xe1\0\0", b"\xff\xd8nothing"])
def test_strip_metadata_refuses_anything_but_a_jpeg(broken: bytes) -> None:
    with pytest.raises(ValueError, match="no "):
        strip_metadata(broken)


@pytest.mark.parametrize("sent", [b"%PDF-1.7 nothing", b"%PDF-", loaded_pdf()[:200]], ids=["nothing", "less", "half"])
def test_broken_pdf_is_refused_with_a_sentence(sent: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        clean_attachment(sent)
    assert (refusal.value.sentence, refusal.value.field) == (PDF_UNREADABLE, "photo")
