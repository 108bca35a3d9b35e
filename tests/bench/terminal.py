"""A program on a real pty, timed from its start or from a key until it has painted."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from time import monotonic, perf_counter
from types import TracebackType

import outrider

ROOT = Path(outrider.__file__).parent
PATIENCE = 60.0
QUIET = 0.03
"""Seconds without a byte after which a frame is complete."""
ASKED = b"\x1b[?2026$p"
ANSWER = b"\x1b[?2026;1$y"
"""The query whether frames may be marked, and the answer of terminals that can."""
FRAME_END = b"\x1b[?2026l"


class Terminal:
    """Runs a Python program in a terminal of `size` (columns, rows) while the context lasts."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (120, 40)) -> None:
        self._arguments = arguments
        self._size = size
        self._seen = bytearray()

    def __enter__(self) -> Terminal:
        self._master, slave = pty.openpty()
        columns, rows = self._size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment.pop("NO_COLOR", None)
        self.started = perf_counter()
        self._program = subprocess.Popen(
            [sys.executable, *self._arguments],
            cwd=ROOT,
            env=environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._program.send_signal(signal.SIGTERM)
        with suppress(SystemExit):  # which says that it has ended
            while self._program.poll() is None:  # it cannot end while nobody reads what it paints
                self._read(QUIET)
        self._program.wait()
        os.close(self._master)

    def shows(self, word: bytes) -> float:
        """Seconds from the start until `word` is written to the screen."""
        until = monotonic() + PATIENCE
        while word not in self._seen:
            if monotonic() > until or not self._read(PATIENCE):
                raise SystemExit(f"{word.decode()} was not shown within {PATIENCE:.0f} s")
        return perf_counter() - self.started

    def settle(self) -> None:
        """Wait until nothing more is drawn."""
        while self._read(QUIET * 10):
            pass

    def press(self, key: str) -> float:
        """Seconds from a key until the end of the last frame it causes."""
        self._seen.clear()
        painted = None
        patience = PATIENCE
        pressed = perf_counter()
        os.write(self._master, key.encode())
        known = 0
        while self._read(patience):
            # Only what is new is searched: what takes long here would count as the program's time.
            if self._seen.find(FRAME_END, max(0, known - len(FRAME_END) + 1)) >= 0:
                painted = perf_counter()
                patience = QUIET
            known = len(self._seen)
        if painted is None:
            raise SystemExit(f"nothing was drawn for the key {key}: {bytes(self._seen[-500:])!r}")
        return painted - pressed

    def _read(self, patience: float) -> bool:
        """Read what has come; False when nothing comes for so many seconds."""
        if not select.select([self._master], [], [], patience)[0]:
            return False
        try:
            more = os.read(self._master, 1 << 20)
        except OSError as error:
            text = self._seen.decode(errors="replace")[-2000:]
            raise SystemExit(f"the program ended early: {text}") from error
        if ASKED in more:
            os.write(self._master, ANSWER)
        self._seen += more
        return True
