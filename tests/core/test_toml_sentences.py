"""What a file that is no TOML is answered: the line, what is wrong there, and what to write."""

from __future__ import annotations

import pytest

from core.files import FileError, read_toml
from tui.kit.phrases import plainest


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("road = 0,9", 'line 1: one value on a line; write numbers as 0.5 or "1/2"'),
        ('road = "9/10\n', "line 1: a text ends on its line: a quote is missing"),
        ("[a]\nb = 1\nb = 2", "line 3: b is written twice in its table; write it once"),
        ("[a]\n[b]\n[a]", "line 3: [a] is written twice; put its keys together"),
        ("road = \u201c4/5\u201d", 'line 1: write straight quotes, as in "ash"'),
        ("road = fast", 'line 1: write a number, true, false, or a text in "quotes"'),
        ("road 9", "line 1: write key = value, or [table]"),
        ("\0", "line 1: write key = value, or [table]"),
    ],
)
def test_a_file_that_is_no_toml_is_answered_with_its_line(text: str, answer: str) -> None:
    with pytest.raises(FileError) as refused:
        read_toml(text)

    assert plainest(refused.value.message).startswith(answer)
