"""docs/security.md names a test for each promise, and every named test exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text()


def test_every_promise_names_an_existing_test() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith(("| promise", "| ---"))]
    named = [re.findall(r"`(tests/[\w/.]+)`", row) for row in rows]
    assert all(named)
    assert [path for paths in named for path in paths if not (ROOT / path).exists()] == []


def test_every_file_of_this_folder_is_named() -> None:
    files = {f"tests/security/{path.name}" for path in Path(__file__).parent.glob("test_*.py")}
    assert files - set(re.findall(r"`(tests/security/\w+\.py)`", TEXT)) == {"tests/security/test_document.py"}
