"""The region map, flat-top hexes with the Line API; its legend, and what it says of a hex.

Strips are kept, and only dirty rows are drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import NamedTuple, Unpack

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size, Spacing
from textual.message import Message as Posted
from textual.reactive import reactive
from textual.strip import Strip

from core.messages import Kilometres, Message, Refusal, Template
from core.play import queries, times
from core.play.facts.state import RulesKey, State, beside
from core.play.queries import place_name
from core.travel.lexicon import lexicon
from core.travel.regionmap import SIDES, Hex, RegionMap, name_hex, step
from core.travel.route import Routes, glance
from core.values import replace
from tui.journey.hex_tiling import LARGE, HexTiling
from tui.journey.map_overlay import MapChanges, MapOverlay
from tui.journey.panes.map_rows import HexTint, MapPiece, MapRows, joined, text_of
from tui.journey.region_chart import EMPTY, HEX_GROUNDS, UNKNOWN, Chart, chart_under, ground_of
from tui.kit.help import SignMeaning
from tui.kit.keys import FAR, bindings
from tui.kit.lines_view import Line, Made, Pane, lined, side_by_side, trimmed, words
from tui.kit.looks import PARTY, PLAIN, ROUTE, UNEXPLORED, Look, tinted
from tui.kit.painted_view import PaintedView, ShortStrip
from tui.kit.phrases import Roughly, Words, clock, phrase
from tui.kit.plain_panes import LinesView
from tui.play.road.survey import Survey, name
from tui.view import CampaignView
from tui.worker import Latest

WIDTHS = (2, 4, LARGE)
MANY = 200
"""Hexes that change together from which on the whole map is drawn again."""
NAMES_FROM = 60
ROOM_FOR_LARGE = (50, 14)
"""The columns and lines from which on a map opens with large hexes, if they show what matters."""
ROLES = (
    "sign", "party", "goal", "via", "place", "way", "river", "route", "night", "reach", "letter",
    "boat", "label", "cursor",
)  # fmt: skip
TINTS = ("reach", "far", "way")

_SIDE = {"up": "N", "down": "S", "nw": "NW", "ne": "NE", "sw": "SW", "se": "SE"}


class RegionMapView(PaintedView[HexTint | None], can_focus=True):
    """A chart with an overlay and a cursor on one of its hexes.

    Names are written from 60 columns on, and under large hexes. The cursor is reversed and in
    brackets, so that it is seen without colours. When it is first shown, and when the window's size
    changes, the zoom is chosen that shows the party and its goal.
    """

    BINDINGS = [*bindings("journey", cursor=True)]
    COMPONENT_CLASSES = {
        *(f"map--{role}" for role in (*ROLES, *HEX_GROUNDS)),
        *(f"map--{ground}-odd" for ground in HEX_GROUNDS),
        *(f"map--tint-{tint}" for tint in TINTS),
    }

    cursor = reactive("", repaint=False)
    wide = reactive(4, repaint=False)

    class CursorMoved(Posted):
        """The GM moved the cursor."""

    class HexChosen(Posted):
        """The GM clicked on the hex under the cursor."""

    def __init__(self, *, id: str | None = None) -> None:
        self._charted: tuple[RegionMap, RulesKey] | None = None
        self._rows = MapRows(EMPTY, MapOverlay(), PLAIN, 4, names=False)
        self._lines: dict[int, _DrawnLine] = {}
        self._made: Made[MapPiece, tuple[Segment, ...]] = Made(
            lambda piece: tuple(map(self.segments.__getitem__, piece.spans()))
        )
        self._fitted: tuple[Size, Chart] | None = None
        self._now = (0, 0, 0)
        self._moved = False
        self._named = True
        super().__init__(self._style_on, id=id)

    # what it shows

    def set_chart(self, chart: Chart) -> None:
        """Show this chart; the cursor goes to its first hex unless it is on it already."""
        self._remake(chart=chart)
        if chart.find(self.cursor) is None and chart.spots:
            self.set_reactive(RegionMapView.cursor, name_hex(next(iter(chart.spots))))
        self._reveal()

    def show(self, **changes: Unpack[MapChanges]) -> None:
        """Change these fields of the overlay; redraw the rows that differ."""
        before = self.overlay
        self._rows.lay(replace(before, **changes))
        dirty = [*islice(before.changed(self.overlay), MANY)]
        if len(dirty) == MANY:
            self._lines = {}
            self.refresh()
        else:
            self._dirty(dirty)

    def show_view(
        self, view: CampaignView, reach: Mapping[str, str] | None = None, *, named: bool = True
    ) -> None:
        """Show the region, and the party and its plan on it; without a region the last one.

        `named`: with the names of places, where there is room.
        """
        if named != self._named:
            self._named = named
            self._remake()
        region = view.region
        state = view.state
        if region is not None and (region, state.rules_key) != self._charted:
            self._charted = (region, state.rules_key)
            self.set_chart(chart_under(region, view.assets.rules))
        self.show(
            place=state.place,
            goal=state.plan.goal if state.plan else "",
            route=hexes_ahead(state),
            nights={},
            boats=frozenset(boat.at for boat in state.boats if boat.at),
            reach=self.overlay.reach if reach is None else reach,
            explored={mark.hex: mark.explored for mark in state.marks},
        )
        self._fit()

    @property
    def chart(self) -> Chart:
        """The chart."""
        return self._rows.chart

    @property
    def overlay(self) -> MapOverlay:
        """The overlay of the chart."""
        return self._rows.overlay

    def hexes_on_screen(self) -> tuple[str, ...]:
        """The ids of the hexes whose signs are visible, left to right and top to bottom."""
        view = self._view
        spots = ((at, *self._rows.tiling.spot_of(at)) for at in self.chart.spots)
        seen = sorted((y, x, name_hex(at)) for at, x, y in spots if view.contains(x, y))
        return tuple(hex_id for *_, hex_id in seen)

    @property
    def _view(self) -> Region:
        return Region(*self.scroll_offset, *self.size)

    def signs_seen(self) -> dict[str, set[str]]:
        """What is drawn in each role in the visible part."""
        seen: dict[str, set[str]] = {}
        left, top = self.scroll_offset
        for line in range(top, min(top + self.size.height, self._rows.tiling.height)):
            text, roles = joined(self._rows.draw(line, left, left + self.size.width))
            for role, run in groupby(zip(roles, text, strict=True), key=itemgetter(0)):
                seen.setdefault(role, set()).update("".join(char for _, char in run).split())
        if any(UNEXPLORED in text for text in seen.get("sign", ())):
            seen[UNKNOWN] = {UNEXPLORED}
        return seen

    def style_of(self, role: str) -> Style:
        """The colours of a role."""
        return self.get_component_rich_style(f"map--{role}")

    # drawing

    def _remake(self, chart: Chart | None = None) -> None:
        rows = self._rows
        names = self._named and (self.size.width >= NAMES_FROM or self.wide >= LARGE)
        self._rows = MapRows(
            chart or rows.chart, rows.overlay, self.look, self.wide, names, rows.edges
        )
        self._lines = {}
        self._made.clear()
        self.virtual_size = Size(self._rows.tiling.width, self._rows.tiling.height)
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
        self._fit()
        self._reveal()

    def forget(self) -> None:
        """Draw all lines anew, in other colours."""
        super().forget()
        self._lines = {}
        self._made.clear()

    def watch_cursor(self, before: str, after: str) -> None:
        """Show the cursor where it is now, and bring it into view."""
        self._show_step(before, after)
        self._reveal()

    def _show_step(self, *hexes: str) -> None:
        """Show the cells that the cursor left and entered; where it hides a name, the line."""
        left, top = self.scroll_offset
        for position in map(self.chart.find, hexes):
            if position is None:
                continue
            column, line = self._rows.tiling.spot_of(position)
            first = column - left - 1
            known = self._lines.get(line)
            if known is None or first < 0 or known.is_named(first):
                self.refresh_line(line)
            else:
                self.refresh(Region(first, line - top, 4, 1))

    def _dirty(self, hexes: Iterable[str]) -> None:
        lines = set()
        for hex_id in hexes:
            at = self.chart.find(hex_id)
            if at is not None:
                lines |= set(self._rows.tiling.lines_of(at))
        for line in lines:
            self._lines.pop(line, None)
            self.refresh_line(line)

    def paint_lines(self, crop: Region) -> list[Strip]:
        """Paint the lines in `crop`; what they share is looked up once for all of them."""
        self._now = *self.scroll_offset, self.size.width
        return super().paint_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Row `y` of the view, from the cache unless something in it changed."""
        if not self.segments:  # other colours, or none
            self._rows.frame(not self.paints)
        left, top, width = self._now
        line = y + top
        known = self._lines.get(line)
        if known is None or known.place != (left, width):
            known = self._lines[line] = self._drawn(line, left, width)
        position = self.chart.find(self.cursor)
        if position is None or self._rows.tiling.line_of(position) != line:
            return known.strip
        first = self._rows.tiling.column_of(position) - left - 1
        if not 0 <= first <= width - 4 or known.is_named(first):
            return self._drawn(line, left, width, position).strip  # a name is left out, not cut
        strip = known.strip
        marked = self.segments[f"[{strip.text[first + 1 : first + 3]}]", "cursor", None]
        return ShortStrip.join([strip.crop(0, first), Strip([marked], 4), strip.crop(first + 4)])

    def _drawn(self, line: int, left: int, width: int, cursor: Hex | None = None) -> _DrawnLine:
        pieces = self._rows.draw(line, left, left + width, cursor)
        wide = cell_len(text_of(pieces))
        strip: Strip = ShortStrip(chain.from_iterable(map(self._made.__getitem__, pieces)), wide)
        if wide != width:
            strip = strip.adjust_cell_length(width, self.rich_style)
        return _DrawnLine((left, width), pieces, strip)

    @property
    def paints(self) -> bool:
        """Whether grounds have colours of their own; otherwise only signs tell them apart."""
        forest, water = (self.get_component_styles(f"map--{one}") for one in ("forest", "water"))
        return super().paints and forest.background != water.background

    def _style_on(self, role: str, ground: HexTint | None) -> Style:
        # A sign has the ground's own colour, if that is seen.
        if role:
            base = self.get_component_rich_style(f"map--{role}")
        else:
            base = self.rich_style
        if ground is None or (self._rows.edges and not self.app.native_ansi_color):
            return base
        own = self.get_component_styles(f"map--{ground.name}")
        odd = self.get_component_styles(f"map--{ground.name}-odd")
        back = (odd if ground.odd else own).background
        sign = own.color
        if ground.tint:
            tint = self.get_component_styles(f"map--tint-{ground.tint}").background
            back = tinted(back, tint)
            if tint.ansi is None:  # of sixteen colours the sign keeps its own
                sign = tinted(sign, tint)
        if role == "sign":
            return base + Style(color=sign.rich_color, bgcolor=back.rich_color)
        if role and self.get_component_styles(f"map--{role}").background.a:
            return base
        return base + Style(bgcolor=back.rich_color)

    # moving

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Move the cursor so many hexes; left and right keep to the row of the hex's number."""
        position = self.chart.find(self.cursor)
        if position is None:
            return
        for _ in range(times):
            if direction in _SIDE:
                ahead = step(position, SIDES.index(_SIDE[direction]))
            else:
                ahead = Hex(
                    position.x + (1 if direction == "right" else -1), position.y, position.z
                )
            if not self.chart.holds(ahead):
                break
            position = ahead
        hex_id = name_hex(position)
        if hex_id != self.cursor:
            self._moved = True
            self.cursor = hex_id
            self.post_message(self.CursorMoved())

    def zoom(self, steps: int) -> None:
        """Draw hexes wider (`steps` above 0) or narrower."""
        self._moved = True
        index = min(max(WIDTHS.index(self.wide) + steps, 0), len(WIDTHS) - 1)
        self.wide = WIDTHS[index]

    def _fit(self) -> None:
        """Choose the zoom that shows what matters, and show it.

        Once the GM has moved or zoomed, only for another chart or size of the window.
        """
        chart = self.chart
        fitted = self.app.size, chart
        if not self.size or not chart.spots or (self._moved and fitted == self._fitted):
            return
        overlay = self.overlay
        ends = [at for at in map(chart.find, (overlay.place, overlay.goal)) if at is not None]
        if not ends:
            return
        self._fitted = fitted
        columns, lines = ROOM_FOR_LARGE
        large = self.size.width >= columns and self.size.height >= lines
        for wide in (LARGE, 4, 2) if large else (4, 2):
            corner = self._corner(ends, wide)
            if corner is not None:
                self.wide = wide
                self.scroll_to(*corner, animate=False, force=True)
                return
        self.wide = 4

    def _corner(self, ends: Sequence[Hex], wide: int) -> tuple[int, int] | None:
        """Where to scroll so that the middle of these hexes is the view's; None if not all fit."""
        tiling = HexTiling(self.chart, wide)
        columns, lines = zip(*map(tiling.spot_of, ends), strict=True)
        left = min(columns) + max(columns)
        top = min(lines) + max(lines)
        width, height = self.size
        if max(columns) - min(columns) + wide > width or max(lines) - min(lines) + 4 > height:
            return None
        return (left - width) // 2 // tiling.step * tiling.step, (top - height) // 2

    def _reveal(self) -> None:
        position = self.chart.find(self.cursor)
        if position is None or not self.size:
            return
        rows = self._rows
        column, line = rows.tiling.spot_of(position)
        if not self._view.grow(Spacing.all(FAR)).contains(column, line):
            # a jump, or the first sight of it: in the middle
            left = (column - self.size.width // 2) // rows.tiling.step * rows.tiling.step
            self.scroll_to(left, line - self.size.height // 2, animate=False, force=True)
            return
        around = Region(max(0, column - 1), max(0, line - 1), rows.tiling.wide + 2, 3)
        self.scroll_to_region(around, spacing=Spacing(2, 8, 2, 8), animate=False, force=True)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the mouse; on the cursor's own hex, choose it."""
        spot = event.get_content_offset(self)
        if spot is None:
            return
        position = self._rows.tiling.hex_at(
            spot.x + self.scroll_offset.x, spot.y + self.scroll_offset.y
        )
        if position is None:
            return
        before = self.cursor
        hex_id = name_hex(position)
        if hex_id == before:
            self.post_message(self.HexChosen())
            return
        self._moved = True
        self.set_reactive(RegionMapView.cursor, hex_id)  # what was clicked on stays where it is
        self._show_step(before, hex_id)
        self.post_message(self.CursorMoved())


class MapLegend(Pane):
    """What the signs of the map mean, each whole."""

    def lines(self, width: int) -> Sequence[Line]:
        """The signs side by side."""
        return lined(side_by_side(legend(self.look), width), "dim")


class ArrivalLine(LinesView):
    """The distance of the hex under the cursor, and the way there, worked out in a thread."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.arrivals = Latest(
            self, cursor_lines, lambda _, lines: self.show(lines), lambda _, trouble: (trouble,)
        )

    def show(self, lines: Iterable[Words]) -> None:
        """Show these lines; nothing is laid out again where there are as many as before."""
        before = self._words
        self._words = tuple(lines)
        self.redraw(layout=len(self._words) != len(before))

    def lines(self, width: int) -> Sequence[Line]:
        """The lines, each cut at a comma where it has no room."""
        return lined(trimmed(words(line), width, ", ") for line in self._words)

    def forget(self) -> None:
        """Show nothing until another hex is asked about."""
        self.arrivals.drop()
        self.show(())


class _DrawnLine(NamedTuple):
    """A line as drawn: from which column and how wide, its pieces, and its strip."""

    place: tuple[int, int]
    pieces: list[MapPiece]
    strip: Strip

    def is_named(self, first: int) -> bool:
        """Whether a name stands where the cursor would, from column `first` on."""
        return "label" in joined(self.pieces)[1][first : first + 4]


MIDNIGHT = Fraction(24)


def hexes_ahead(state: State) -> tuple[str, ...]:
    """The hexes of the plan still ahead, the party's first."""
    if state.plan is None or not state.plan.goal:
        return ()
    ahead = state.plan.stretches[state.progress.stretch :]
    hex_ids = [state.place]
    for stretch in ahead:
        if stretch.inside and stretch.inside != hex_ids[-1]:
            hex_ids.append(stretch.inside)
    return tuple(hex_ids)


_SIGNS: Mapping[str, tuple[Template, Template]] = {
    "party": ("party", "the party"),
    "route": ("route", "the way that is planned"),
    "night": ("night", "a night on the way, by its number"),
    "via": ("waypoint", "a waypoint of the next route"),
    "goal": ("goal", "where the way ends"),
    "reach": ("day", "the day on which it is reached"),
    "letter": ("letter", "its letter, to jump there"),
    "way": ("way", "a road or path"),
    "place": ("place", "a place to live in, or a ford"),
    "river": ("river", "a river"),
    "boat": ("boat", "a boat"),
    UNKNOWN: ("unexplored", "not explored yet"),
}
"""The roles of the map, in a word and at more length."""
_GROUNDS: Mapping[str, Template] = {
    "mountains": "mountains",
    "hills": "hills",
    "forest": "forest",
    "plains": "plains",
    "lake": "water",
}


def legend(look: Look) -> tuple[str, ...]:
    """What the signs of the map mean, each in a word."""
    drawn = {
        "party": PARTY,
        "route": ROUTE,
        "night": look.night(1),
        "via": look.waypoint(1),
        "goal": look.goal,
        "way": look.way,
        "place": look.place,
        "river": look.river,
        "boat": look.boat,
    }
    return (
        *(f"{sign.strip()} {phrase(_SIGNS[role][0])}" for role, sign in drawn.items()),
        *(f"{look.terrain(row)} {phrase(word)}" for row, word in _GROUNDS.items()),
        f"{look.crossing} {phrase('ford')}",
        f"{UNEXPLORED} {phrase(_SIGNS[UNKNOWN][0])}",
    )


def sign_meanings(
    view: CampaignView, look: Look, drawn: Mapping[str, set[str]], hexes: Iterable[str]
) -> list[SignMeaning]:
    """What is `drawn` (by role) and of what ground these hexes are, each sign with its meaning."""
    meanings = [
        SignMeaning(" ".join(sorted(drawn[role])[:3]), role, phrase(meaning))
        for role, (_, meaning) in _SIGNS.items()
        if drawn.get(role)
    ]
    meanings.append(SignMeaning("[ ]", "cursor", phrase("the cursor")))
    chart = view.region.cells if view.region is not None else {}
    grounds = {}
    known = lexicon(view.assets.rules)
    for hex in hexes:
        if hex in chart:
            ground = known.ground(chart[hex])
            grounds[ground.slug] = ground
    for row, ground in sorted(grounds.items()):
        sign = look.terrain(row).strip()
        role = ground_of(row)
        if any(sign[:1] in text for text in drawn.get("sign", ())):
            if ground.kind != "unmapped":
                words = name(row, view.assets)
            else:
                words = ground.word
            meanings.append(SignMeaning(sign, role, words))
    return meanings


def land_title(view: CampaignView, cursor: str) -> tuple[Message, Words]:
    """The map's title: its scale, the party's place, and the hex under the cursor."""
    state = view.state
    left = Message(
        "Region  {km} a hex  {far} from {place}"
        if state.strayed
        else "Region  {km} a hex  at {place}",
        km=Kilometres(state.hex_km),
        far=Kilometres(state.strayed),
        place=place_name(state.place, state, view.assets),
    )
    return left, hex_title(view, cursor)


def hex_title(view: CampaignView, hex: str) -> Words:
    """A hex: its number, name and terrain."""
    region = view.region
    cell = region.cells.get(hex) if region is not None else None
    if cell is None:
        return Message("{hex} unexplored", hex=hex)
    ground = lexicon(view.assets.rules).ground(cell)
    if ground.kind != "unmapped":
        row = name(ground.slug, view.assets)
    else:
        row = ground.word
    return " ".join(part for part in (hex, cell.label, row) if part)


def _of_the_party(view: CampaignView, place: str) -> Message:
    strayed = view.state.strayed
    if strayed:
        return Message("{place}: the party left it, {km} ago", place=place, km=Kilometres(strayed))
    plan = view.state.plan
    off = beside(view.state)
    if off is not None and plan is not None and plan.goal == view.state.place:
        return Message("{place}: the party is {km} away", place=place, km=Roughly(off.km))
    return Message("{place}: the party is here", place=place)


class CursorQuestion(NamedTuple):
    """The hex under the cursor; `routes` those known (None: not yet), `via` the waypoints."""

    view: CampaignView
    hex: str
    routes: Routes | None
    via: Sequence[str] = ()


def cursor_lines(question: CursorQuestion) -> tuple[Message, ...]:
    """The lines under the map: the distance of the cursor's hex, and the way there.

    May take longer than a frame.
    """
    view, hex, routes, via = question
    place = place_name(hex, view.state, view.assets)
    lines: tuple[Message, ...]
    if hex == view.state.place:
        lines = (_of_the_party(view, place),)
    elif routes is None:
        lines = (Message("{place}  ...", place=place),)
    else:
        lines = _way_there(view, hex, place, routes)
    if via:
        return (*lines, Message("by way of {places}", places=tuple(via)))
    return lines


def _way_there(view: CampaignView, hex: str, place: str, routes: Routes) -> tuple[Message, ...]:
    arrival = routes.arrival(hex)
    way_there = glance(routes, hex)
    if arrival is None or way_there is None:
        return (Message("{place}: no way there", place=place),)
    day, hour = arrival
    day += view.state.clock.day - routes.search_start.day
    try:
        exact = queries.way_from_here(hex, routes, view.state, view.assets)
    except Refusal:
        exact = None
    if exact is not None:
        way_there, moment = exact
        day = moment.day
        hour = moment.hour
    longest_first = sorted(way_there.by_way.items(), key=itemgetter(1), reverse=True)
    ways = [
        Message("{km} {way}", km=Roughly(km), way=name(kind, view.assets))
        for kind, km in longest_first
    ]
    arrives = Message(
        "{place}  {km}  arrive {day} {hour}",
        place=place,
        km=Roughly(way_there.km),
        day=times.day(day, view.state.calendar),
        hour=clock(hour),
    )
    return arrives, Message("way in: {parts}", parts=tuple(ways))


def named_places(view: CampaignView, via: Sequence[str]) -> list[str]:
    """The hexes that `;` and `,` step through: named places, then waypoints."""
    named = list(view.region.names) if view.region else []
    return named + [hex for hex in via if hex not in named]


def place_hits(region: RegionMap, text: str) -> list[str]:
    """The hexes whose number is `text` or whose name contains it, best first."""
    search_text = text.casefold()
    if search_text in region.cells:
        return [search_text]
    found = [(label.casefold(), hex) for hex, label in region.names.items()]
    starts = [hex for label, hex in found if label.startswith(search_text)]
    return starts + [hex for label, hex in found if search_text in label and hex not in starts]


def labelled(view: CampaignView, survey: Survey | None, seen: Sequence[str]) -> list[str]:
    """The hexes on the screen that get a letter: places, nights, boats."""
    named_hexes = set(named_places(view, ()))
    if survey is not None:
        named_hexes |= {night.place for night in survey.nights}
    named_hexes |= {boat.at for boat in view.state.boats}
    return [hex for hex in seen if hex in named_hexes]


def rings(routes: Routes, days: int) -> dict[str, str]:
    """The day on which each hex is reached, "1" for today, up to `days`."""
    signs: dict[str, str] = {}
    for ahead in range(days):
        for hex in routes.reachable((routes.search_start.day + ahead, MIDNIGHT)):
            signs.setdefault(hex, str(ahead + 1))
    return signs
