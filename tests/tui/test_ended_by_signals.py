"""Told to end, the program leaves the terminal as it found it (P20)."""

from __future__ import annotations

import signal
from itertools import product
from pathlib import Path

import pytest

from saves import paths
from saves.store.sqlite.lease import lock_path
from tests.demos import the_ambush
from tests.thorough import cases
from tests.tui.terminals import terminal

SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT")


def signals(day: str) -> pytest.MarkDecorator:
    """Each signal by night, one by day: each is met by day, and each moment has one."""
    nights = {name: pytest.mark.nightly for name in SIGNALS if name != day}
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=nights.get(name, ())) for name in SIGNALS]
    )


@signals("SIGTERM")
def test_on_the_first_screen(home: Path, name: str) -> None:
    """Given the list of campaigns, when the program is told to end, then all is as before."""
    number = signal.Signals[name]
    with terminal(home) as shown:
        shown.until(b"\x1b[?1049h", b"Open the demo campaign")
        shown.child.send_signal(number)
        code = shown.ended()
        assert (code, shown.left_on(), shown.as_before()) == (128 + number, set(), True)


@signals("SIGHUP")
def test_while_the_first_screen_is_being_painted(home: Path, name: str) -> None:
    """Given a terminal just taken over, when the program is told to end, then it gives it back."""
    number = signal.Signals[name]
    with terminal(home) as shown:
        shown.until(b"\x1b[?1049h")
        shown.child.send_signal(number)
        code = shown.ended()
        assert (code, shown.left_on(), shown.as_before()) == (128 + number, set(), True)


@signals("SIGQUIT")
def test_while_a_campaign_is_being_opened(home: Path, name: str) -> None:
    """Given a demo that is being made, when the program is told to end, then it ends in order."""
    number = signal.Signals[name]
    with terminal(home, "demo") as shown:
        shown.until(b"Opening")
        shown.child.send_signal(number)
        code = shown.ended()
        assert (code, shown.left_on(), shown.as_before()) == (128 + number, set(), True)


@pytest.mark.parametrize(
    ("greeted", "name"),
    cases(
        product((False, True), SIGNALS),
        ("False-SIGHUP", "True-SIGTERM"),
        lambda case: f"{case[0]}-{case[1]}",
    ),
)
def test_in_a_fight(home: Path, greeted: bool, name: str) -> None:
    """Given a fight, or a dialog before it, when it is told to end, then the campaign is closed."""
    number = signal.Signals[name]
    the_ambush()
    (path,) = paths.campaigns().iterdir()
    with terminal(home, "demo") as shown:
        shown.until(b"goes on")
        if greeted:
            shown.type(b"\r")
            shown.until(b"why")
        shown.child.send_signal(number)
        code = shown.ended()
        assert (code, shown.left_on(), shown.as_before()) == (128 + number, set(), True)
    assert not lock_path(path).exists()


def test_a_program_whose_window_is_closed_ends(home: Path) -> None:
    """Given a campaign, when its window is closed, then the program ends and lets it go."""
    the_ambush()
    (path,) = paths.campaigns().iterdir()
    with terminal(home, "demo") as shown:
        shown.until(b"Previously")
        assert lock_path(path).exists()
        shown.close()
        shown.child.send_signal(signal.SIGHUP)
        assert shown.child.wait() == 128 + signal.SIGHUP
    assert not lock_path(path).exists()


STUCK = """
import asyncio, sys, termios, threading, tty
from tui.kit.terminal import heeding

async def stuck():
    tty.setraw(0)
    print("\\x1b[?1049h\\x1b[?1000h\\x1b[?1003h stuck", flush=True, file=sys.stderr)
    threading.Event().wait()

with heeding(lambda code: None):
    asyncio.run(stuck())
"""


def test_a_program_that_is_stuck_is_ended_when_it_is_told_again(home: Path) -> None:
    """Given a program that hears nothing, when it is told twice, then the terminal is as before."""
    with terminal(home, program=("-c", STUCK)) as shown:
        shown.until(b"stuck")
        for number in (signal.SIGTERM, signal.SIGHUP):
            shown.child.send_signal(number)
        code = shown.ended()
        assert code in (128 + signal.SIGTERM, 128 + signal.SIGHUP)
        assert (shown.left_on(), shown.as_before()) == (set(), True)


def test_what_was_told_to_outlive_its_window_does(home: Path) -> None:
    """Given `nohup outrider`, when its window is closed, then the hang-up is not heard."""
    with terminal(home, entering=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as shown:
        shown.until(b"Open the demo campaign")
        shown.child.send_signal(signal.SIGHUP)
        shown.child.send_signal(signal.SIGTERM)
        assert shown.ended() == 128 + signal.SIGTERM
