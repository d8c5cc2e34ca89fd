"""The private module of python-flint that algebraic numbers need: it is there, and only one file imports it.

Nothing at the top of this file imports the rule books' numbers, so an incompatible python-flint fails here in words.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import flint
import pytest

PRIVATE_MODULE = "flint.types._gr"
MODULE_CHANGED = (
    f"python-flint {flint.__version__} no longer has the algebraic numbers of {PRIVATE_MODULE} that "
    "rulebooks/equations/numbers/algebraic.py needs. If they are public now, import them from there; "
    "otherwise adapt that file. Nothing else depends on the module."
)
ROOT = Path(__file__).parents[3]


def test_private_flint_module_has_algebraic_numbers() -> None:
    try:
        module = import_module(PRIVATE_MODULE)
        field = module.gr_complex_qqbar_ctx.new()
        root = field(2) ** flint.fmpq(1, 2)
        box = module.gr_complex_acb_ctx.new(64)(root)
        found = [
            repr(root),
            repr(root * root),
            repr(field.i().imag),
            bool(field.conj(root) == root),
            field.cmp(root, field(0)),
        ]
    except (AttributeError, ImportError, TypeError, ValueError) as problem:
        pytest.fail(f"{MODULE_CHANGED} ({problem!r})")
    assert found == ["Root a = 1.41421 of a^2-2", "2", "1", True, 1], MODULE_CHANGED
    assert flint.arb(repr(box.real)).overlaps(flint.arb(2).sqrt()), MODULE_CHANGED


def test_private_flint_module_is_imported_in_one_place() -> None:
    """A public way to algebraic numbers doesn't exist in python-flint 0.9."""
    importing = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "rulebooks").rglob("*.py"))
        if re.search(r"\bflint\.\w*\.?_[a-z]", path.read_text())
    ]
    assert importing == ["rulebooks/equations/numbers/algebraic.py"]
    assert not hasattr(flint, "qqbar"), f"python-flint {flint.__version__} has public algebraic numbers: use them."
