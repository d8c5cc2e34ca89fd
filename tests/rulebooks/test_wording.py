"""Sentences with a number or a list in them."""

import pytest

from rulebooks.wording import as_sentence, in_quotes, join_words, plural


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, "0 tables are out."), (1, "1 table is out."), (2, "2 tables are out."), (1200, "1,200 tables are out.")],
)
def test_plural_picks_the_whole_sentence(count: int, sentence: str) -> None:
    assert plural(count, "1 table is out.", "{count} tables are out.") == sentence


@pytest.mark.parametrize(
    ("words", "joined"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", 3], "a, b, and 3")]
)
def test_join_words_uses_a_serial_comma(words: list[object], joined: str) -> None:
    assert join_words(words) == joined


def test_join_words_can_end_with_or() -> None:
    assert join_words(["late", "absent", "withdrawn"], "or") == "late, absent, or withdrawn"


@pytest.mark.parametrize("text", ["the turn is lost", "The turn is lost."])
def test_sentence_has_a_capital_and_a_period(text: str) -> None:
    assert as_sentence(text) == "The turn is lost."


@pytest.mark.parametrize(
    ("text", "quoted"), [("*", "“*”"), ("√ 9", "“√ 9”"), ("a\nb", "“a\\nb”"), ("\ud800", "“\\ud800”")]
)
def test_quoted_text_can_always_be_shown(text: str, quoted: str) -> None:
    assert in_quotes(text) == quoted
