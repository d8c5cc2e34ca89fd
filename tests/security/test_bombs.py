"""Decompression bombs in workbooks, pictures, PDFs, and archives: the server survives, and answers with a sentence.

Pictures: tests/scoring/test_photos.py. Archives: tests/foundation/archives. Formulas:
tests/foundation/test_file_exports.py.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from itertools import pairwise

import openpyxl
import pytest

from foundation.errors import Refused
from foundation.images import clean_photo
from judging.protests.attachments import PDF_TOO_LONG, PDF_UNREADABLE, clean_attachment
from tournament.spreadsheets import UnreadableFile, read_file
from tournament.workbook_reader import MOST_ROWS

SHEET = (
    '<?xml version="1.0"?>{dtd}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{rows}</sheetData></worksheet>"
)
NO_SPREADSHEET = "r.xlsx isn’t a spreadsheet, is damaged, or is locked with a password."


def workbook(rows: str, dtd: str = "") -> bytes:
    """A workbook whose first sheet is this."""
    plain, out = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(plain)
    with zipfile.ZipFile(plain) as given, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in given.namelist():
            is_sheet = name.endswith("sheet1.xml")
            made.writestr(name, SHEET.format(dtd=dtd, rows=rows) if is_sheet else given.read(name))
    return out.getvalue()


def refusal(content: bytes) -> str:
    with pytest.raises(UnreadableFile) as problem:
        read_file("r.xlsx", content)
    return str(problem.value)


def inline(text: str) -> str:
    return f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>'


def test_workbook_with_one_cell_is_read() -> None:
    assert read_file("r.xlsx", workbook(inline("Name")))[0].rows == (("Name",),)


def test_workbook_from_the_first_cell_to_the_last_possible_is_refused() -> None:
    """17 billion cells between them: more memory than there is."""
    corners = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    assert refusal(workbook(corners)) == NO_SPREADSHEET


def test_workbook_with_an_entity_bomb_is_refused() -> None:
    letters = "abcdefghij"
    kinds = [f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in pairwise(letters)]
    dtd = f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{"".join(kinds)}]>'
    assert refusal(workbook(inline("&j;"), dtd)) == NO_SPREADSHEET


def test_workbook_with_an_external_entity_is_refused() -> None:
    assert (
        refusal(workbook(inline("&a;"), '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>')) == NO_SPREADSHEET
    )


def test_workbook_that_lies_about_its_size_is_refused() -> None:
    """The ZIP directory says 100 bytes; it unpacks to 300 megabytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(b" " * 10_000_000) for _ in range(30)) + packer.flush()
    whole = workbook("")
    out = io.BytesIO(whole)
    with zipfile.ZipFile(out, "a") as folder:
        small = folder.getinfo("xl/worksheets/sheet1.xml")
        small.filename, small.compress_size, small.file_size = "xl/worksheets/sheet1.xml", len(packed), 100
        small.header_offset = folder.start_dir
        out.seek(folder.start_dir)
        out.write(small.FileHeader() + packed)
        folder.start_dir = out.tell()
        folder.comment = b"changed"  # so that the directory is written again
    assert refusal(out.getvalue()) == NO_SPREADSHEET


def test_too_long_list_is_refused() -> None:
    lines = "".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c></row>' for n in range(1, MOST_ROWS + 3))
    assert refusal(workbook(lines)) == "The sheet Sheet has too many lines. The limit is 20,000."


def png(width: int, height: int) -> bytes:
    """Return a picture of a few hundred bytes that claims to be this large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("read", [clean_photo, clean_attachment])
def test_picture_of_a_billion_pixels_is_refused(read: Callable[[bytes], object]) -> None:
    with pytest.raises(Refused) as refused:
        read(png(40_000, 40_000))
    assert "50 million pixels" in refused.value.sentence


def pdf(objects: dict[int, bytes], packed: int | None = None) -> bytes:
    """A PDF of these objects; number 3 is packed into the one with the number `packed`."""
    out, places = b"%PDF-1.5\n", {}
    for number, body in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = [(1, places.get(number, 0)) for number in range(6)]
    rows[0], rows[5] = (0, 0), (1, len(out))
    if packed:
        rows[3] = (2, packed)
    told = b"".join(struct.pack(">BIB", kind, where, 0) for kind, where in rows)
    told = b"<</Type/XRef/Size 6/W[1 4 1]/Root 1 0 R/Length %d>>stream\n%s\nendstream" % (len(told), told)
    return out + b"5 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF" % (told, len(out))


def test_pdf_that_unpacks_to_gigabytes_is_refused() -> None:
    packer = zlib.compressobj(9)
    page = b"3 0 <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
    block = packer.compress(page + b" " * 10_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = block + block[2:] * 80
    told = b"<</Type/ObjStm/N 1/First 4/Length %d/Filter/FlateDecode>>stream\n" % len(packed)
    stream = told + packed + b"\nendstream"
    catalog, pages = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 1/Kids[3 0 R]>>"
    sent = pdf({1: catalog, 2: pages, 4: stream}, packed=4)
    with pytest.raises(Refused) as refused:
        clean_attachment(sent)
    assert (len(sent) < 2_000_000, refused.value.sentence) == (True, PDF_UNREADABLE)


@pytest.mark.parametrize(("pages", "sentence"), [(41, PDF_TOO_LONG), (20_000, PDF_TOO_LONG), (0, PDF_UNREADABLE)])
def test_pdf_that_names_one_page_many_times_is_refused(pages: int, sentence: str) -> None:
    """Twenty thousand are 120 kilobytes, and would be copied for a minute."""
    kids = b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, b"3 0 R " * pages)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
    with pytest.raises(Refused) as refused:
        clean_attachment(pdf({1: b"<</Type/Catalog/Pages 2 0 R>>", 2: kids, 3: page}))
    assert refused.value.sentence == sentence


SVG = b"""<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]>
<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><text>&a;</text></svg>"""


@pytest.mark.parametrize("sent", [SVG, b"<html><script>alert(1)</script>", b"GIF89a"], ids=["svg", "html", "gif"])
def test_svg_or_html_is_not_a_picture(sent: bytes) -> None:
    for read in (clean_photo, clean_attachment):
        with pytest.raises(Refused):
            read(sent)
