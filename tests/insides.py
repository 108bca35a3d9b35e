"""The private parts of Textual that tests need; only this module uses them.

Importing it puts them in place.
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
    Set,
)
from time import monotonic
from types import FunctionType
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary, WeakSet

import pytest
import textual._time
import textual.app
import textual.pilot
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import CombinatorType, RuleSet, Selector, SelectorType
from textual.css.styles import RenderStyles, RulesMap
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip, StripRenderable
from textual.style import Style
from textual.visual import RenderOptions, RichVisual
from textual.widget import Widget

from tests.thorough import NIGHTLY
from tests.waiting import settled

_replace = pytest.MonkeyPatch().setattr
"""Put ours in the place of a part of Textual's: for good. AttributeError where there is none."""

# Timers.
#
# Textual's timers reckon with the wall clock, but sleep by the clock of the loop, which is the
# test's own (`tests.waiting`). Here they reckon with that clock, too, so that none is late on a
# busy machine.


def _now() -> float:
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:  # in a thread, which has no loop
        return monotonic()


_replace(textual._time, "get_time", _now)

# Waiting for the app.
#
# After each key a pilot waits until the process uses little processor time, which a process that
# the machine gives no time does as well. Here it waits until the app has nothing left to do.


async def _wait_for_idle(min_sleep: float = 0, max_sleep: float = 0) -> None:
    await settled()


async def _wait_for_screen(pilot: Pilot[Any], timeout: float = 0) -> bool:
    await _wait_for_idle()
    return True


_replace(textual.app, "wait_for_idle", _wait_for_idle)
_replace(textual.pilot, "wait_for_idle", _wait_for_idle)
_replace(Pilot, "_wait_for_screen", _wait_for_screen)

# Drawing.
#
# Without a terminal an app draws all the same, several times for a key, and nobody sees it: a third
# of the time of all tests. By day a frame is only noted as owed. It is drawn when a test looks
# (`screen_strips`), and when the app ends. That is safe because drawing decides nothing: what an
# app does follows from its widgets, which are as they would be. A widget that cannot be drawn still
# fails its test, at the next look or at the end. By night every frame is drawn.

_render = Compositor.render_update
_shut_down = App._shutdown
_owed: WeakSet[Compositor] = WeakSet()
"""What has changed since it was drawn."""


def _owe(
    compositor: Compositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    simplify: bool = False,
) -> RenderableType | None:
    """Put a frame off: None means that there is nothing to draw. A picture is drawn at once."""
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
            if app._exception is None:
                app._exception = error  # `run_test` raises it, as any other error of the app
    await _shut_down(app)


if not NIGHTLY:
    _replace(Compositor, "render_update", _owe)
    _replace(App, "_shutdown", _end_drawn)

# Sheets of styles.
#
# They are the same in all apps, but each app parses all of them, and again when a screen brings one
# of its own: a quarter of the time of all tests. Here the rules of a sheet, and of all sheets of an
# app together, are made once and shared. That is safe because nobody changes rules once they are
# made, and because the key of what is kept holds all that they are made of: the text, where it is
# from, and the variables, which are the colours of the theme. Sheets with mistakes are not kept.

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


_replace(Stylesheet, "parse", _parse_all_once)
_replace(Stylesheet, "_parse_rules", _parse_once)
# Textual's own returns the id, too, but as a function of Python, which is called very often.
_replace(RuleSet, "__hash__", object.__hash__)

# The styles of widgets.
#
# Textual looks for the rules that apply to a widget, and to its parts that have styles of their
# own, for each widget of each app, and again when a class or the focus changes: a third of the time
# of an app that starts. Here they are looked for once for all that can decide them: the rules that
# name the widget by its type, id or classes, and what these rules ask for (names, pseudo-classes)
# that the widget and those above it have. That is safe because rules apply alike where all that
# they ask for is alike; no program of ours animates a style, so that what a widget has after it was
# styled is what it keeps. `tests/test_insides.py` compares the result with Textual's. By night
# Textual's own is used.

_apply = Stylesheet.apply
_style_parts = Stylesheet._process_component_classes


def _kind(node: DOMNode) -> Hashable:
    """All that the names of a node follow from."""
    return type(node), node.id, node.classes


def _name(selector: Selector) -> str:
    """The name by which a selector asks, written as Textual writes the names of a node."""
    match selector.type:
        case SelectorType.CLASS:
            return f".{selector.name}"
        case SelectorType.ID:
            return f"#{selector.name}"
        case SelectorType.TYPE:
            return selector.name
        case _:
            return "*"


class _Asked:
    """What selectors ask of a node: its names, and its pseudo-classes."""

    def __init__(self, selectors: Collection[Selector]) -> None:
        self._names = frozenset(_name(selector) for selector in selectors)
        self._pseudo = sorted({name for selector in selectors for name in selector.pseudo_classes})
        self._known: dict[Hashable, frozenset[str]] = {}

    def look_at(self, node: DOMNode) -> Hashable:
        """All of it that a node has."""
        kind = _kind(node)
        if kind not in self._known:
            self._known[kind] = self._names & (node._selector_names | node._css_type_names)
        return self._known[kind], *map(node.has_pseudo_class, self._pseudo)


IN_ORDER = frozenset({"first-of-type", "last-of-type", "first-child", "last-child", "empty"})
ODD_OR_EVEN = frozenset({"odd", "even"})
"""Pseudo-classes that depend on those beside a node, as Textual groups them."""


class _Candidates:
    """Rules that may apply to a node, whatever is above it; the same rules are the same object."""

    def __init__(self, rules: tuple[RuleSet, ...]) -> None:
        pseudo = frozenset[str]().union(*(rule.pseudo_classes for rule in rules))
        self.flags = (
            "hover" in pseudo,
            "focus-within" in pseudo,
            not pseudo.isdisjoint(IN_ORDER),
            not pseudo.isdisjoint(ODD_OR_EVEN),
        )
        """What Textual notes of a node while it styles it."""
        own: list[Selector] = []
        above: list[Selector] = []
        for selectors in (each.selectors for rule in rules for each in rule.selector_set):
            last = _begin_last(selectors)
            own += selectors[last:]
            above += selectors[:last]
        self._own = _Asked(own)
        self._above = _Asked(above) if above else None

    def look_at(self, node: DOMNode) -> Hashable:
        """All that decides which of them apply to a node."""
        *above, _ = node.css_path_nodes
        return self, self._own.look_at(node), *self._look_above(above)

    def look_at_parts(self, widget: Widget) -> Hashable:
        """All that decides which of them apply to the parts of a widget, which have no state."""
        return self, *self._look_above(widget.css_path_nodes)

    def _look_above(self, nodes: Iterable[DOMNode]) -> tuple[Hashable, ...]:
        return () if self._above is None else tuple(map(self._above.look_at, nodes))


_every: dict[tuple[RuleSet, ...], _Candidates] = {}
"""All candidates by their rules, in order."""
_candidates: dict[Hashable, _Candidates] = {}
"""By the rules of a sheet and a kind of node, or the names of parts."""
_order: dict[int, dict[RuleSet, int]] = {}
"""The place of each rule among all those of a sheet."""
_rules: dict[Hashable, RulesMap] = {}
"""What applies to a widget, by what decides it."""
_rules_of_parts: dict[Hashable, dict[str, RulesMap]] = {}
"""What applies to the parts of a widget, by what decides it, then by the name of the part."""
_styled_by: WeakKeyDictionary[DOMNode, Hashable] = WeakKeyDictionary()
"""What decided the styles of the parts of a widget last."""


def _begin_last(selectors: Sequence[Selector]) -> int:
    """Where those selectors begin that ask of the node itself, and not of those above it."""
    at = len(selectors) - 1
    while at > 0 and selectors[at].combinator == CombinatorType.SAME:
        at -= 1
    return at


def _find(sheet: Stylesheet, about: Hashable, names: Callable[[], Set[str]]) -> _Candidates:
    """The rules of a sheet that name one of these; `about` is what the names follow from."""
    rules = sheet.rules
    number = id(rules)  # of no other list: `_parsed` keeps this one for ever
    key = (number, about)
    if key not in _candidates:
        if number not in _order:
            _order[number] = {rule: place for place, rule in enumerate(rules)}
        named = sheet.rules_map.keys() & names()
        found = {rule for name in named for rule in sheet.rules_map[name]}
        ordered = tuple(sorted(found, key=_order[number].__getitem__))
        if ordered not in _every:
            _every[ordered] = _Candidates(ordered)
        _candidates[key] = _every[ordered]
    return _candidates[key]


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
    candidates = _find(sheet, _kind(node), lambda: node._selector_names)
    key = candidates.look_at(node)
    if key not in _rules:
        _apply(sheet, node, animate=animate)
        _rules[key] = node.styles.base._rules.copy()
        return
    _set_flags(node, *candidates.flags)
    if node.styles.base._rules == _rules[key]:
        node.notify_style_update()
    else:
        sheet.replace_rules(node, _rules[key], animate=animate)
    _style_parts_once(sheet, node)


def _set_flags(node: DOMNode, hover: bool, focus: bool, order: bool, odd_or_even: bool) -> None:
    node._has_hover_style = hover
    node._has_focus_within = focus
    node._has_order_style = order
    node._has_odd_or_even = odd_or_even


class _Parts(dict[str, RenderStyles]):
    """The styles of the parts of a widget; each is made on demand, as most are never drawn."""

    def __init__(self, widget: DOMNode, rules: Mapping[str, RulesMap]) -> None:
        self._widget = widget
        self._rules = rules

    def __contains__(self, part: object) -> bool:
        return part in self._rules or super().__contains__(part)

    def __missing__(self, part: str) -> RenderStyles:
        if part not in self._rules:
            raise KeyError(part)
        node = _part(self._widget, part)
        node.styles.base._rules.update(self._rules[part])
        self[part] = node.styles
        return node.styles

    def clear(self) -> None:
        """Forget them all, also those that were not made: Textual does so when a widget goes."""
        self._rules = {}
        super().clear()


def _part(widget: DOMNode, part: str) -> DOMNode:
    """A node for a part of a widget, as Textual makes it."""
    node = DOMNode(classes=part)
    node._attach(widget)
    return node


def _look_for_part(sheet: Stylesheet, widget: DOMNode, part: str) -> RulesMap:
    """Find the rules for a part of a widget."""
    node = _part(widget, part)
    _apply(sheet, node)
    return node.styles.base._rules.copy()


def _style_parts_once(sheet: Stylesheet, widget: DOMNode) -> None:
    """Style the parts of a widget by rules looked for once; draw it again if one looks otherwise.

    Textual gives parts to nodes that are no widgets, too, but none has any.
    """
    parts = widget._get_component_classes()
    if not parts or not isinstance(widget, Widget):
        return
    names = {"*", DOMNode.__name__, *(f".{part}" for part in parts)}
    candidates = _find(sheet, parts, lambda: names)
    key = frozenset(parts), candidates.look_at_parts(widget)
    before = _styled_by.get(widget)
    if before == key:
        return
    if key not in _rules_of_parts:
        _rules_of_parts[key] = {part: _look_for_part(sheet, widget, part) for part in parts}
    widget._component_styles = _Parts(widget, _rules_of_parts[key])
    _styled_by[widget] = key
    if before is None or _rules_of_parts[before] != _rules_of_parts[key]:
        widget.refresh()


if not NIGHTLY:
    _replace(Stylesheet, "apply", _apply_once)
    _replace(Stylesheet, "_process_component_classes", _style_parts_once)

# Handlers of messages.
#
# For each message that reaches a widget, and whenever it has none left, Textual looks through all
# classes that the widget is made of for handlers. Here it is kept which of these classes have any.
# That is safe because classes do not change, but for the handlers that they have, which a test may
# replace. By night Textual's own is used.

_get_methods = MessagePump._get_dispatch_methods
_handling: dict[Hashable, list[type] | None] = {}
"""The classes with a handler, by what is to handle a message, its handler's name and its class.

None where one of them chooses its handler by a decorator: that is left to Textual."""
Handler: TypeAlias = Callable[[Message], Awaitable[object]]


def _get_methods_once(
    pump: MessagePump, name: str, message: Message
) -> Iterable[tuple[type, Handler]]:
    """The handlers of a message, of each class in turn."""
    key = (type(pump), name, type(message))
    if key not in _handling:
        _handling[key] = _find_handling(type(pump), name, message)
    handling = _handling[key]
    if handling is None:
        yield from _get_methods(pump, name, message)
        return
    for each in handling:
        if message._no_default_action:
            return
        method = _method(each, name)
        if method is not None:
            yield each, method.__get__(pump, each)


def _find_handling(kind: type, name: str, message: Message) -> list[type] | None:
    """The classes that have a handler of a message; None where one has it by a decorator."""
    handling: list[type] = []
    for each in kind.__mro__:
        decorated: Iterable[type[Message]] = vars(each).get("_decorated_handlers", ())
        method = _method(each, name)
        if hasattr(method, "_textual_on") or any(isinstance(message, one) for one in decorated):
            return None
        if method is not None:
            handling.append(each)
    return handling


def _method(kind: type, name: str) -> FunctionType | None:
    """The handler that a class has by its name, if any."""
    return vars(kind).get(f"_{name}") or vars(kind).get(name)


if not NIGHTLY:
    _replace(MessagePump, "_get_dispatch_methods", _get_methods_once)

# What is behind a dialog.
#
# A dialog that is drawn tints each piece of the whole screen behind it again, which takes longer
# than all of its own. Here what is behind is drawn as ever, but tinted only when it has changed.
# That is safe because a tint follows from the pieces and its colour. By night Textual tints.

_render_visual = RichVisual.render_strips
_tinted: WeakKeyDictionary[Compositor, tuple[Hashable, list[Strip], list[Strip]]] = (
    WeakKeyDictionary()
)
"""By the screen behind: in which style it was tinted, its lines, and the same lines tinted."""


class _LinesBehind(BackgroundScreen):
    """The lines of the screen behind a dialog, which are drawn already."""

    def __init__(self, behind: BackgroundScreen, lines: list[Strip]) -> None:
        super().__init__(behind.screen, behind.color)
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return self.process_segments(console.render(StripRenderable(self._lines)), self.color)


def _tint_once(
    visual: RichVisual, width: int, height: int | None, style: Style, options: RenderOptions
) -> list[Strip]:
    """Draw something of Rich; the screen behind a dialog is tinted once while it is the same."""
    behind = visual._renderable
    if not isinstance(behind, BackgroundScreen):
        return _render_visual(visual, width, height, style, options)
    compositor = behind.screen._compositor
    lines = compositor.render_strips()
    way = (type(visual._widget), width, height, style, behind.color)
    known = _tinted.get(compositor)
    if known is None or known[0] != way or known[1] != lines:
        drawn = RichVisual(visual._widget, _LinesBehind(behind, lines))
        known = (way, lines, _render_visual(drawn, width, height, style, options))
        _tinted[compositor] = known
    return [*known[2]]


if not NIGHTLY:
    _replace(RichVisual, "render_strips", _tint_once)

# Looking at the screen.


# A picture of the screen (`export_screenshot`) is public, but costs much more than its lines.


def screen_strips(app: App[Any]) -> list[Strip]:
    """The screen, line by line with its styles, drawn as `render_update` would.

    Nothing is owed of it then, nothing is to be drawn again, and a dialog knows what is behind it.
    """
    compositor = app.screen._compositor
    _owed.discard(compositor)
    compositor._dirty_regions.clear()
    visible_screen_stack.set(app._background_screens)
    return compositor.render_strips()


_texts: WeakKeyDictionary[Compositor, str] = WeakKeyDictionary()
"""The text of each screen as it was drawn last."""


def screen_text(app: App[Any]) -> str:
    """The screen as text; of what is drawn already it is made once, while all of it stands."""
    compositor = app.screen._compositor
    owed = NIGHTLY or any(screen._compositor in _owed for screen in app.screen_stack)
    if owed or compositor not in _texts:
        strips = screen_strips(app)
        _texts[compositor] = "\n".join(strip.text.rstrip() for strip in strips)
    return _texts[compositor]
