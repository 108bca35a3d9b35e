"""The private parts of Textual that tests need; only this module uses them.

Importing it puts them in place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Set
from time import monotonic
from typing import Any, cast
from weakref import WeakKeyDictionary, WeakSet

import textual._time
import textual.app
import textual.pilot
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

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


async def _wait_for_screen(pilot: Pilot[Any], timeout: float = 0) -> bool:
    await _wait_for_idle()
    return True


textual.app.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
textual.pilot.wait_for_idle = _wait_for_idle  # type: ignore[attr-defined]
Pilot._wait_for_screen = _wait_for_screen  # type: ignore[assignment, method-assign]

# No terminal shows what an app under test draws, but it is drawn all the same, several times for a
# key: a third of the time of all tests. By day it is drawn whenever a test looks, and when the app
# ends; by night each time.

_render = Compositor.render_update
_shut_down = App._shutdown
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
    _owed.add(compositor)
    return None


async def _end_drawn(app: App[Any]) -> None:
    """Shut the app down; draw the screen in front before, if it has changed since it was drawn."""
    if app._running and app.screen_stack and app.screen._compositor in _owed:
        try:
            screen_strips(app)
        except Exception as error:
            app._exception = app._exception or error  # which ends the test, as any other
    await _shut_down(app)


if not NIGHTLY:
    Compositor.render_update = _owe  # type: ignore[method-assign, assignment]
    App._shutdown = _end_drawn  # type: ignore[method-assign, assignment]

# Sheets of styles are the same in all apps, but each parses all of them anew, and again each time
# a screen brings one of its own: a quarter of the time of all tests.

_parse_all = Stylesheet.parse
_parse = Stylesheet._parse_rules
_parsed: dict[Hashable, list[RuleSet]] = {}
_mapped: dict[Hashable, dict[str, list[RuleSet]]] = {}


def _parse_all_once(sheet: Stylesheet) -> None:
    """Put together the rules of all sources under these variables, once."""
    key = (*sheet.source.items(), *sheet._variables.items())
    if key not in _mapped or sheet._invalid_css:
        _parse_all(sheet)
        _parsed[key] = sheet._rules
        _mapped[key] = sheet.rules_map
    sheet._rules = _parsed[key]
    sheet._rules_map = _mapped[key]
    sheet._require_parse = False


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


Stylesheet.parse = _parse_all_once  # type: ignore[method-assign, assignment]
Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign, assignment]
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]

# Which rules apply to a widget, and to its parts that have styles of their own, is looked for anew
# for each widget of each app, and again whenever a class or the focus changes: a third of the time
# of an app that starts. They are the same wherever the path from the app to the widget looks the
# same.

_apply = Stylesheet.apply
_style_parts = Stylesheet._process_component_classes
_pseudo: dict[int, frozenset[str]] = {}
_looks: WeakKeyDictionary[DOMNode, Hashable] = WeakKeyDictionary()
_rules: dict[Hashable, dict[str, object]] = {}
_asked: dict[Hashable, tuple[bool, ...]] = {}
_sought: set[Hashable] = set()
OF_THE_APP = frozenset({"dark", "light", "ansi", "nocolor", "inline"})
"""Pseudo-classes that all widgets of an app have, or none."""


def _numbered(sheet: Stylesheet) -> tuple[int, frozenset[str]]:
    """A number for all the rules of a sheet, and the pseudo-classes that they ask for."""
    rules = sheet.rules  # which are kept, so that no others get their number
    number = id(rules)
    if number not in _pseudo:
        _pseudo[number] = frozenset[str]().union(*(rule.pseudo_classes for rule in rules))
    return number, _pseudo[number]


def _path(sheet: Stylesheet, widget: DOMNode) -> Hashable:
    """All that decides which rules apply to a widget and its parts."""
    number, pseudo = _numbered(sheet)
    app, *nodes = widget.css_path_nodes
    own = pseudo - OF_THE_APP
    path = tuple((type(it), it.id, it.classes, *map(it.has_pseudo_class, own)) for it in nodes)
    return number, type(app), app.classes, *map(app.has_pseudo_class, pseudo), path


def _apply_once(
    sheet: Stylesheet,
    node: DOMNode,
    *,
    animate: bool = False,
    cache: dict[tuple[object, ...], RulesMap] | None = None,
) -> None:
    """Style a node by rules that are looked for once."""
    if not isinstance(node, Widget):
        _apply(sheet, node, animate=animate, cache=cache)
        return
    path = _path(sheet, node)
    if path not in _rules:
        _apply(sheet, node, animate=animate)
        _rules[path] = dict(node.styles.base._rules)
        _asked[path] = (
            node._has_hover_style,
            node._has_focus_within,
            node._has_order_style,
            node._has_odd_or_even,
        )
        return
    (
        node._has_hover_style,
        node._has_focus_within,
        node._has_order_style,
        node._has_odd_or_even,
    ) = _asked[path]
    if node.styles.base._rules == _rules[path]:
        node.notify_style_update()
    else:
        sheet.replace_rules(node, cast(RulesMap, _rules[path]), animate=animate)
    _style_parts_once(sheet, node, path)


class _Parts(dict[str, RenderStyles]):
    """The styles of the parts of a widget; each is made on demand, as most are never drawn."""

    def __init__(self, widget: DOMNode, path: Hashable, parts: Set[str]) -> None:
        self._widget = widget
        self._path = path
        self._parts = parts

    def __contains__(self, part: object) -> bool:
        return part in self._parts or super().__contains__(part)

    def __missing__(self, part: str) -> RenderStyles:
        if part not in self._parts:
            raise KeyError(part)
        node = _part(self._widget, part)
        node.styles.base._rules.update(_rules[self._path, part])  # type: ignore[typeddict-item]
        self[part] = node.styles
        return node.styles

    def clear(self) -> None:
        self._parts = frozenset()
        super().clear()


def _part(widget: DOMNode, part: str) -> DOMNode:
    """A node for a part of a widget, as Textual makes it."""
    node = DOMNode(classes=part)
    node._attach(widget)
    return node


def _look_for_parts(sheet: Stylesheet, widget: DOMNode, path: Hashable, parts: Set[str]) -> None:
    """Find the rules for each part of a widget that looks so, once."""
    for part in parts:
        if (path, part) not in _rules:
            node = _part(widget, part)
            _apply(sheet, node)
            _rules[path, part] = dict(node.styles.base._rules)


def _style_parts_once(sheet: Stylesheet, widget: DOMNode, path: Hashable = None) -> None:
    """Style the parts of a widget, each by rules that are looked for once."""
    parts = widget._get_component_classes()
    if not parts:
        return
    path = path or _path(sheet, widget)
    before = _looks.get(widget)
    if before == path:
        return
    if path not in _sought:
        _look_for_parts(sheet, widget, path, parts)
        _sought.add(path)
    widget._component_styles = _Parts(widget, path, parts)
    _looks[widget] = path
    if before is None or any(_rules[before, part] != _rules[path, part] for part in parts):
        widget.refresh()


if not NIGHTLY:
    Stylesheet.apply = _apply_once  # type: ignore[method-assign, assignment]
    Stylesheet._process_component_classes = _style_parts_once  # type: ignore[method-assign, assignment]


# A picture of the screen (`export_screenshot`) is public, but costs much more than its lines.


def screen_strips(app: App[Any]) -> list[Strip]:
    """The screen, line by line with its styles."""
    compositor = app.screen._compositor
    _owed.discard(compositor)
    compositor._dirty_regions.clear()
    visible_screen_stack.set(app._background_screens)
    return compositor.render_strips()


def screen_text(app: App[Any]) -> str:
    """The screen as text."""
    return "\n".join(strip.text.rstrip() for strip in screen_strips(app))
