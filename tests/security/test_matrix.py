"""The access matrix (tests/foundation/test_access*.py) covers every URL and every API method."""

from __future__ import annotations

from collections import Counter

from django.urls import get_resolver

from foundation.people.access import TABLE
from tests.foundation.access_world import ADDRESSES, API, GUARDED_NAMES, METHODS, UNGUARDED_NAMES, addresses

SAFE_FOR_EVERYONE = {"healthz", "readyz"}


def test_every_url_pattern_is_walked_by_its_own_name() -> None:
    """Two URL patterns with the same name would be tested as one."""
    names = Counter(pattern.name for pattern in addresses())
    assert {name: count for name, count in names.items() if count > 1} == {}
    assert set(names) == set(GUARDED_NAMES) | set(API) | UNGUARDED_NAMES
    assert UNGUARDED_NAMES == SAFE_FOR_EVERYONE


def test_every_request_goes_through_the_resolver() -> None:
    """The tests see as many patterns as Django can reverse."""
    reachable = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert reachable == set(ADDRESSES)


def test_every_method_of_the_api_is_walked() -> None:
    """Every method of an API view is an action with a row in the access table."""
    walked = {(name, method) for name, method, _ in METHODS}
    answered = {
        (name, method)
        for name, view in API.items()
        for method in view.cls.http_method_names
        if method in view.actions and method not in ("head", "options")
    }
    assert walked == answered
    assert {row for _, _, row in METHODS} <= set(TABLE)


def test_no_library_page_is_reachable() -> None:
    """No admin, no browsable API, no sign-up, no password reset by email."""
    paths = [str(pattern) for pattern in get_resolver().url_patterns]
    assert [path for path in paths if "admin" in path or "signup" in path or "reset" in path] == []
