"""What the Journey screen remembers between two keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.play.state import State
from core.values import Struct, replace
from tui.play.survey import Survey

if TYPE_CHECKING:
    from core.play.road.way_ahead import RoutesRequest
    from core.travel.route import Routes

REACHES = (0, 1, 3)
"""Days of reach that r cycles through; 0 shows none."""


class JourneyUI(Struct):
    """The Journey's own memory; where the cursor is, the map knows.

    `charted` is the region and the ruleset that the hexes below are of. `via` are the waypoints of
    the next route, `trail` the hexes that the cursor jumped from, `labels` the hexes of a jump
    that waits for its letter. `reach` is the number of days that the rings show. `routes` answers
    `asked` for the present state, None until it is computed; `survey` is that of the last state.
    """

    charted: tuple[str, str] = ("", "")
    via: tuple[str, ...] = ()
    trail: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    survey: Survey | None = None
    reach: int = 0
    asked: RoutesRequest | None = None
    routes: Routes | None = None


def with_state(ui: JourneyUI, state: State, asked: RoutesRequest | None) -> JourneyUI:
    """Drop what belongs to another map, and the routes of another request."""
    charted = (state.region, state.ruleset)
    if charted != ui.charted:
        ui = JourneyUI(charted, reach=ui.reach, survey=ui.survey, asked=ui.asked, routes=ui.routes)
    return ui if asked == ui.asked else replace(ui, asked=asked, routes=None)


def with_mark_toggled(ui: JourneyUI, hex: str) -> JourneyUI:
    """Set a waypoint at `hex`, after the others, or take it away."""
    if hex in ui.via:
        return replace(ui, via=tuple(one for one in ui.via if one != hex))
    return replace(ui, via=(*ui.via, hex))


def with_next_reach(ui: JourneyUI) -> JourneyUI:
    """Show the rings of today, of three days, or none again."""
    return replace(ui, reach=REACHES[(REACHES.index(ui.reach) + 1) % len(REACHES)])
