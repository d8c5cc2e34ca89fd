"""House rules that a machine can check: files say what they are for, templates compile, pages hold no inline code."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest
from django.apps import AppConfig, apps
from django.template.loader import get_template

import foundation.hooks
import pairings.hooks
import scoring.hooks
import tournament.hooks
from tests import floor_diagram

ROOT = Path(__file__).parent.parent
FLOORS = ["rehearsal", "config", "printing", "judging", "scoring", "pairings", "tournament", "foundation", "rulebooks"]
MODULES = sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py") if "migrations" not in path.parts)
ARCHITECTURE = ROOT / "docs" / "architecture.md"
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.html"))
BESIDE_THE_FLOORS = {"locale", "templates", "static", "tests", "docs", "bin", "manage.py", "requirements.txt"}
SMALL_PRINT = {
    *("requirements-test.txt", "pyproject.toml", "mkdocs.yml"),
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE"),
}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_opens_with_a_sentence(path: Path) -> None:
    source = path.read_text()
    if source.strip():
        assert ast.get_docstring(ast.parse(source)), "say in one sentence what this file is for"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_template_compiles_and_holds_no_inline_code(path: Path) -> None:
    get_template(str(path.relative_to(ROOT / "templates")))
    source = path.read_text()
    if path.parent.name != "printing":
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", source)
        scripts = re.findall(r"<script\b[^>]*>", source)
        assert all("src=" in script or 'type="application/json"' in script for script in scripts)


def test_nothing_else_lives_at_the_top() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {line.split("/")[0] for line in listed.splitlines()}
    assert {name for name in top if not name.startswith(".")} - SMALL_PRINT == set(FLOORS) | BESIDE_THE_FLOORS


@pytest.mark.parametrize(
    "app",
    [
        config
        for config in apps.get_app_configs()
        if Path(config.path).is_relative_to(ROOT) and ".venv" not in config.path
    ],
    ids=lambda app: app.name,
)
def test_shelves_hold_something(app: AppConfig) -> None:
    """No empty placeholder modules: what is there does something."""
    for path in Path(app.path).glob("*.py"):
        if path.name != "__init__.py":
            assert len(ast.parse(path.read_text()).body) > 1, path


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_page_links_few_stylesheets_and_one_module(path: Path) -> None:
    """Every page has app.css and dark.css; it may add two of its own, and replace the module that all pages load."""
    source = path.read_text()
    if path.parent.name != "printing":
        assert source.count('rel="stylesheet"') <= 2
        assert source.count('type="module"') <= 1


def test_scripts_are_modules_without_globals() -> None:
    """Only theme.js, which runs before the first paint, is a classic script."""
    scripts = [path for path in (ROOT / "static" / "js").rglob("*.js") if path.name != "theme.js"]
    assert [path.name for path in scripts if re.search(r"^window\.\w+ =|^\(\(\) => \{", path.read_text(), re.M)] == []


def test_diagram_of_floors_and_rooms_is_current() -> None:
    assert floor_diagram.PICTURE.read_text() == floor_diagram.draw(), "run: python -m tests.floor_diagram"


def test_architecture_lists_every_hook_with_its_providers() -> None:
    """The table in docs/architecture.md: hook, who asks, who answers."""
    rows = re.findall(r"^\| `((?:\w+)\.hooks\.\w+)` \|[^|]*\|([^|]*)\|", ARCHITECTURE.read_text(), re.MULTILINE)
    documented = {name: set(re.findall(r"`(\w+)[.\w]*`", providers)) for name, providers in rows}
    registered = {
        hook.name: {_module_of(provider).partition(".")[0] for provider in hook}
        for module in (foundation.hooks, tournament.hooks, pairings.hooks, scoring.hooks)
        for hook in vars(module).values()
        if isinstance(hook, foundation.hooks.Hook)
    }
    assert documented == registered


def _module_of(provider: object) -> str:
    if isinstance(provider, foundation.hooks.JobKind):
        return provider.make.__module__
    if isinstance(provider, foundation.hooks.ArchiveTables):
        first = [*(table.model for table in provider.kept), *provider.left_out][0]
        return apps.get_app_config(first._meta.app_label).name
    return getattr(provider, "__module__", "")
