"""The rule books are pure: their tests need no settings, caches, or folders, and there are thousands of them."""

import pytest


@pytest.fixture(autouse=True)
def _test_settings() -> None:
    """Replace the fixture of the same name that prepares Django for every other test."""
