"""B8: the demo's first screen through a real pty, against a minimal Textual program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from tests.bench.harness import Row, timed
from tests.bench.terminal import ROOT, Terminal

BARE = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("READY")

Bare().run()
"""
FIRST = b"companion"
"""A word of the first screen."""
JOURNEY = b"Previously"
"""A word of the opening page, which appears once the journal has been read."""


def seen(arguments: list[str], word: bytes) -> float:
    """Seconds from the start of a program until `word` is on its 120x40 screen."""
    with Terminal(*arguments) as terminal:
        return terminal.shows(word)


def run() -> list[Row]:
    demo = ["-m", "outrider", "demo"]
    subprocess.run(  # makes the demo, which is not what is measured
        [sys.executable, *demo], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    sides: dict[str, Callable[[], float]] = {
        "bare": lambda: seen(["-c", BARE], b"READY"),
        "first": lambda: seen(demo, FIRST),
        "journey": lambda: seen(demo, JOURNEY),
    }
    took = {name: sorted(times)[len(times) // 2] for name, times in timed(sides, rounds=9)}
    other = "bare Textual app"
    return [
        Row("B8", "first paint of outrider demo", took["first"], other, took["bare"], 1.15),
        Row("B8", "journal read, Journey shown", took["journey"], other, took["bare"], 4.5),
    ]
