"""Words and rows for the Journey's panes, without a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from core.messages import Kilometres, Message, Refusal, Template
from core.play import queries, times
from core.play.queries import place_name
from core.play.state import State
from core.travel.lexicon import lexicon
from core.travel.regionmap import RegionMap
from core.travel.route import glance
from tui.journey.panes.map_rows import UNKNOWN, ground_of
from tui.kit.glyphs import PARTY, ROUTE, UNEXPLORED, Look
from tui.kit.legend import SignMeaning
from tui.kit.phrases import Roughly, Words, clock, phrase
from tui.play.survey import Survey, name
from tui.view import CampaignView

MIDNIGHT = Fraction(24)
if TYPE_CHECKING:
    from core.travel.route import Routes


def way(state: State) -> tuple[str, ...]:
    """The hexes of the plan still ahead, the party's first."""
    if state.plan is None or not state.plan.goal:
        return ()
    ahead = state.plan.stretches[state.progress.stretch :]
    found = [state.place]
    for stretch in ahead:
        if stretch.inside and stretch.inside != found[-1]:
            found.append(stretch.inside)
    return tuple(found)


_SIGNS: Mapping[str, tuple[Template, Template]] = {
    "party": ("party", "the party"), "route": ("route", "the way that is planned"),
    "night": ("night", "a night on the way, by its number"),
    "via": ("waypoint", "a waypoint of the next route"), "goal": ("goal", "where the way ends"),
    "reach": ("day", "the day on which it is reached"),
    "letter": ("letter", "its letter, to jump there"), "way": ("way", "a road or path"),
    "place": ("place", "a place to live in, or a ford"), "river": ("river", "a river"),
    "boat": ("boat", "a boat"), UNKNOWN: ("unexplored", "not explored yet"),
}  # fmt: skip
"""The roles of the map, in a word and at more length."""
_GROUNDS: Mapping[str, Template] = {
    "mountains": "mountains", "hills": "hills", "forest": "forest", "plains": "plains",
    "lake": "water",
}  # fmt: skip


def legend(look: Look) -> tuple[str, ...]:
    """What the signs of the map mean, each in a word."""
    drawn = {
        "party": PARTY, "route": ROUTE, "night": look.night(1), "via": look.waypoint(1),
        "goal": look.goal, "way": look.way, "place": look.place, "river": look.river,
        "boat": look.boat,
    }  # fmt: skip
    return (
        *(f"{sign.strip()} {phrase(_SIGNS[role][0])}" for role, sign in drawn.items()),
        *(f"{look.terrain(row)} {phrase(word)}" for row, word in _GROUNDS.items()),
        f"{look.crossing} {phrase('ford')}",
        f"{UNEXPLORED} {phrase(_SIGNS[UNKNOWN][0])}",
    )


def signs(
    view: CampaignView, look: Look, drawn: Mapping[str, set[str]], hexes: Iterable[str]
) -> list[SignMeaning]:
    """What is `drawn` (by role) and of what ground these hexes are, each sign with its meaning."""
    found = [
        SignMeaning(" ".join(sorted(drawn[role])[:3]), role, phrase(meaning))
        for role, (_, meaning) in _SIGNS.items() if drawn.get(role)
    ]  # fmt: skip
    found.append(SignMeaning("[ ]", "cursor", phrase("the cursor")))
    chart, grounds = view.region.cells if view.region is not None else {}, {}
    known = lexicon(view.assets.rules)
    for hex in hexes:
        if hex in chart:
            ground = known.ground(chart[hex])
            grounds[ground.slug] = ground
    for row, ground in sorted(grounds.items()):
        sign, role = look.terrain(row).strip(), ground_of(row)
        if any(sign[:1] in text for text in drawn.get("sign", ())):
            words = name(row, view.assets) if ground.kind != "unmapped" else ground.word
            found.append(SignMeaning(sign, role, words))
    return found


def land_title(view: CampaignView, cursor: str) -> tuple[Message, Words]:
    """The map's title: its scale, the party's place, and the hex under the cursor."""
    state = view.state
    left = Message(
        "Region  {km} a hex  at {place}",
        km=Kilometres(state.hex_km),
        place=place_name(state.place, state, view.assets),
    )
    return left, ground(view, cursor)


def ground(view: CampaignView, hex: str) -> Words:
    """A hex: its number, name and terrain."""
    region = view.region
    cell = region.cells.get(hex) if region is not None else None
    if cell is None:
        return Message("{hex} unexplored", hex=hex)
    found = lexicon(view.assets.rules).ground(cell)
    row = name(found.slug, view.assets) if found.kind != "unmapped" else found.word
    return " ".join(part for part in (hex, cell.label, row) if part)


class CursorQuestion(NamedTuple):
    """The hex under the cursor; `routes` those known (None: not yet), `via` the waypoints."""

    view: CampaignView
    hex: str
    routes: Routes | None
    via: Sequence[str] = ()


def cursor(asked: CursorQuestion) -> tuple[Message, ...]:
    """The lines under the map: the distance of the cursor's hex, and the way there.

    May take longer than a frame.
    """
    view, hex, routes, via = asked
    place = place_name(hex, view.state, view.assets)
    arrival = None if routes is None else routes.arrival(hex)
    if hex == view.state.place:
        lines = [Message("{place}: the party is here", place=place)]
    elif routes is None:
        lines = [Message("{place}  ...", place=place)]
    elif arrival is None:
        lines = [Message("{place}: no way there", place=place)]
    else:
        lines = _arrival(view, hex, routes, arrival)
    if via:
        lines.append(Message("by way of {places}", places=tuple(via)))
    return tuple(lines)


def _arrival(
    view: CampaignView, hex: str, routes: Routes, arrival: tuple[int, Fraction]
) -> list[Message]:
    way_there, (day, hour) = glance(routes, hex), arrival
    assert way_there is not None
    day += view.state.clock.day - routes.at.day
    with suppress(Refusal):
        if exact := queries.way_from_here(hex, routes, view.state, view.assets):
            way_there, (day, hour) = exact[0], (exact[1].day, exact[1].hour)
    km = way_there.by_way
    ways = (Message("{km} {way}", km=Roughly(km[kind]), way=name(kind, view.assets))
            for kind in sorted(km, key=lambda kind: km[kind], reverse=True))  # fmt: skip
    return [
        Message(
            "{place}  {km}  arrive {day} {hour}",
            place=place_name(hex, view.state, view.assets),
            km=Roughly(way_there.km),
            day=times.day(day, view.state.calendar),
            hour=clock(hour),
        ),
        Message("way in: {parts}", parts=tuple(ways)),
    ]


def places(view: CampaignView, via: Sequence[str]) -> list[str]:
    """The hexes that `;` and `,` step through: named places, then waypoints."""
    named = [hex for _, hex in view.region.places()] if view.region else []
    return named + [hex for hex in via if hex not in named]


def hits(region: RegionMap, text: str) -> list[str]:
    """The hexes whose number is `text` or whose name contains it, best first."""
    wanted = text.casefold()
    if wanted in region.cells:
        return [wanted]
    found = [(label.casefold(), hex) for label, hex in region.places()]
    starts = [hex for label, hex in found if label.startswith(wanted)]
    return starts + [hex for label, hex in found if wanted in label and hex not in starts]


def labelled(view: CampaignView, found: Survey | None, seen: Sequence[str]) -> list[str]:
    """The hexes on the screen that get a letter: places, nights, boats."""
    wanted = set(places(view, ()))
    wanted |= {night.place for night in found.nights} if found else set()
    wanted |= {boat.at for boat in view.state.boats}
    return [hex for hex in seen if hex in wanted]


def rings(routes: Routes, days: int) -> dict[str, str]:
    """The day on which each hex is reached, "1" for today, up to `days`."""
    found: dict[str, str] = {}
    for ahead in range(days):
        for hex in routes.reachable((routes.at.day + ahead, MIDNIGHT)):
            found.setdefault(hex, str(ahead + 1))
    return found
