"""Text from strangers: nothing that it holds can act on a terminal, a page or a log."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.clean_text import clean


@pytest.mark.parametrize(
    "text", ["", "plain", "two\nlines\tand a tab", "Größe 5", "囲碁 ♟ 🎲", "<script>", "=1+1"]
)
def test_ordinary_text_stays(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x07",
        "\x08",
        "\r",
        "\x1b",
        "\x7f",
        "\x9b",
        "\u00ad",
        "\u200b",
        "\u200f",
        "\u202e",
        "\u2028",
        "\u2029",
        "\u2066",
        "\ufeff",
        "\ud800",
        "\ue000",
        "\uffff",
        "\U000e0041",
    ],
)
def test_unsafe_characters_are_replaced(character: str) -> None:
    assert clean(f"a{character}b") == "a\ufffdb"


def test_escape_sequences_lose_their_escape() -> None:
    assert clean("\x1b]0;title\x07\x1b[2J") == "\ufffd]0;title\ufffd\ufffd[2J"


def test_windows_line_ends_become_plain_ones() -> None:
    assert clean("one\r\ntwo\rthree") == "one\ntwo\ufffdthree"


def test_long_text_is_cut_and_says_so() -> None:
    assert clean("abcdef", limit=4) == "abcd... (2 more characters)"
    assert clean("abcd", limit=4) == "abcd"
    assert len(clean("x" * 1_000_000)) < 10_100


@given(st.text(st.characters(exclude_categories=[])))
def test_what_remains_can_be_shown_and_stored(text: str) -> None:
    cleaned = clean(text)
    assert all(each in "\n\t" or unicodedata.category(each)[0] != "C" for each in cleaned)
    assert cleaned.encode().decode() == cleaned
    assert clean(cleaned) == cleaned
