"""Words that people never read in Headtable, with the words to use instead (docs/voice.md), and American spelling.

People judge sentences. This test only keeps words away that were replaced once, in every string that people read:
templates, Python, scripts, rule books, and the casebook.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("rehearsal", "config", "printing", "judging", "scoring", "pairings", "tournament", "foundation", "rulebooks")

AVOIDED = {
    r"(some|every|no|any)body": "someone, everyone, no one, anyone",
    r"children|kids": "students: a player is a student, whatever the age",
    r"helpers?": "staff",
    r"day ?board": "dashboard",
    r"set-ups?": "setup (noun), set up (verb)",
    r"(log|logs|logged) (in|out)|log-?in": "sign in, sign out",
    r"by lot|lot numbers?": "random draw for a tie, shuffle number for tables",
    r"draw again|redraws?|(draw|drawn) (the|a) rounds?|draw and publish": "assign tables, reassign",
    r"keyed|key (it|again|blind|twice)|rekey(ed|ing)?": "enter, double entry",
    r"never came|came in": "no-show for a player, received for a scoresheet",
    r"look(s|ed)? (it )?over": "review",
    r"excused": "waived: in a school, an excuse is about absence",
    r"stands? still|lies? still": "paused",
    r"^go on": "advance (playoffs), resume (clock), continue",
    r"call(ed)? off": "cancel",
    r"(take|takes|took) (it|this|that|them) back|took back": "undo, withdraw, unpublish",
    r"throw(s|n)? away": "discard",
    r"wall lists?": "posted list on paper, projector display on a screen",
    r"figures": "digits of a code, points, numbers",
    r"consents?": "approve",
    r"by (itself|themselves)": "automatically",
    r"any more(?=[.,;:]|$)": "no longer, anymore",
    r"anew|all the same|whilst": "plain words: again, correct as entered, while",
    r"are you sure": "say what is lost, in numbers",
    # American spelling.
    r"(behavi|col|fav|hon|neighb)our\w*": "behavior, color, favor, honor, neighbor",
    r"cancell(ed|ing)|labell\w+|travell\w+|modell\w+": "canceled, canceling, labeled",
    r"(organ|recogn|real|author|summar|normal|initial|special|util)is(e|es|ed|ing|ation)": "-ize",
    r"judgement\w*": "judgment",
    r"e-mails?": "email",
    r"programmes?|centres?|grey|cheques?|licence|metres?|tyres?": "program, center, gray, check, license",
}
PATTERNS = {re.compile(rf"\b(?:{words})\b", re.IGNORECASE): instead for words, instead in AVOIDED.items()}
PATTERNS[re.compile(r"\d %")] = "40%, without a space"
PATTERNS[re.compile(r"[a-z]{2}!(?=\s|$)")] = "a period: no exclamation marks"

# What people type, and keys of rules; no one reads them.
ALLOWED = {"nobody", "nobody right", "never came", "decided anew"}
TYPED_BY_PEOPLE = {ROOT / "judging" / "casebook" / "words.py"}
UNREAD_KEYS = {"keywords", "if", "rule", "id"}
UNREAD_CALLS = {"compile", "search", "match", "fullmatch", "sub", "findall", "split", "execute", "getLogger", "RunSQL"}
PROGRAMMING_ERRORS = {"ValueError", "TypeError", "RuntimeError", "LookupError", "AssertionError", "KeyError"}

TEMPLATE_COMMENT = re.compile(r"\{#.*?#\}|\{% comment.*?endcomment %\}|<!--.*?-->|<(pre|script)\b.*?</\1>", re.DOTALL)
TEMPLATE_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
HTML_TAG = re.compile(r"<[^>]*>", re.DOTALL)
READ_ATTRIBUTE = re.compile(r"\b(?:title|placeholder|alt|aria-label|data-[\w-]*(?:label|message))\s*=\s*\"([^\"]*)\"")
SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
SCRIPT_STRING = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`")
BUTTON = re.compile(r"<(?:button|a)\b[^>]*class=\"[^\"]*\bbutton\b[^>]*>(.*?)</(?:button|a)>", re.DOTALL)


def _blank(found: re.Match[str]) -> str:
    """Replace what isn't read by spaces, so that line numbers and offsets stay."""
    return re.sub(r"[^\n]", " ", found.group())


def strings_in_template(source: str) -> Iterator[tuple[int, str]]:
    """Yield the text between the tags, the attributes that people read, and the strings in template tags."""
    source = TEMPLATE_COMMENT.sub(_blank, source)
    for tag in TEMPLATE_TAG.finditer(source):
        for text in re.findall(r"\"([^\"]*)\"", tag.group()):
            if " " in text:
                yield _line(source, tag.start()), text
    source = TEMPLATE_TAG.sub(_blank, source)
    for attribute in READ_ATTRIBUTE.finditer(source):
        yield _line(source, attribute.start()), attribute.group(1)
    for number, line in enumerate(HTML_TAG.sub(_blank, source).splitlines(), 1):
        if line.strip():
            yield number, line.strip()


def buttons_in_template(source: str) -> Iterator[tuple[int, str]]:
    for button in BUTTON.finditer(TEMPLATE_COMMENT.sub(_blank, source)):
        yield _line(source, button.start()), " ".join(HTML_TAG.sub("", TEMPLATE_TAG.sub("", button.group(1))).split())


def strings_in_module(source: str) -> Iterator[tuple[int, str]]:
    """Yield strings of two words or more, and single words with a capital; not docstrings, nor what only code sees."""
    tree = ast.parse(source)
    unread: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            unread.add(node.value)
        called = _called(node)
        if called in UNREAD_CALLS | PROGRAMMING_ERRORS or called.startswith("logger."):
            unread |= set(ast.walk(node))
        if isinstance(node, ast.JoinedStr) and node not in unread:
            unread |= {part for part in node.values if isinstance(part, ast.Constant)}
            parts = (str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and node not in unread and _is_read(node.value):
            yield node.lineno, str(node.value)


def _is_read(text: object) -> bool:
    """Whether this is a string that may be words for people: not a name in the code, nor a list of field names."""
    if not isinstance(text, str):
        return False
    return (" " in text or text[:1].isupper()) and not re.search(r"\w_\w", re.sub(r"\{\w+\}", "", text))


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module, which the documentation of the API shows."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.lineno, ast.get_docstring(node) or ""


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        owner = node.func.value
        return f"logger.{node.func.attr}" if isinstance(owner, ast.Name) and owner.id == "logger" else node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def strings_in_script(source: str) -> Iterator[tuple[int, str]]:
    source = SCRIPT_COMMENT.sub(_blank, source)
    for string in SCRIPT_STRING.finditer(source):
        text = next(filter(None, string.groups()), "")
        if _is_read(text):
            yield _line(source, string.start()), re.sub(r"\$\{[^}]*\}", "…", text)


def strings_in_toml(source: str) -> Iterator[tuple[int, str]]:
    def walk(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            for key, each in value.items():
                if key not in UNREAD_KEYS:
                    yield from walk(each)
        elif isinstance(value, list):
            for each in value:
                yield from walk(each)
        elif isinstance(value, str):
            yield value

    for text in walk(tomllib.loads(source)):
        yield _line(source, max(source.find(text.splitlines()[0] if text else ""), 0)), text


def _line(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1


def read_strings() -> Iterator[tuple[str, str]]:
    """Yield every string that people read, with its place."""
    modules = [path for floor in FLOORS for path in (ROOT / floor).rglob("*.py") if "migrations" not in path.parts]
    books = [*(ROOT / "rulebooks" / "editions").glob("*.toml"), *(ROOT / "judging" / "casebook").glob("*.toml")]
    sources = (
        (strings_in_template, (ROOT / "templates").rglob("*.html")),
        (strings_in_module, (path for path in modules if path not in TYPED_BY_PEOPLE)),
        (docstrings, (path for path in modules if path.name == "api.py")),
        (strings_in_script, (ROOT / "static" / "js").rglob("*.js")),
        (strings_in_toml, books),
    )
    for strings_in, paths in sources:
        for path in sorted(paths):
            for line, text in strings_in(path.read_text()):
                yield f"{path.relative_to(ROOT)}:{line}", text


def complaints(text: str) -> list[str]:
    """Return what to write instead of words that Headtable avoids."""
    return [instead for pattern, instead in PATTERNS.items() if pattern.search(text)]


def test_no_string_has_a_word_that_headtable_avoids() -> None:
    wrong = [
        f"{place}: {text!r}: use {'; '.join(found)}"
        for place, text in read_strings()
        if text not in ALLOWED and (found := complaints(text))
    ]
    assert wrong == []


def test_no_button_says_it() -> None:
    """A button names the thing: Reopen round, not Open it again."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for line, text in buttons_in_template(path.read_text())
        if re.search(r"\b(it|them)\b", text)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("strings_in", "source", "found"),
    [
        (
            strings_in_template,
            '{# anew #}\n<p class="anew" title="Anew">{% plural n "1 anew" "{count} anew" %} Look {{ anew }} here</p>',
            [(2, "1 anew"), (2, "{count} anew"), (2, "Anew"), (2, "Look            here")],
        ),
        (
            strings_in_module,
            '"""Anew."""\nlogger.error("not this")\nRefused(f"Try {anew} anew.", field="anew")\nKeyError("nor this")',
            [(3, "Try … anew.")],
        ),
        (docstrings, 'def undo():\n    """Anew."""\n', [(1, "Anew.")]),
        (
            strings_in_script,
            '// "anew here"\nsay("try anew", `${anew} anew`, "anew");',
            [(2, "try anew"), (2, "… anew")],
        ),
        (strings_in_toml, 'says = "Anew."\nkeywords = ["anew"]\n', [(1, "Anew.")]),
        (
            buttons_in_template,
            '<button class="button small">{% icon "x" %}Open it again</button>',
            [(1, "Open it again")],
        ),
    ],
    ids=["template", "module", "API", "script", "toml", "buttons"],
)
def test_what_people_read_is_found(
    strings_in: Callable[[str], Iterator[tuple[int, str]]], source: str, found: list[tuple[int, str]]
) -> None:
    assert list(strings_in(source)) == found


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("Everybody plays.", ["someone, everyone, no one, anyone"]),
        ("Two colours, cancelled", ["behavior, color, favor, honor, neighbor", "canceled, canceling, labeled"]),
        ("40 % done", ["40%, without a space"]),
        ("Done!", ["a period: no exclamation marks"]),
        ("Someone advised a precise revision: 6! is a factorial, on the playing mat.", []),
    ],
)
def test_a_word_is_recognized_in_a_sentence(text: str, instead: list[str]) -> None:
    assert complaints(text) == instead
