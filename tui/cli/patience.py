"""A line on the terminal while an answer takes its time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from core.messages import Message
from tui.kit.phrases import phrase, say

AFTER = 0.5
"""Seconds until the line appears."""
EACH = 1.0
"""Seconds until it is written anew."""
CLEARED = "\r\x1b[2K"


@contextmanager
def show_waiting(
    what: Message, stream: TextIO | None = None, *, after: float = AFTER
) -> Iterator[None]:
    """Say on `stream` what is being done, and for how long, until the block ends.

    `stream` is stderr if not given; what is no terminal gets nothing. The line appears after
    `after` seconds and is gone when the block ends.
    """
    target = sys.stderr if stream is None else stream
    if not target.isatty():
        yield
        return
    done = threading.Event()
    line = threading.Thread(target=_tell, args=(what, target, done, after), daemon=True)
    line.start()
    try:
        yield
    finally:
        done.set()
        line.join()


def _tell(what: Message, target: TextIO, done: threading.Event, after: float) -> None:
    began = monotonic()
    if done.wait(after):
        return
    while True:
        seconds = int(monotonic() - began)
        told = phrase("{what}: {seconds} s; Ctrl+C stops.", what=say(what), seconds=seconds)
        target.write(CLEARED + told)
        target.flush()
        if done.wait(EACH):
            break
    target.write(CLEARED)
    target.flush()
