"""Reads a workbook in a subprocess (`foundation/sandbox.py`), so a malicious file can't take down the server.

A file of a few kilobytes can have one cell in its first row and one in the last column of its last row. Any reader then
allocates memory for all cells in between. Here that kills only the subprocess.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from datetime import date, datetime

from foundation.sandbox import run_sandboxed

MOST_MEMORY = 1_500_000_000
MOST_SECONDS = 20
MOST_ROWS = 20_000
MOST_COLUMNS = 60
MOST_LETTERS = 50_000_000
LONGEST_CELL = 1_000  # letters; pages and forms cut a cell much shorter


def read_workbook(content: bytes) -> list[tuple[str, list[list[str]]]]:
    """Return each sheet's name and cells. A sheet with more than `MOST_ROWS` rows is cut one row after that."""
    output = run_sandboxed(__file__, content, memory=MOST_MEMORY, seconds=MOST_SECONDS)
    return [(title, rows) for title, rows in json.loads(output)]


def _main() -> None:
    """Run in the subprocess: read a workbook from stdin, write its cells to stdout as JSON."""
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    sheets = []
    for title in book.sheet_names:
        rows = book.get_sheet_by_name(title).to_python()
        sheets.append((title, [_row_as_text(row) for row in rows[: MOST_ROWS + 1]]))
    if sum(len(cell) for _, rows in sheets for row in rows for cell in row) > MOST_LETTERS:
        sys.exit(1)
    json.dump(sheets, sys.stdout)


def _row_as_text(row: Iterable[object]) -> list[str]:
    return [_cell_as_text(cell)[:LONGEST_CELL] for cell in list(row)[:MOST_COLUMNS]]


def _cell_as_text(cell: object) -> str:
    """Return the cell as people see it. Workbooks store 6 as `6.0`."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return "" if cell is None else str(cell)


if __name__ == "__main__":
    _main()
