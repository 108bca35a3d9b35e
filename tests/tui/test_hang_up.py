"""A window that is closed ends the program, whoever stands between: it holds no campaign on."""

from __future__ import annotations

import os
import pty
import sys

import pytest

from tui.terminal import hung_up


def test_a_terminal_is_gone_once_its_window_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a terminal, when its other end is closed, then it is found to be gone."""
    window, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert not hung_up()
        os.close(window)
        assert hung_up()
