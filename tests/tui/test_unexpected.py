"""What nobody expected ends the program in one sentence, with the terminal as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.terminals import terminal

pytestmark = pytest.mark.mistakes

BROKEN = """
import sys
import outrider
from tui.campaigns.screen import CampaignsScreen

def broken(self, *_):
    raise ZeroDivisionError("a mistake")

CampaignsScreen.list_campaigns = broken
sys.exit(outrider.main([]))
"""


def test_a_mistake_of_ours_is_one_sentence_and_no_pages_of_traceback(home: Path) -> None:
    """Given a handler that fails, then the terminal is restored, and the sentence alone is left."""
    with terminal(home, program=("-c", BROKEN)) as shown:
        code = shown.ended()
        assert (code, shown.left_on(), shown.as_before()) == (1, set(), True)
        left = shown.written.rpartition(b"\x1b[?1049l")[2].decode()
    assert "Outrider stopped on an error of its own" in left
    assert "Traceback" not in left
    assert "ZeroDivisionError" not in left
    assert "a mistake" in (home / "outrider.log").read_text(encoding="utf-8")
