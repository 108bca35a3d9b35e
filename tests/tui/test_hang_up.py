"""A window that is closed ends the program, whoever stands between: it holds no campaign on."""

from __future__ import annotations

import os
import pty
import signal
import sys
from pathlib import Path

import pytest

from tests.tui.terminals import terminal
from tui.kit.terminal import hung_up


def test_a_terminal_is_gone_once_its_window_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a terminal, when its other end is closed, then it is found to be gone."""
    window, terminal = pty.openpty()
    with os.fdopen(terminal) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert not hung_up()
        os.close(window)
        assert hung_up()


def test_a_program_that_sees_its_window_gone_ends_as_one_that_is_told(home: Path) -> None:
    """Given a program that no signal reaches, when its window is closed, then it ends as by one."""
    with terminal(home) as shown:
        shown.until(b"Open the demo campaign")
        shown.close()
        assert shown.child.wait() == 128 + signal.SIGHUP
