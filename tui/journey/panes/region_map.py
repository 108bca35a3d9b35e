"""The region map: flat-top hexes with the Line API, a cache of strips, only dirty rows redrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size, Spacing
from textual.message import Message as Posted
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from core.travel.hexes import SIDES, Hex, name_hex, step
from core.travel.lexicon import lexicon
from core.travel.regionmap import RegionMap
from core.values import replace
from tui.journey.panes.map_rows import EMPTY, GROUNDS, Chart, MapOverlay, MapRows, chart_of
from tui.journey.present import looks
from tui.kit.glyphs import PLAIN, Look
from tui.kit.keymap import bindings
from tui.view import CampaignView

WIDTHS = (2, 4, 8)
FAR = 5
NAMES_FROM = 60
ROLES = (
    "party", "goal", "place", "way", "river", "route", "night", "reach", "letter", "boat",
    "unexplored", "label", "cursor", *GROUNDS,
)  # fmt: skip

_SIDE = {"up": "N", "down": "S", "nw": "NW", "ne": "NE", "sw": "SW", "se": "SE"}


class RegionMapView(ScrollView, can_focus=True):
    """A chart with an overlay and a cursor on one of its hexes.

    Names are written from 60 columns on. The cursor is reversed and in brackets, so that it is
    seen without colours.
    """

    BINDINGS = [*bindings("journey", cursor=True)]
    COMPONENT_CLASSES = {f"map--{role}" for role in ROLES}

    cursor: reactive[str] = reactive("", repaint=False)
    look: reactive[Look] = reactive(PLAIN, repaint=False)
    wide: reactive[int] = reactive(4, repaint=False)

    @dataclass
    class CursorMoved(Posted):
        """The GM moved the cursor to this hex."""

        hex: str

    @dataclass
    class HexChosen(Posted):
        """The GM clicked on the hex under the cursor."""

        hex: str

    def __init__(self, *, id: str | None = None) -> None:
        self._charted: tuple[RegionMap, str] | None = None
        self._rows = MapRows(EMPTY, MapOverlay(), PLAIN, 4, names=False)
        self._strips: dict[int, tuple[int, int, Strip]] = {}
        super().__init__(id=id)

    # what it shows

    def set_chart(self, chart: Chart) -> None:
        """Show this chart; the cursor goes to its first hex unless it is on it already."""
        self._remake(chart=chart)
        if chart.find(self.cursor) is None and chart.spots:
            self.set_reactive(RegionMapView.cursor, name_hex(next(iter(chart.spots))))
        self._reveal()

    def show(self, **changes: Any) -> None:  # noqa: ANN401  (fields of MapOverlay)
        """Change these fields of the overlay; redraw the rows that differ."""
        before = self._rows.overlay
        self._rows.overlay = replace(before, **changes)
        self._dirty(before.changed(self._rows.overlay))

    def show_view(self, view: CampaignView, reach: Mapping[str, str] | None = None) -> None:
        """Show the region, and the party and its plan on it; without a region the last one."""
        region, state = view.region, view.state
        if region is not None and (region, state.ruleset) != self._charted:
            self._charted = (region, state.ruleset)
            self.set_chart(chart_of(region, lexicon(view.assets.rules)))
        self.show(
            place=state.place,
            goal=state.plan.goal if state.plan else "",
            route=looks.way(state),
            nights={},
            boats=frozenset(boat.at for boat in state.boats if boat.at),
            reach=self.overlay.reach if reach is None else reach,
            explored={mark.hex: mark.explored for mark in state.marks},
        )

    @property
    def chart(self) -> Chart:
        """The chart."""
        return self._rows.chart

    @property
    def overlay(self) -> MapOverlay:
        """The overlay of the chart."""
        return replace(self._rows.overlay)

    def hexes_on_screen(self) -> tuple[str, ...]:
        """The ids of the hexes whose signs are visible, left to right and top to bottom."""
        rows = self._rows
        seen: list[tuple[int, int, str]] = []
        view = Region(self.scroll_offset.x, self.scroll_offset.y, *self.size)
        for at in rows.chart.spots:
            spot = rows.column_of(at), rows.line_of(at)
            if view.contains(*spot):
                seen.append((spot[1], spot[0], name_hex(at)))
        return tuple(hex_id for _, _, hex_id in sorted(seen))

    def signs_seen(self) -> dict[str, set[str]]:
        """What is drawn in each role in the visible part."""
        seen: dict[str, set[str]] = {}
        left, top = self.scroll_offset
        for line in range(top, min(top + self.size.height, self._rows.height)):
            canvas = self._rows.draw(line, left, left + self.size.width, None)
            runs = groupby(zip(canvas.roles, canvas.chars, strict=True), key=itemgetter(0))
            for role, run in runs:
                seen.setdefault(role, set()).update("".join(char for _, char in run).split())
        return seen

    def style_of(self, role: str) -> Style:
        """The colours of a role."""
        return self.get_component_rich_style(f"map--{role}")

    # drawing

    def _remake(self, chart: Chart | None = None) -> None:
        rows = self._rows
        names = self.size.width >= NAMES_FROM
        self._rows = MapRows(chart or rows.chart, rows.overlay, self.look, self.wide, names)
        self._strips = {}
        self.virtual_size = Size(self._rows.width, self._rows.height)
        self.refresh()

    def watch_look(self) -> None:
        """Draw with other signs."""
        self._remake()

    def watch_wide(self) -> None:
        """Draw wider or narrower, with the cursor in view."""
        self._remake()
        self._reveal()

    def on_resize(self) -> None:
        """Write names only where there is room for them."""
        self._remake()
        self._reveal()

    def notify_style_update(self) -> None:
        """Redraw in another theme."""
        self._strips = {}
        super().notify_style_update()

    def watch_cursor(self, before: str, after: str) -> None:
        """Redraw the two rows that the cursor left and entered."""
        self._dirty({before, after})
        self._reveal()

    def _dirty(self, hexes: Iterable[str]) -> None:
        lines: set[int] = set()
        for hex_id in hexes:
            at = self._rows.chart.find(hex_id)
            if at is not None:
                line = self._rows.line_of(at)
                lines |= {line - 1, line, line + 1}
        for line in lines:
            self._strips.pop(line, None)
            self.refresh_line(line)

    def render_line(self, y: int) -> Strip:
        """Row `y` of the view, from the cache unless something in it changed."""
        left, top = self.scroll_offset
        width = self.size.width
        line = y + top
        known = self._strips.get(line)
        if known is not None and known[:2] == (left, width):
            return known[2]
        strip = self._strip(line, left, width)
        self._strips[line] = (left, width, strip)
        return strip

    def _strip(self, line: int, left: int, width: int) -> Strip:
        base = self.rich_style
        if not 0 <= line < self._rows.height:
            return Strip.blank(width, base)
        cursor = self._rows.chart.find(self.cursor)
        canvas = self._rows.draw(line, left, left + width, cursor)
        segments: list[Segment] = []
        start = 0
        for end in range(1, width + 1):
            if end == width or canvas.roles[end] != canvas.roles[start]:
                role = canvas.roles[start]
                style = self.get_component_rich_style(f"map--{role}") if role else base
                segments.append(Segment("".join(canvas.chars[start:end]), style))
                start = end
        return Strip(segments).adjust_cell_length(width, base)

    # moving

    def action_cursor(self, direction: str) -> None:
        """Move the cursor to a neighbour; left and right keep to the row of the hex's number."""
        self._move(direction, 1)

    def action_cursor_far(self, direction: str) -> None:
        """Move the cursor five hexes."""
        self._move(direction, FAR)

    def zoom(self, steps: int) -> None:
        """Draw hexes wider (`steps` above 0) or narrower."""
        index = min(max(WIDTHS.index(self.wide) + steps, 0), len(WIDTHS) - 1)
        self.wide = WIDTHS[index]

    def _move(self, direction: str, times: int) -> None:
        at = self._rows.chart.find(self.cursor)
        if at is None:
            return
        for _ in range(times):
            if direction in _SIDE:
                ahead = step(at, SIDES.index(_SIDE[direction]))
            else:
                ahead = Hex(at.x + (1 if direction == "right" else -1), at.y, at.z)
            if not self._rows.chart.holds(ahead):
                break
            at = ahead
        hex_id = name_hex(at)
        if hex_id != self.cursor:
            self.cursor = hex_id
            self.post_message(self.CursorMoved(hex_id))

    def _reveal(self) -> None:
        at = self._rows.chart.find(self.cursor)
        if at is None or not self.size:
            return
        rows = self._rows
        column, line = rows.column_of(at), rows.line_of(at)
        view = Region(*self.scroll_offset, *self.size).grow(Spacing.all(FAR))
        if not view.contains(column, line):  # a jump, or the first sight of it: in the middle
            left = (column - self.size.width // 2) // rows.wide * rows.wide
            self.scroll_to(left, line - self.size.height // 2, animate=False, force=True)
            return
        around = Region(max(0, column - 1), line, rows.wide + 2, 2)
        self.scroll_to_region(around, spacing=Spacing(2, 8, 2, 8), animate=False, force=True)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the mouse; on the cursor's own hex, choose it."""
        spot = event.get_content_offset(self)
        if spot is None:
            return
        at = self._rows.hex_at(spot.x + self.scroll_offset.x, spot.y + self.scroll_offset.y)
        if at is None:
            return
        before, hex_id = self.cursor, name_hex(at)
        if hex_id == before:
            self.post_message(self.HexChosen(hex_id))
            return
        self.set_reactive(RegionMapView.cursor, hex_id)  # what was clicked on stays where it is
        self._dirty({before, hex_id})
        self.post_message(self.CursorMoved(hex_id))
