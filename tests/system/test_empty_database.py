"""An empty database gets its tables at once. They equal the ones that the migrations would make, one after another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.system.program import Program
from tests.system.test_many_machines import create_database

OURS = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
DJANGOS = """
from django.core.management import call_command
from django.core.management.commands.migrate import Command
call_command(Command(), verbosity=0)
"""
DEFINITIONS = {
    "sqlite": "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL",
    "postgresql": """
        SELECT table_name, column_name, concat_ws(' ', data_type, character_maximum_length, 'nullable', is_nullable,
        'default', column_default, 'identity', identity_generation)
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    """,
}
ROWS = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
# It checks that a player isn't their own substitute. `into` became nullable later, so Django now adds `IS NOT NULL`.
SAME_MEANING = {"sqlite": set(), "postgresql": {("checkin_substitution", "substitution_of_another")}}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_empty_database_gets_the_tables_of_all_migrations(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    definitions, rows = [], []
    for name, code in {"ours": OURS, "djangos": DJANGOS}.items():
        environment = {}
        if database == "postgresql":
            url = request.getfixturevalue("postgres_url")
            environment["DATABASE_URL"] = f"{url.rpartition('/')[0]}/{create_database(url)}"
        (tmp_path / name).mkdir()
        program = Program(tmp_path / name, **environment)
        try:
            program.run_python(code)
            definitions.append(read_definitions(program, database))
            rows.append(count_rows(program, database))
        finally:
            program.stop_and_clean_up()
    ours, djangos = definitions
    assert len(ours) > 250
    assert ours.keys() == djangos.keys()
    assert {key for key in ours if ours[key] != djangos[key]} == SAME_MEANING[database]
    assert rows[0] == rows[1]


def read_definitions(program: Program, database: str) -> dict[tuple[str, str], list[str]]:
    """Everything in the database, each with the words of its definition. Columns may be in another order."""
    found = program.query_database(DEFINITIONS[database])
    return {(kind, name): sorted(re.findall(r"\w+|[^\s\w,]", sql)) for kind, name, sql in found}


def count_rows(program: Program, database: str) -> dict[str, int]:
    names = [name for (name,) in program.query_database(ROWS[database])]
    return {name: program.query_database(f'SELECT count(*) FROM "{name}"')[0][0] for name in names}  # noqa: S608 -- table names
