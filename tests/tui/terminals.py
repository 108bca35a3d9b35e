"""The program in a terminal of its own: what it writes, how it ends, how it leaves the terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.thorough import NIGHTLY
from tests.tui.warm_program import HEEDED, ROOT, WarmChild, start_warm

OUTRIDER = (str(ROOT / "outrider.py"),)
PATIENCE = 180
"""Seconds without a single byte after which a program is given up; nobody waits so long else."""
MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
OURS = {b"1000", b"1003", b"1004", b"1006", b"1015", b"1049", b"2004"}
"""Mouse, focus, alternate screen, pasting: what the screens switch on, and must switch off."""


class Terminal:
    """A program that runs in a terminal, and what it has written there."""

    def __init__(
        self, child: subprocess.Popen[bytes] | WarmChild, window: int, inside: int
    ) -> None:
        self.child = child
        self.window = window
        self.inside = inside
        self.written = b""
        self.before = termios.tcgetattr(inside)
        self.earlier = b""
        self.closed = False

    def read(self) -> bool:
        """Take in what it writes next; False when there is nothing more."""
        if not select.select([self.window], [], [], PATIENCE)[0]:
            raise AssertionError(f"nothing more came after {self.written[-300:]!r}")
        try:
            more = os.read(self.window, 65536)
        except OSError:  # all ends but this one are closed
            return False
        self.written += more
        return bool(more)

    def until(self, *words: bytes) -> None:
        """Read until all of these were written."""
        while not all(word in self.written for word in words):
            assert self.read(), self.written[-300:]

    def type(self, keys: bytes) -> None:
        """Type, after which only what is written from now on counts."""
        self.earlier = self.earlier + self.written
        self.written = b""
        os.write(self.window, keys)

    def ended(self) -> int:
        """Its exit code, all that it wrote read."""
        while self.child.poll() is None:
            if select.select([self.window], [], [], 0.05)[0]:
                self.read()
        while select.select([self.window], [], [], 0)[0] and self.read():
            pass
        return self.child.wait()

    def left_on(self) -> set[bytes]:
        """The modes that were switched on and not off again."""
        last = dict(MODE.findall(self.earlier + self.written))
        return {mode for mode, way in last.items() if way == b"h"} & OURS

    def as_before(self) -> bool:
        """Whether lines are read and echoed as they were before it began."""
        return termios.tcgetattr(self.inside) == self.before

    def close(self) -> None:
        """Close the window, with the terminal in it."""
        if not self.closed:
            self.closed = True
            os.close(self.inside)
            os.close(self.window)


def _heed(entering: Callable[[], object] | None) -> None:
    """In the child: heed every signal, also where these tests were started by nohup."""
    for number in HEEDED:
        signal.signal(number, signal.SIG_DFL)
    if entering is not None:
        entering()


@contextmanager
def terminal(
    home: Path,
    *arguments: str,
    program: tuple[str, ...] = OUTRIDER,
    entering: Callable[[], object] | None = None,
) -> Iterator[Terminal]:
    """`outrider ARGUMENTS` in a terminal of 80 by 24; killed at the end if it still runs.

    By day it is forked from a process that has imported everything, unless the test says how it
    starts; by night it is started.
    """
    window, inside = pty.openpty()
    termios.tcsetwinsize(inside, (24, 80))
    environment = {
        **os.environ,
        "OUTRIDER_HOME": str(home),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
    }
    child: subprocess.Popen[bytes] | WarmChild
    if NIGHTLY or program != OUTRIDER or entering is not None:
        child = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
            preexec_fn=partial(_heed, entering),
        )
    else:
        child = start_warm(arguments, inside, environment)
    shown = Terminal(child, window, inside)
    try:
        yield shown
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGKILL)
        child.wait()
        shown.close()
