"""B8: the demo's first screen through a real pty, against the barest Textual program."""

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
from collections.abc import Callable
from pathlib import Path
from time import monotonic, perf_counter

import outrider
from tests.bench.harness import Row, timed

ROOT = Path(outrider.__file__).parent
PATIENCE = 30.0
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
"""A word that shows only when the journal has been read: the page that greets."""


def seen(arguments: list[str], word: bytes) -> float:
    """The seconds from starting a program until `word` is on its screen, which is 120x40."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment.pop("NO_COLOR", None)
    start = perf_counter()
    program = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, env=environment,
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    try:
        _wait_for(master, word)
        return perf_counter() - start
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait()
        os.close(master)


def _wait_for(master: int, word: bytes) -> None:
    shown = b""
    until = monotonic() + PATIENCE
    while word not in shown:
        if monotonic() > until or not select.select([master], [], [], PATIENCE)[0]:
            raise SystemExit(f"B8: {word.decode()} was not shown within {PATIENCE:.0f} s")
        try:
            shown += os.read(master, 65536)
        except OSError as error:
            text = shown.decode(errors="replace")[-2000:]
            raise SystemExit(f"B8: the program ended early: {text}") from error


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
        Row("B8", "journal read, Journey shown", took["journey"], other, took["bare"], 2.7),
    ]
