"""Workbooks are unpacked by a process of their own (foundation/sandbox.py): one made to burst bursts there.

A file of a few kilobytes can say that it has a cell in its first and one in its last line of its last column. Whoever
reads it makes room for all between them, and is killed.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from foundation.sandbox import run_sandboxed

MOST_MEMORY = 1_500_000_000
MOST_SECONDS = 20
MOST_ROWS = 20_000
MOST_COLUMNS = 60
MOST_LETTERS = 50_000_000
LONGEST = 1_000  # letters of a cell; those who show it cut it much shorter


def cells_of(content: bytes) -> list[tuple[str, list[list[str]]]]:
    """Each sheet's name and cells; of a sheet that is too long, one line more than it may have."""
    read = run_sandboxed(__file__, content, memory=MOST_MEMORY, seconds=MOST_SECONDS)
    return [(title, rows) for title, rows in json.loads(read)]


def _main() -> None:
    """In the process of its own."""
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    sheets = [(title, _rows(book.get_sheet_by_name(title).to_python())) for title in book.sheet_names]
    if sum(len(cell) for _, rows in sheets for row in rows for cell in row) > MOST_LETTERS:
        sys.exit(1)
    json.dump(sheets, sys.stdout)


def _rows(rows: Sequence[Iterable[object]]) -> list[list[str]]:
    return [_line(row) for row in rows[: MOST_ROWS + 1]]


def _line(row: Iterable[object]) -> list[str]:
    return [_text(cell)[:LONGEST] for cell in list(row)[:MOST_COLUMNS]]


def _text(cell: object) -> str:
    """`6.0` is how a workbook says 6."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return "" if cell is None else str(cell)


if __name__ == "__main__":
    _main()
