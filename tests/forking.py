"""Children of a test, forked from its own process, so that all is imported already.

A child plays what is to be killed: it is a process like any other for the locks, the files and the
signals that tests are about. Forking is safe here for three reasons. Only the thread that forks
goes on in the child; the others, which pytest-xdist has, hold no lock that a child needs. Nothing
may be open at the fork that both would write to, so children open campaigns themselves. And a child
never returns into the test: it waits to be killed or leaves by `os._exit`, so that it writes no
report, runs no fixture to its end and flushes nothing of its parent's.
"""

from __future__ import annotations

import os
import select
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, Never, TypeAlias

import pytest

Say: TypeAlias = Callable[[str], None]
"""Tells the test one line."""

PATIENCE: Final = 180
"""Seconds of the wall clock after which a child that says nothing is given up."""
FAILED: Final = 70
"""The exit code of a child that raised an error."""
SAID: Final = b"said "
"""Begins a line that a child says; any other belongs to the error by which it ended."""


class Child:
    """A process forked from this one, and what it says."""

    def __init__(self, pid: int, pipe: int) -> None:
        self.pid = pid
        self._pipe = pipe
        self._read = b""

    def read_line(self) -> str:
        """The next line that it says; raises AssertionError, with its error, if none comes."""
        while b"\n" not in self._read:
            more = self._read_on()
            assert more, "the child has ended"
        line, _, rest = self._read.partition(b"\n")
        if not line.startswith(SAID):
            while self._read_on():
                pass
            raise AssertionError(self._read.decode())
        self._read = rest
        return line.removeprefix(SAID).decode()

    def kill(self) -> list[str]:
        """Kill it with signal 9; the lines that it has said and nobody has read."""
        os.kill(self.pid, signal.SIGKILL)
        while self._read_on():
            pass
        *lines, _ = self._read.split(b"\n")
        self._read = b""
        return [line.removeprefix(SAID).decode() for line in lines]

    def _read_on(self) -> bool:
        """Read more; False at its end."""
        ready, _, _ = select.select([self._pipe], [], [], PATIENCE)
        assert ready, "the child says nothing"
        more = os.read(self._pipe, 65536)
        self._read += more
        return bool(more)

    def end(self) -> None:
        """Kill it with signal 9 and wait until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._pipe)


@contextmanager
def forked(act: Callable[[Say], object]) -> Iterator[Child]:
    """Let a child act, and then wait; it is killed with signal 9 at the end of the block.

    Where there is no fork the test is skipped.
    """
    if not hasattr(os, "fork"):
        pytest.skip("a process is forked")
    back, out = os.pipe()
    with warnings.catch_warnings():
        # newer Pythons warn of threads; why they do no harm is said above
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        os.close(back)
        _live(act, out)
    os.close(out)
    child = Child(pid, back)
    try:
        yield child
    finally:
        child.end()


def stay() -> Never:
    """Wait to be killed, in the middle of whatever is under way."""
    while True:
        signal.pause()


def _live(act: Callable[[Say], object], out: int) -> Never:
    """The life of a child, which never comes back to the test that its parent runs."""
    try:
        act(partial(_say, out))
        stay()
    except BaseException:
        os.write(out, traceback.format_exc().encode())
    finally:
        os._exit(FAILED)


def _say(out: int, line: str) -> None:
    os.write(out, SAID + line.encode() + b"\n")
