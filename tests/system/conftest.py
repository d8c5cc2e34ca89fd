"""The servers of a larger installation, and data folders to start from, one of each for all system tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.startup_tasks import file_lock
from tests import servers
from tests.system.fault_timing import FaultTiming
from tests.system.program import ROOT, clean_environment


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give these tests more time than others, because they start programs and wait for them."""
    this_folder = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(this_folder):
            item.add_marker(pytest.mark.timeout(900))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with servers.redis() as url:
        yield url


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all test processes share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def empty_installation(shared_folder: Path) -> Path:
    """A data folder with its tables and static files."""
    code = "from config.startup_tasks import run_startup_tasks; run_startup_tasks()"
    return _create_data_folder(shared_folder / "empty", code)


@pytest.fixture(scope="session")
def scenario_folder(shared_folder: Path, empty_installation: Path) -> Path:
    """A data folder in the middle of a tournament; `scenario.json` lists its ids."""
    folder = shared_folder / "scenario"
    code = "from tests.system.fault_scenario import create_scenario; print(create_scenario())"
    return _create_data_folder(folder, code, template=empty_installation, output=folder / "scenario.json")


def _create_data_folder(folder: Path, code: str, template: Path | None = None, output: Path | None = None) -> Path:
    """Run the code in a new data folder, once for all test processes. `output`: a file for the last line it prints."""
    with file_lock(folder.with_suffix(".lock")):
        if not folder.exists():
            if template:
                shutil.copytree(template, folder)
            command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", code]
            environment = clean_environment() | {"HEADTABLE_DATA": str(folder)}
            done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
            if output:
                output.write_text(done.stdout.splitlines()[-1])
    return folder


@pytest.fixture
def timing(request: pytest.FixtureRequest) -> FaultTiming:
    """Random moments from a seed that a failure prints."""
    return FaultTiming.for_test(request.node)
