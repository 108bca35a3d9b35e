"""The terminal: whether there is one to draw on, what it shows, and how it is left."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""The signals that tell a program to end (those that the system has)."""
KILLED = 128
"""Added to the number of a signal it is the exit code of what the signal ended."""
HUNG_UP = KILLED + 1
"""The exit code of a program whose window was closed, whether SIGHUP (1) says so or it sees it."""
GRACE = 10.0
"""Seconds in which the program ends by itself once it was told to; then it is ended."""
_UTF_8 = ("utf-8", "utf8")
MANY_COLORS = ("256color", "kitty")
"""What the names of terminals with more than sixteen colours end in, to Rich at least."""
PLAIN = "".join(f"\x1b[?{mode}l" for mode in (2004, 1000, 1003, 1015, 1006, 1016, 1004)) + (
    "\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""No pasting marks, no mouse, no news of the focus; lines wrap, plain keys, the ordinary screen."""


def is_terminal() -> bool:
    """Whether the screens can open: keys come from a terminal, and stderr is one.

    Textual itself does not check; it would write escape codes into pipes for ever.
    """
    if os.environ.get("TERM", "") in ("", "dumb"):
        return False
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def few_colors() -> bool:
    """Whether the terminal has sixteen colours or fewer."""
    if os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return False
    name = os.environ.get("TERM", "").strip().lower()
    _, _, colors = name.rpartition("-")
    return bool(name) and colors not in MANY_COLORS


def speaks_unicode() -> bool:
    """Whether the terminal says UTF-8 and is not Linux's console, whose font lacks our signs.

    Python itself gives LC_CTYPE of C.UTF-8 to a program that was started without a locale.
    """
    encoding = getattr(sys.__stdout__, "encoding", None) or ""
    if os.environ.get("TERM") == "linux" or encoding.lower() not in _UTF_8:
        return False
    if os.name == "nt":
        return True
    said = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    lc_all, lc_ctype, lang = said
    if not lc_all and lc_ctype == "C.UTF-8" and lang in ("", "C", "POSIX"):
        return False
    locale = next(filter(None, said), "").lower()
    _, _, with_modifier = locale.rpartition(".")
    codeset, _, _ = with_modifier.partition("@")
    return codeset in _UTF_8


def hung_up() -> bool:
    """Whether the terminal that the program was started in is gone: its window was closed."""
    try:
        import termios
    except ImportError:  # a system that ends the programs of a window with it
        return False
    try:
        termios.tcgetattr(sys.stdin.fileno())
    except (termios.error, OSError, ValueError):
        return True
    return False


@contextmanager
def heeding(leave: Callable[[int], object]) -> Iterator[None]:
    """Call `leave` with the exit code when the system tells the program to end.

    A program that does not leave within `GRACE`, or gets a second signal, is ended; the terminal
    is then restored. A signal that is ignored already (nohup) stays so.
    """
    end = _ender()
    was_told = threading.Event()

    def heed(number: int, _frame: FrameType | None) -> None:
        code = KILLED + number
        if was_told.is_set():
            end(code)
        was_told.set()
        timer = threading.Timer(GRACE, end, (code,))
        timer.daemon = True
        timer.start()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # the screens are not open yet, or not any more
            raise SystemExit(code) from None
        loop.call_soon_threadsafe(leave, code)

    known = [signal.Signals[name] for name in ENDING if hasattr(signal, name)]
    heeded = {
        number: old for number in known if (old := signal.getsignal(number)) != signal.SIG_IGN
    }
    for number in heeded:
        signal.signal(number, heed)
    try:
        yield
    finally:
        for number, old in heeded.items():
            signal.signal(number, old)


def _ender() -> Callable[[int], None]:
    keys = 0
    screen = 2
    attributes = None
    with suppress(ImportError, OSError):
        import termios

        with suppress(termios.error):
            attributes = termios.tcgetattr(keys)

    def end(code: int) -> None:
        with suppress(Exception):
            os.write(screen, PLAIN.encode())
        with suppress(Exception):
            if attributes is not None:
                termios.tcsetattr(keys, termios.TCSANOW, attributes)
        os._exit(code)

    return end
