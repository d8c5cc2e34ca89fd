"""The rows of a page as a file: CSV, a workbook or JSON, behind the same door as the page.

    PLAYERS = (Column("Player", lambda place: place.name), Column("Grade", lambda place: place.player.grade))

    if wants_file(request):
        return as_file(request, "roster", PLAYERS, places)

A column is declared once for all three. Rows are written one after the other, so that many of them need no more memory
than a few; nothing that somebody typed is ever run as a formula.
"""

from __future__ import annotations

import csv
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Any, Generic, TypeVar

from django.http import FileResponse, Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import slugify
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

Row = TypeVar("Row")
Cell = str | int | float | Decimal | bool | date | datetime | None
FORMATS = {"csv": "CSV", "xlsx": "XLSX", "json": "JSON"}
AT_ONCE = 200
NOT_IN_WORKBOOKS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udfff]")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """`value` is plain: text, a number, yes or no, a day or a moment."""

    title: str
    value: Callable[[Row], Cell]

    @property
    def key(self) -> str:
        """Its name in JSON: `first_name`."""
        return slugify(self.title).replace("-", "_")


def wants_file(request: HttpRequest) -> bool:
    return "format" in request.GET


def as_file(request: HttpRequest, name: str, columns: Sequence[Column[Row]], rows: Iterable[Row]) -> HttpResponseBase:
    """The rows in the format that was asked for. Moments are those of the clock where the tournament is."""
    asked = request.GET.get("format", "csv")
    if asked not in FORMATS:
        raise Http404
    zone = timezone.get_current_timezone()
    cells = ([_local(column.value(row), zone) for column in columns] for row in rows)
    filename = f"{slugify(name) or 'list'}.{asked}"
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "private, no-store"}
    if asked == "xlsx":
        file = workbook(name, [column.title for column in columns], cells)
        return FileResponse(file, content_type=XLSX, headers=headers)
    if asked == "json":
        text = json_lines(_distinct(column.key for column in columns), cells)
        return StreamingHttpResponse(text, content_type="application/json", headers=headers)
    text = csv_lines([column.title for column in columns], cells)
    return StreamingHttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def csv_lines(titles: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Marked as UTF-8, so that spreadsheets read the accents."""
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow([harmless(title) for title in titles])
    waiting: list[str] = []
    for row in rows:
        waiting.append(writer.writerow([_in_csv(cell) for cell in row]))
        if len(waiting) == AT_ONCE:
            yield "".join(waiting)
            waiting.clear()
    yield "".join(waiting)


def json_lines(keys: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """A list of objects, one to a line."""
    before = "[\n"
    for row in rows:
        yield before + json.dumps(dict(zip(keys, map(_in_json, row), strict=True)), ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def workbook(title: str, titles: Sequence[str], rows: Iterable[Sequence[Cell]]) -> IO[bytes]:
    book = Workbook(write_only=True)
    sheet = book.create_sheet(NOT_IN_TITLES.sub(" ", title)[:31] or "List")
    sheet.freeze_panes = "A2"
    head = [_in_workbook(sheet, title) for title in titles]
    for cell in head:
        cell.font = Font(bold=True)
    sheet.append(head)
    for row in rows:
        sheet.append([_in_workbook(sheet, cell) for cell in row])
    file = tempfile.TemporaryFile()  # noqa: SIM115 -- the answer that sends it closes it
    book.save(file)
    file.seek(0)
    return file


def _distinct(keys: Iterable[str]) -> list[str]:
    """A name for each column, also where two have the same title."""
    found: list[str] = []
    for key in keys:
        found.append(key if key not in found else f"{key}_{len(found) + 1}")
    return found


class _Echo:
    """Hands back each line that a csv writer writes."""

    def write(self, line: str) -> str:
        return line


def _local(cell: Cell, zone: Any) -> Cell:
    return cell.astimezone(zone) if isinstance(cell, datetime) and timezone.is_aware(cell) else cell


def _in_csv(cell: Cell) -> str | int | float | Decimal:
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, int | float | Decimal):
        return _plain(cell)
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M:%S")
    return harmless(str(cell)) if cell is not None else ""


def _in_json(cell: Cell) -> Any:
    """Points to two decimals are exact in any program that reads them."""
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    return cell.isoformat() if isinstance(cell, date) else cell


def _in_workbook(sheet: Any, cell: Cell) -> Any:
    """Text is text, whatever it begins with; a workbook has no time zones."""
    if isinstance(cell, bool):
        cell = "yes" if cell else ""
    if isinstance(cell, datetime):
        cell = cell.replace(tzinfo=None)
    if not isinstance(cell, str):
        return WriteOnlyCell(sheet, _plain(cell) if isinstance(cell, Decimal) else cell)
    made = WriteOnlyCell(sheet, NOT_IN_WORKBOOKS.sub("", cell))
    made.data_type = "s"
    return made


def _plain(number: int | float | Decimal) -> int | float | Decimal:
    """`6`, not `6.00`."""
    if isinstance(number, Decimal) and number == number.to_integral_value():
        return int(number)
    return number.normalize() if isinstance(number, Decimal) else number


# -- rows of text -----------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"-?(0|[1-9]\d{0,8})(\.\d{1,4})?", re.ASCII)


def columns_of(titles: Sequence[str], *, words: Sequence[str]) -> list[Column[Sequence[str]]]:
    """Columns of rows that are text already; what looks like a number is one, but not in the columns of `words`."""
    return [Column(title, _cell_at(at, may_be_number=title not in words)) for at, title in enumerate(titles)]


def _cell_at(at: int, *, may_be_number: bool) -> Callable[[Sequence[str]], Cell]:
    def value(row: Sequence[str]) -> Cell:
        return Decimal(row[at]) if may_be_number and NUMBER.fullmatch(row[at]) else row[at]

    return value


# -- formulas ----------------------------------------------------------------------------------------------------------

RUN = r"[=@+\-＝＠＋－\t\r\n]"
MAY_RUN = re.compile(rf'^(?={RUN})|(?<=[;\t\r\n])(?="*{RUN})')
MADE_HARMLESS = re.compile(rf"^'(?={RUN})|(?<=[;\t\r\n])'(?=\"*{RUN})")


def harmless(cell: str) -> str:
    """A spreadsheet runs a cell that begins like a formula; an apostrophe makes it plain text.

    One that separates at semicolons sees the beginning of a cell after each of them, whatever is quoted.
    """
    return MAY_RUN.sub("'", cell)


def without_apostrophe(cell: str) -> str:
    """What `harmless` has made harmless, as it was."""
    return MADE_HARMLESS.sub("", cell)
