"""The secret scan and the dependency audit find what they should, and fail when they cannot run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import audit, secret_scan
from tests.run import CHECKS, ROOT


def test_secret_scan_is_a_check_and_the_audit_is_a_command() -> None:
    """The audit asks an outside service, so `bin/test` must not depend on it."""
    assert CHECKS["secrets"][-1] == "tests.secret_scan"
    assert (ROOT / "bin" / "audit").read_text().splitlines()[-1] == "exec .venv/bin/python -m tests.audit"


def test_secret_scan_finds_a_key_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_scan, "ROOT", tmp_path)
    head = "BEGIN RSA PRIVATE" + " KEY"
    (tmp_path / "key.py").write_text(f"KEY = '''-----{head}-----'''\naws = 'AKIA{'ABCDEFGHIJ234567'}'\n")
    (tmp_path / "plain.py").write_text("WORDS = 'cubes on the mat'\n")
    found = secret_scan.find_secrets(["key.py", "plain.py"])
    assert {(name, kind) for name, kind, _ in found} == {("key.py", "Private Key"), ("key.py", "AWS Access Key")}


def test_audit_tells_a_vulnerability_from_no_answer() -> None:
    hole = {"name": "cubes", "version": "1", "vulns": [{"id": "PYSEC-2026-1"}]}
    sound = {"name": "mats", "version": "2", "vulns": []}
    unknown = {"name": "goals", "skip_reason": "not found"}
    assert audit.summarize([sound, hole, unknown]) == ("cubes 1: PYSEC-2026-1", True)
    assert audit.summarize([sound, unknown]) == ("1 of 2 packages checked, no known vulnerabilities", False)
    assert audit.summarize([unknown]) == audit.summarize([]) == (audit.NO_ANSWER, False)
