"""Reads spreadsheets as people send them (CSV in any dialect, a workbook, pasted cells) into worksheets of plain text.

A file that can't be read raises `UnreadableFile` with one clear sentence. Only the encoding and the separator are
guessed.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from foundation.sandbox import SandboxError
from tournament.workbook_reader import MOST_COLUMNS, MOST_ROWS, read_workbook

MOST_BYTES = 10_000_000
MOST_UNPACKED = 100_000_000
MOST_CELL = 200
SEPARATORS = (",", ";", "\t", "|")
ZIP_SIGNATURE = b"PK\x03\x04"
OLD_EXCEL_SIGNATURE = b"\xd0\xcf\x11\xe0"


class UnreadableFile(ValueError):
    """The file is not a list. The message says why, in one sentence."""


@dataclass(frozen=True)
class Worksheet:
    """The cells of one sheet as text. Row 1 is the file's first line, so people can find a problem in their file."""

    name: str
    rows: tuple[tuple[str, ...], ...]


def read_file(name: str, content: bytes) -> tuple[Worksheet, ...]:
    """Return the worksheets of a file that aren't empty. The content decides the format, not the file name."""
    if not content.strip():
        raise UnreadableFile(f"{name} is empty.")
    if len(content) > MOST_BYTES:
        raise UnreadableFile(f"{name} is larger than 10 MB. Upload a smaller file.")
    if content.startswith((ZIP_SIGNATURE, OLD_EXCEL_SIGNATURE)):
        sheets = _read_workbook(name, content)
    else:
        sheets = (_read_delimited(name, _decode(name, content)),)
    filled = tuple(sheet for sheet in sheets if any(any(row) for row in sheet.rows))
    if not filled:
        raise UnreadableFile(f"{name} has no data in it.")
    return filled


def read_pasted(text: str) -> Worksheet:
    """Return cells that were copied from a spreadsheet, which puts tabs between them."""
    if not text.strip():
        raise UnreadableFile("Paste the rows first.")
    if len(text) > MOST_BYTES:
        raise UnreadableFile("That’s too much to paste. Upload it as a file instead.")
    return _read_delimited("Pasted cells", text)


# -- text -------------------------------------------------------------------------------------------------------------


def _decode(name: str, content: bytes) -> str:
    """Decode UTF-16 if there is a byte order mark, else UTF-8 if it is valid, else Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise UnreadableFile(f"{name} is damaged and can’t be read. Save it again, then upload it.") from None
    if b"\0" in content[:10_000]:
        raise UnreadableFile(f"{name} isn’t a spreadsheet or CSV.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    unprintable = sum(not (letter.isprintable() or letter in "\r\n\t") for letter in text[:10_000])
    if unprintable > len(text[:10_000]) // 50:
        raise UnreadableFile(f"{name} isn’t a spreadsheet or CSV.")
    return text


def _read_delimited(name: str, text: str) -> Worksheet:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.rstrip("\n").split("\n")
    if len(lines) > MOST_ROWS:
        raise UnreadableFile(f"{name} has {len(lines):,} lines. The limit is {MOST_ROWS:,}.")
    separator = max(SEPARATORS, key=lambda sign: sum(line.count(sign) for line in lines[:50]))
    csv.field_size_limit(MOST_BYTES)
    try:
        rows = tuple(_clean_row(cells) for cells in csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error:
        raise UnreadableFile(f"{name} isn’t a valid CSV file. Save it again as CSV or Excel.") from None
    return Worksheet(name, rows)


# -- workbooks --------------------------------------------------------------------------------------------------------


def _read_workbook(name: str, content: bytes) -> tuple[Worksheet, ...]:
    if content.startswith(ZIP_SIGNATURE):
        _check_zip(name, content)
    try:
        sheets = read_workbook(content)
    except SandboxError:
        raise UnreadableFile(f"{name} isn’t a spreadsheet, is damaged, or is locked with a password.") from None
    return tuple(_worksheet(title, rows) for title, rows in sheets)


def _check_zip(name: str, content: bytes) -> None:
    """Refuse a ZIP file that is too large or no workbook, judging by its directory alone."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            sizes = [entry.file_size for entry in archive.infolist()]
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError):
        raise UnreadableFile(f"{name} is damaged and can’t be opened. Save it again, then upload it.") from None
    if sum(sizes) > MOST_UNPACKED:
        raise UnreadableFile(f"{name} is larger than 100 MB when unzipped. Upload a smaller file.")
    if not any(entry.startswith(("xl/", "content.xml")) for entry in names):
        raise UnreadableFile(f"{name} is a zip file. Unzip it and upload the spreadsheet inside.")


def _worksheet(title: str, rows: Sequence[list[str]]) -> Worksheet:
    if len(rows) > MOST_ROWS:
        raise UnreadableFile(f"The sheet {title} has too many lines. The limit is {MOST_ROWS:,}.")
    return Worksheet(title, tuple(map(_clean_row, rows)))


def _clean_row(cells: list[str]) -> tuple[str, ...]:
    """Normalize whitespace, cut cells that are longer than any name, and drop empty cells at the end."""
    tidy = [" ".join(cell.replace("\0", " ").split()) for cell in cells[:MOST_COLUMNS]]
    short = [cell if len(cell) <= MOST_CELL else cell[:MOST_CELL] + "…" for cell in tidy]
    while short and not short[-1]:
        short.pop()
    return tuple(short)
