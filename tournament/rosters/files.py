"""Lists as people send them: CSV in any of its kinds, a workbook, or cells pasted from one → sheets of plain text.

What cannot be read gets one clear sentence (`Unreadable`); nothing is guessed beyond encoding and separator.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from foundation.sandbox import SandboxError
from tournament.rosters.workbooks import MOST_COLUMNS, MOST_ROWS, cells_of

MOST_BYTES = 10_000_000
MOST_UNPACKED = 100_000_000
MOST_CELL = 200
SEPARATORS = (",", ";", "\t", "|")
PACKED = b"PK\x03\x04"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"


class Unreadable(ValueError):
    """Not a list, and why, in one sentence."""


@dataclass(frozen=True)
class Sheet:
    """The cells of one sheet as text. Row 1 is the file's first line, so that a problem can be found in the file."""

    name: str
    rows: tuple[tuple[str, ...], ...]


def read_file(name: str, content: bytes) -> tuple[Sheet, ...]:
    """By what is in it, not by what it is called."""
    if not content.strip():
        raise Unreadable(f"{name} is empty.")
    if len(content) > MOST_BYTES:
        raise Unreadable(f"{name} has {len(content) // 1_000_000} MB. A list is smaller: at most 10 MB.")
    if content.startswith((PACKED, OLD_WORKBOOK)):
        sheets = _workbook(name, content)
    else:
        sheets = (_delimited(name, _decode(name, content)),)
    filled = tuple(sheet for sheet in sheets if any(any(row) for row in sheet.rows))
    if not filled:
        raise Unreadable(f"{name} has no cells with anything in them.")
    return filled


def read_pasted(text: str) -> Sheet:
    """Cells copied from a spreadsheet come with tabs between them."""
    if not text.strip():
        raise Unreadable("Nothing was pasted.")
    if len(text) > MOST_BYTES:
        raise Unreadable("That is too much to paste. Send it as a file instead.")
    return _delimited("What you pasted", text)


# -- text -------------------------------------------------------------------------------------------------------------


def _decode(name: str, content: bytes) -> str:
    """UTF-8 if it can be, UTF-16 with its mark, else the encoding of Western desktops."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise Unreadable(f"{name} is damaged: its letters cannot be read.") from None
    if b"\0" in content[:10_000]:
        raise Unreadable(f"{name} is not a spreadsheet and not a list of names.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    odd = sum(not (letter.isprintable() or letter in "\r\n\t") for letter in text[:10_000])
    if odd > len(text[:10_000]) // 50:
        raise Unreadable(f"{name} is not a spreadsheet and not a list of names.")
    return text


def _delimited(name: str, text: str) -> Sheet:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.rstrip("\n").split("\n")
    if len(lines) > MOST_ROWS:
        raise Unreadable(f"{name} has {len(lines):,} lines. A list has at most {MOST_ROWS:,}.")
    separator = max(SEPARATORS, key=lambda sign: sum(line.count(sign) for line in lines[:50]))
    csv.field_size_limit(MOST_BYTES)
    try:
        rows = tuple(_row(cells) for cells in csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error:
        raise Unreadable(f"{name} is not a list with separated columns.") from None
    return Sheet(name, rows)


# -- workbooks --------------------------------------------------------------------------------------------------------


def _workbook(name: str, content: bytes) -> tuple[Sheet, ...]:
    if content.startswith(PACKED):
        _check_packed(name, content)
    try:
        sheets = cells_of(content)
    except SandboxError:
        raise Unreadable(f"{name} is not a spreadsheet, or it is damaged or locked with a password.") from None
    return tuple(_sheet(title, rows) for title, rows in sheets)


def _check_packed(name: str, content: bytes) -> None:
    """A workbook is a packed folder: look at its sizes before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            sizes = [entry.file_size for entry in folder.infolist()]
            names = set(folder.namelist())
    except (zipfile.BadZipFile, OSError, ValueError):
        raise Unreadable(f"{name} is damaged: it cannot be unpacked.") from None
    if sum(sizes) > MOST_UNPACKED:
        raise Unreadable(f"{name} would unpack to {sum(sizes) // 1_000_000:,} MB. That is no list.")
    if not any(entry.startswith(("xl/", "content.xml")) for entry in names):
        raise Unreadable(f"{name} is a packed folder, not a spreadsheet. Unpack it and send what is inside.")


def _sheet(title: str, rows: Sequence[list[str]]) -> Sheet:
    if len(rows) > MOST_ROWS:
        raise Unreadable(f"The sheet {title} has more than {MOST_ROWS:,} lines. A list has at most so many.")
    return Sheet(title, tuple(map(_row, rows)))


def _row(cells: list[str]) -> tuple[str, ...]:
    """Cells without line breaks and doubled blanks; what is longer than any name is cut and seen to be."""
    tidy = [" ".join(cell.replace("\0", " ").split()) for cell in cells[:MOST_COLUMNS]]
    short = [cell if len(cell) <= MOST_CELL else cell[:MOST_CELL] + "…" for cell in tidy]
    while short and not short[-1]:
        short.pop()
    return tuple(short)
