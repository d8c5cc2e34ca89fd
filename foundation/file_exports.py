"""Downloads of the rows on a page as CSV, XLSX, or JSON, with the same access rule as the page.

    PLAYERS = (Column("Player", lambda place: place.name), Column("Grade", lambda place: place.player.grade))

    if wants_file(request):
        return as_file(request, "roster", PLAYERS, places)

A column is declared once for all formats. CSV and JSON are streamed. Nothing that someone typed is ever run as a
formula.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Generic, TypeVar

from django.http import FileResponse, Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import slugify

Row = TypeVar("Row")
Cell = str | int | float | Decimal | bool | date | datetime | None
FORMATS = {"csv": "CSV", "xlsx": "XLSX", "json": "JSON"}
ROWS_PER_CHUNK = 200


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of the file. `value` returns text, a number, a Boolean, a date, or a time.

    `json_key`: its name in JSON, if it isn't the title as an identifier.
    """

    title: str
    value: Callable[[Row], Cell]
    json_key: str = ""

    @property
    def key(self) -> str:
        """The column's name in JSON, such as `first_name`."""
        return self.json_key or slugify(self.title).replace("-", "_")


def wants_file(request: HttpRequest) -> bool:
    return "format" in request.GET


def as_file(request: HttpRequest, name: str, columns: Sequence[Column[Row]], rows: Iterable[Row]) -> HttpResponseBase:
    """Return the rows in the requested format. Times are in the tournament's time zone."""
    file_format = request.GET.get("format", "csv")
    if file_format not in FORMATS:
        raise Http404
    zone = timezone.get_current_timezone()
    cells = ([_local(column.value(row), zone) for column in columns] for row in rows)
    filename = f"{slugify(name) or 'list'}.{file_format}"
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "private, no-store"}
    if file_format == "xlsx":
        from foundation.workbook_files import write_workbook

        plain = ([_plain(cell) if isinstance(cell, Decimal) else cell for cell in row] for row in cells)
        file = write_workbook(name, [column.title for column in columns], plain)
        return FileResponse(file, content_type=XLSX, headers=headers)
    if file_format == "json":
        text = json_lines(_distinct(column.key for column in columns), cells)
        return StreamingHttpResponse(text, content_type="application/json", headers=headers)
    text = csv_lines([column.title for column in columns], cells)
    return StreamingHttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def csv_lines(titles: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield the CSV in chunks, with a byte order mark so that spreadsheets read it as UTF-8."""
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow([harmless(title) for title in titles])
    waiting: list[str] = []
    for row in rows:
        waiting.append(writer.writerow([_in_csv(cell) for cell in row]))
        if len(waiting) == ROWS_PER_CHUNK:
            yield "".join(waiting)
            waiting.clear()
    yield "".join(waiting)


def json_lines(keys: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield a JSON list with one object per line."""
    before = "[\n"
    for row in rows:
        yield before + json.dumps(dict(zip(keys, map(_in_json, row), strict=True)), ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _distinct(keys: Iterable[str]) -> list[str]:
    """Make the keys distinct, in case two columns have the same title."""
    distinct: list[str] = []
    for key in keys:
        distinct.append(key if key not in distinct else f"{key}_{len(distinct) + 1}")
    return distinct


class _Echo:
    """A file for csv.writer whose `write` returns the line."""

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
    """Points with two decimals fit into a float."""
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    return cell.isoformat() if isinstance(cell, date) else cell


def _plain(number: int | float | Decimal) -> int | float | Decimal:
    """`6`, not `6.00`."""
    if isinstance(number, Decimal) and number == number.to_integral_value():
        return int(number)
    return number.normalize() if isinstance(number, Decimal) else number


# -- rows of text -----------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"-?(0|[1-9]\d{0,8})(\.\d{1,4})?", re.ASCII)


def columns_of(titles: Sequence[str], *, words: Sequence[str]) -> list[Column[Sequence[str]]]:
    """Return columns for rows of text. What looks like a number becomes one, except in the columns `words`."""
    return [Column(title, _cell_at(at, may_be_number=title not in words)) for at, title in enumerate(titles)]


def _cell_at(at: int, *, may_be_number: bool) -> Callable[[Sequence[str]], Cell]:
    def value(row: Sequence[str]) -> Cell:
        return Decimal(row[at]) if may_be_number and NUMBER.fullmatch(row[at]) else row[at]

    return value


# -- formulas ----------------------------------------------------------------------------------------------------------

FORMULA_START = r"[=@+\-＝＠＋－\t\r\n]"
MAY_RUN = re.compile(rf'^(?={FORMULA_START})|(?<=[;\t\r\n])(?="*{FORMULA_START})')
MADE_HARMLESS = re.compile(rf"^'(?={FORMULA_START})|(?<=[;\t\r\n])'(?=\"*{FORMULA_START})")


def harmless(cell: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run as a formula.

    A spreadsheet that splits at semicolons sees a new cell after each one, even inside quotes.
    """
    return MAY_RUN.sub("'", cell)


def without_apostrophe(cell: str) -> str:
    """Undo `harmless`."""
    return MADE_HARMLESS.sub("", cell)
