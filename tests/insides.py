"""The private parts of Textual that tests need; only this module uses them.

Importing it puts them in place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from time import monotonic
from typing import Any

import textual._time
import textual.app
import textual.pilot
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.pilot import Pilot
from textual.strip import Strip

from tests.waiting import settled

# Timers reckon with the wall clock; in tests with the clock of the loop, which they sleep by.


def _now() -> float:
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:  # in a thread
        return monotonic()


textual._time.get_time = _now

# A pilot waits until the process uses little processor time; a starved process does so, too.


async def _wait_for_idle(min_sleep: float = 0, max_sleep: float = 0) -> None:
    await settled()


async def _wait_for_screen(pilot: Pilot[Any], timeout: float = 0) -> bool:
    await settled()
    return True


textual.app.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
textual.pilot.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
Pilot._wait_for_screen = _wait_for_screen  # type: ignore[assignment, method-assign]

# Sheets of styles are the same in all apps, but each parses all of them anew, and again each time
# a screen brings one of its own: a quarter of the time of all tests.

_parse = Stylesheet._parse_rules
_parsed: dict[Hashable, list[RuleSet]] = {}


def _parse_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """The rules of a sheet under these variables, made once."""
    key = (css, read_from, is_default_rules, tie_breaker, scope, (*sheet._variables.items(),))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign, assignment]
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]


# A picture of the screen (`export_screenshot`) is public, but costs much more than its lines.


def screen_strips(app: App[Any]) -> list[Strip]:
    """The screen, line by line with its styles."""
    return app.screen._compositor.render_strips()


def screen_text(app: App[Any]) -> str:
    """The screen as text."""
    return "\n".join(strip.text.rstrip() for strip in screen_strips(app))
