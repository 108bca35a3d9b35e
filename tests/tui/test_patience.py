"""What a terminal shows while an answer takes its time."""

from __future__ import annotations

import io
import threading

import pytest

from core.messages import Message
from tui.cli.patience import CLEARED, show_waiting

PLANNING = Message("Planning the journey")


class Terminal(io.StringIO):
    """A terminal that tells when something has been written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        size = super().write(text)
        self.written.set()
        return size


def test_a_long_answer_says_what_it_does_and_takes_the_line_away() -> None:
    terminal = Terminal()

    with show_waiting(PLANNING, terminal, after=0):
        assert terminal.written.wait(60)
        assert "Planning the journey: " in terminal.getvalue()
        assert "Ctrl+C stops" in terminal.getvalue()

    assert terminal.getvalue().endswith(CLEARED)


def test_an_answer_in_time_and_a_pipe_say_nothing() -> None:
    terminal = Terminal()
    pipe = io.StringIO()

    with show_waiting(PLANNING, terminal, after=3600), show_waiting(PLANNING, pipe, after=0):
        pass

    assert terminal.getvalue() == pipe.getvalue() == ""


def interrupt_after_the_line(terminal: Terminal) -> None:
    with show_waiting(PLANNING, terminal, after=0):
        terminal.written.wait(60)
        raise KeyboardInterrupt


def test_the_line_goes_when_the_answer_fails() -> None:
    terminal = Terminal()

    with pytest.raises(KeyboardInterrupt):
        interrupt_after_the_line(terminal)

    assert terminal.getvalue().endswith(CLEARED)
