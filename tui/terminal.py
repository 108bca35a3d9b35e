"""Whether there is a terminal to draw on."""

from __future__ import annotations

import os
import sys


def is_terminal() -> bool:
    """Whether the screens can open: keys come from a terminal and Textual's stderr is one.

    Textual itself does not look; without this it writes escape codes into pipes for ever.
    """
    if os.environ.get("TERM", "") in ("", "dumb"):
        return False
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


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
