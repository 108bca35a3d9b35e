"""Settings written: one line changes, and nothing else of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.messages import Refusal
from saves.exchange.settings_writing import UNREADABLE, put_aside, put_keys, put_setting
from saves.settings import load, settings_file

pytestmark = pytest.mark.usefixtures("no_look")

MINE = """\
# what I like
look = 'plain'   # over ssh
later = 3

[keys]
# the left hand
undo = "z"
"""


def given(text: str | bytes) -> Path:
    path = settings_file()
    path.parent.mkdir(parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_comments_order_and_unknown_keys_stay() -> None:
    # given
    path = given(MINE)
    # when
    put_setting("look", "lines")
    put_setting("session_hours", "2.5")
    put_keys("undo", None)
    put_keys("camp", "B")
    # then
    assert path.read_text(encoding="utf-8") == (
        '# what I like\nlook = "lines"   # over ssh\nlater = 3\nsession_hours = 2.5\n'
        '\n[keys]\n# the left hand\ncamp = "B"\n'
    )
    found = load().settings
    assert (found.look, found.session_hours, found.keys) == ("lines", "2.5", {"camp": "B"})


def test_a_first_setting_makes_folder_file_and_table() -> None:
    # when
    put_keys("undo", "full_stop")
    put_setting("units", "imperial")
    # then
    assert settings_file().read_text(encoding="utf-8") == (
        'units = "imperial"\n[keys]\nundo = "full_stop"\n'
    )


def test_the_ends_of_lines_stay() -> None:
    path = given(b'look = "plain"\r\n')
    put_setting("theme", "noon")
    assert path.read_bytes() == b'look = "plain"\r\ntheme = "noon"\r\n'


@pytest.mark.parametrize("broken", [b"look = \n", b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_left_alone(broken: bytes) -> None:
    # given
    path = given(broken)
    # when
    with pytest.raises(Refusal) as refused:
        put_setting("look", "lines")
    # then
    assert refused.value.code == UNREADABLE
    assert path.read_bytes() == broken
    # when
    aside = put_aside()
    put_setting("look", "lines")
    # then
    assert aside.read_bytes() == broken
    assert load().settings.look == "lines"


@pytest.mark.parametrize(
    "odd",
    ['keys = {undo = "z"}\n', 'keys.undo = "z"\n', "keys = 3\n", '[keys]\nundo = """\nz"""\n'],
)
def test_a_form_that_is_not_a_line_is_left_to_its_writer(odd: str) -> None:
    path = given(odd)
    with pytest.raises(Refusal) as refused:
        put_keys("undo", "u")
    assert refused.value.code == "odd_setting"
    assert path.read_text(encoding="utf-8") == odd


def test_a_value_that_cannot_be_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        put_setting("units", "cubits")
    assert refused.value.code == "bad_setting"
    assert not settings_file().exists()
