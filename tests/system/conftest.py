"""The servers that a larger installation has, one of each for all system tests."""

from collections.abc import Iterator

import pytest

from tests import servers


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with servers.redis() as url:
        yield url
