"""The door to the past of a file that is damaged: a sentence, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.messages import Refusal
from saves.history.history import History
from saves.history.sessions import sessions
from saves.store.refusals import UnreadableText
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, begun, hurt
from tui.view import said

PAGE = 4096


def test_a_file_with_a_damaged_page_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with begun(tmp_path / "whole.outrider", HARSK) as campaign:
        for _ in range(20):
            hurt(campaign, 1)
    whole = file_of(campaign.place).read_bytes()
    refused = []

    for at in range(PAGE, len(whole), PAGE):
        path = tmp_path / f"{at}.outrider"
        path.write_bytes(whole[:at] + b"\xff" * PAGE + whole[at + PAGE :])
        try:
            with History.open(FilePlace(path), said) as look:
                look.ask(sessions)
                look.ask(lambda past: past.then(past.head))
        except Refusal as refusal:
            refused.append(refusal.code)
        except UnreadableText:
            pass

    assert "damaged" in refused


def test_a_past_that_is_whole_is_asked_as_far_as_it_is_recorded(tmp_path: Path) -> None:
    with (
        begun(tmp_path / "a.outrider", HARSK) as campaign,
        History.open(campaign.place, said) as look,
    ):
        hurt(campaign, 1)

        assert look.ask(lambda past: past.head) == 3
        with pytest.raises(ZeroDivisionError):
            look.ask(lambda past: past.head // 0)
