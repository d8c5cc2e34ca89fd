"""The servers that a larger installation has, one of each for all system tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.startup_tasks import file_lock
from tests import servers
from tests.system.chance import Chance
from tests.system.machine import ROOT, clean_environment


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Programs are started, killed and waited for: longer than other tests may take."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.timeout(900))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what is made once for all processes that run tests."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def prepared(shared: Path) -> Path:
    """A data folder with its tables and static files."""
    return _made_once(shared / "prepared", "from config.startup_tasks import run_startup_tasks; run_startup_tasks()")


@pytest.fixture(scope="session")
def staged(shared: Path, prepared: Path) -> Path:
    """A data folder in the middle of a day (`stage.py`); where everything is stands in its `stage.json`."""
    folder = shared / "staged"
    code = "from tests.system.stage import set_the_stage; print(set_the_stage())"
    return _made_once(folder, code, prepared, folder / "stage.json")


def _made_once(folder: Path, code: str, begin: Path | None = None, keep: Path | None = None) -> Path:
    with file_lock(folder.with_suffix(".lock")):
        if not folder.exists():
            if begin:
                shutil.copytree(begin, folder)
            command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", code]
            environment = clean_environment() | {"HEADTABLE_DATA": str(folder)}
            done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            if keep:
                keep.write_text(done.stdout.splitlines()[-1])
    return folder


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Chance:
    """Where it strikes, by a seed that a failure prints."""
    return Chance.of(request.node)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with servers.redis() as url:
        yield url
