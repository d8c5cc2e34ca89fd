"""XLSX files. Import this module only where one is written: openpyxl takes a fifth of the time to start a process."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

Cell = str | int | float | Decimal | bool | date | datetime | None
NOT_IN_CELLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udfff]")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")


def write_workbook(title: str, titles: Sequence[str], rows: Iterable[Sequence[Cell]]) -> IO[bytes]:
    book = Workbook(write_only=True)
    sheet = book.create_sheet(NOT_IN_TITLES.sub(" ", title)[:31] or "List")
    sheet.freeze_panes = "A2"
    head = [_cell(sheet, title) for title in titles]
    for cell in head:
        cell.font = Font(bold=True)
    sheet.append(head)
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])
    file = tempfile.TemporaryFile()  # noqa: SIM115 -- the response closes it
    book.save(file)
    file.seek(0)
    return file


def _cell(sheet: Any, value: Cell) -> Any:
    """Write text as text, whatever it starts with. Workbooks have no time zones."""
    if isinstance(value, bool):
        value = "yes" if value else ""
    if isinstance(value, datetime):
        value = value.replace(tzinfo=None)
    if not isinstance(value, str):
        return WriteOnlyCell(sheet, value)
    text_cell = WriteOnlyCell(sheet, NOT_IN_CELLS.sub("", value))
    text_cell.data_type = "s"
    return text_cell
