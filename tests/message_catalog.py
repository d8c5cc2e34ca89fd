"""Reads the catalog of messages for families, runs `bin/messages` on a copy, and makes a pseudo-translation."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPANISH = Path("locale", "es", "LC_MESSAGES", "django.po")
SOURCES = (
    *("foundation", "tournament", "pairings", "scoring", "judging", "printing", "config", "rulebooks", "rehearsal"),
    "templates",
)
ENTRY = re.compile(r'^(msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")$')
PSEUDO_HEADER = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
"""


@dataclass(frozen=True)
class Message:
    """One message. `texts`: in English, one for each number. `translations`: one for each plural form."""

    texts: tuple[str, ...]
    translations: tuple[str, ...]


def run_tool(*command: str | Path) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def messages_in(catalog: Path) -> list[Message]:
    """Return the messages of a .po or .mo file, without its header."""
    tool = "msgunfmt" if catalog.suffix == ".mo" else "msgcat"
    found = []
    for block in re.split(r"\n\n+", run_tool(tool, "--no-wrap", catalog).strip()):
        texts: list[str] = []
        translations: list[str] = []
        for line in block.splitlines():
            if match := ENTRY.match(line):
                part = translations if match[1].startswith("msgstr") else texts
                part.append(ast.literal_eval(match[2]))
        if any(texts):
            found.append(Message(tuple(texts), tuple(translations)))
    return found


def copy_and_update(folder: Path) -> Path:
    """Copy the sources and the catalog into the folder, run `bin/messages` there, and return its catalog."""
    for name in (*SOURCES, "locale", "bin"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("manage.py", "requirements.txt", "requirements-test.txt"):
        shutil.copy(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    run_tool(folder / "bin" / "messages")
    return folder / SPANISH


def make_pseudo_catalog(folder: Path) -> Path:
    """Make an English catalog that wraps every message in ⟦ and ⟧. Return the folder for `LOCALE_PATHS`."""
    place = folder / "en" / "LC_MESSAGES"
    place.mkdir(parents=True)
    blocks = [PSEUDO_HEADER.strip()]
    for message in messages_in(ROOT / SPANISH):
        text, *plural = message.texts
        lines = [f"msgid {_quoted(text)}"]
        if plural:
            lines += [f"msgid_plural {_quoted(plural[0])}"]
            lines += [f"msgstr[{number}] {_quoted(f'⟦{each}⟧')}" for number, each in enumerate(message.texts)]
        else:
            lines += [f"msgstr {_quoted(f'⟦{text}⟧')}"]
        blocks.append("\n".join(lines))
    (place / "django.po").write_text("\n\n".join(blocks))
    run_tool("msgfmt", f"--output-file={place / 'django.mo'}", place / "django.po")
    return folder


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
