"""The private parts of Textual that tests need; only this module uses them.

Importing it puts them in place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import textual._time
import textual.app
import textual.pilot
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.styles import RenderStyles
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from tests.thorough import NIGHTLY
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
    _paint_what_is_owed()


async def _wait_for_screen(pilot: Pilot[Any], timeout: float = 0) -> bool:
    await _wait_for_idle()
    return True


textual.app.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
textual.pilot.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
Pilot._wait_for_screen = _wait_for_screen  # type: ignore[assignment, method-assign]

# No terminal shows what an app under test draws, but it is drawn all the same, several times for a
# key: a third of the time of all tests. By day it is drawn once, when the app has nothing left to
# do, and whenever a test looks; by night each time.

_render = Compositor.render_update
_owed: WeakSet[Compositor] = WeakSet()


def _owe(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """Put a frame off; a picture is drawn at once."""
    if full:
        return _render(compositor, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    _owed.add(compositor)
    return None


def _paint_what_is_owed() -> None:
    """Draw the screen in front as it is now, if it has changed since it was drawn."""
    app = active_app.get(None)
    if app is None or not app.screen_stack:
        return
    compositor = app.screen._compositor
    if compositor in _owed:
        _owed.discard(compositor)
        _render(compositor, screen_stack=app._background_screens)


if not NIGHTLY:
    Compositor.render_update = _owe  # type: ignore[method-assign, assignment]

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

# A widget with parts that have styles of their own is styled once more for each of them, whenever
# one of its classes changes: a quarter of the time of an app that starts. The rules that apply are
# the same wherever the path from the app to the widget looks the same.

_style_parts = Stylesheet._process_component_classes
_sheets: dict[tuple[int, ...], int] = {}
_numbers: WeakKeyDictionary[Stylesheet, tuple[list[RuleSet], int, frozenset[str]]]
_numbers = WeakKeyDictionary()
_looks: WeakKeyDictionary[DOMNode, Hashable] = WeakKeyDictionary()
_rules: dict[Hashable, dict[str, object]] = {}


def _numbered(sheet: Stylesheet) -> tuple[int, frozenset[str]]:
    """A number for all the rules of a sheet, and the pseudo-classes that they ask for."""
    rules, number, pseudo = _numbers.get(sheet, ([], 0, frozenset[str]()))
    if rules is not sheet.rules:
        rules = sheet.rules
        number = _sheets.setdefault(tuple(map(id, rules)), len(_sheets))
        pseudo = frozenset[str]().union(*(rule.pseudo_classes for rule in rules))
        _numbers[sheet] = rules, number, pseudo
    return number, pseudo


def _path(sheet: Stylesheet, widget: DOMNode) -> Hashable:
    """All that decides which rules apply to the parts of a widget."""
    number, pseudo = _numbered(sheet)
    path = tuple(
        (type(node), node.id, node.classes, *map(node.has_pseudo_class, pseudo))
        for node in widget.css_path_nodes
    )
    return number, path


def _style_parts_once(sheet: Stylesheet, widget: DOMNode) -> None:
    """Style the parts of a widget, each by rules that are looked for once."""
    parts = widget._get_component_classes()
    if not parts:
        return
    path = _path(sheet, widget)
    before = widget._component_styles
    if _looks.get(widget) == path and before.keys() == parts:
        return
    styles: dict[str, RenderStyles] = {}
    for part in sorted(parts):
        node = DOMNode(classes=part)
        node._attach(widget)
        if (path, part) in _rules:
            node.styles.base._rules.update(_rules[path, part])  # type: ignore[typeddict-item]
        else:
            sheet.apply(node)
            _rules[path, part] = dict(node.styles.base._rules)
        styles[part] = node.styles
    changed = any(before.get(part) != one for part, one in styles.items())
    widget._component_styles = styles
    _looks[widget] = path
    if changed:
        widget.refresh()


if not NIGHTLY:
    Stylesheet._process_component_classes = _style_parts_once  # type: ignore[method-assign, assignment]


# A picture of the screen (`export_screenshot`) is public, but costs much more than its lines.


def screen_strips(app: App[Any]) -> list[Strip]:
    """The screen, line by line with its styles."""
    return app.screen._compositor.render_strips()


def screen_text(app: App[Any]) -> str:
    """The screen as text."""
    return "\n".join(strip.text.rstrip() for strip in screen_strips(app))
