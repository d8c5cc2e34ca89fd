"""The translation for families is complete, current, and compiled, and it names the same placeholders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebooks.catalog import editions
from tests.message_catalog import ROOT, SPANISH, copy_and_update, messages_in
from tournament.rounds.announcer_lines import LINES

PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s|</?\w+[^>]*>")
MESSAGES = messages_in(ROOT / SPANISH)


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_and_update(tmp_path_factory.mktemp("messages"))


def test_the_catalog_has_exactly_the_messages_of_the_sources(updated: Path) -> None:
    """If this fails, run `bin/messages` and translate what is new."""
    assert messages_in(updated) == MESSAGES


def test_the_compiled_catalog_is_current(updated: Path) -> None:
    compiled = messages_in((ROOT / SPANISH).with_suffix(".mo"))
    assert compiled == messages_in(updated.with_suffix(".mo"))
    assert sorted(compiled, key=str) == sorted(MESSAGES, key=str)


def test_every_message_is_translated() -> None:
    assert [message.texts[0] for message in MESSAGES if not all(message.translations)] == []
    catalog = (ROOT / SPANISH).read_text()
    assert ("\n#, fuzzy" in catalog, "\n#~" in catalog) == (False, False)


def test_translations_have_the_placeholders_of_their_messages() -> None:
    wrong = [
        translation
        for message in MESSAGES
        for translation in message.translations
        if sorted(PLACEHOLDER.findall(translation)) not in [sorted(PLACEHOLDER.findall(text)) for text in message.texts]
    ]
    assert wrong == []


def test_the_announcers_lines_of_all_editions_are_listed_for_translation() -> None:
    spoken = {line.say for edition in editions().values() for line in edition.script}
    assert sorted(LINES) == sorted(spoken)
