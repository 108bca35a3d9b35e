"""Characters that nobody sees: which they are, and what is shown or written in their place."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.characters import clean, clean_lines, escaped, unseen_pattern

OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp", "Co")
JOINERS = "\u200c\u200d"


def test_unseen_are_controls_formats_surrogates_separators_and_private_ones() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    wanted = {mark for mark in every if unicodedata.category(mark) in OBEYED} - set(JOINERS)
    assert wanted <= set(unseen_pattern().findall(every))
    assert not [mark for mark in unseen_pattern().findall(every) if mark.isprintable()]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë", "Zoë"),
        ("a\x1b]0;b\x07", "a]0;b"),
        ("a\tb\nc", "a b c"),
        ("\u202egobo\u2069", "gobo"),
        ("\x9b31m", "31m"),
        ("\ue0b0 \U0010fffd", "? ?"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_a_text_is_shown_on_one_line_without_them(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_lines_stay_lines() -> None:
    assert clean_lines("a\x07\n\tb\n") == "a\n b\n"
    assert clean_lines("plain\nlines\n") == "plain\nlines\n"


@given(st.text(st.characters(codec=None), max_size=30))
def test_json_says_the_same_with_them_as_escapes(text: str) -> None:
    written = escaped(json.dumps([text], ensure_ascii=False, indent=2))
    assert json.loads(written) == [text]
    assert not unseen_pattern().search(written.replace("\n", ""))
    written.encode()


@given(st.text(st.characters(codec=None), max_size=30))
def test_nothing_unseen_is_left(text: str) -> None:
    assert not unseen_pattern().search(clean(text))
    assert not unseen_pattern().search(clean_lines(text).replace("\n", ""))
