"""What Enter means on the Journey, and Space while something is pending."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from core.messages import Message
from core.play import queries
from core.play.road.commands import SetRoute
from core.play.state import Fighting, Met, State
from core.values import Struct
from tui.view import CampaignView

if TYPE_CHECKING:
    from core.travel.route import Routes


class RoadAction(Struct):
    """What Enter does, in `words`: it sets a route, takes a step that may ask more, or neither.

    `space`: what Space does, None where Enter means nothing to it. Steps: "meet" begins what was
    met or passes it by, "fight" shows the fight being played, "end" ends an encounter told
    without a board.
    """

    words: Message
    route: SetRoute | None = None
    step: Literal["", "meet", "fight", "end"] = ""
    space: Message | None = None

    @property
    def records(self) -> bool:
        """Whether it is recorded: not where it only goes to another screen, or nowhere."""
        return self.route is not None or self.step in ("meet", "end")


def enter_action(
    view: CampaignView, cursor: str, via: Sequence[str] = (), routes: Routes | None = None
) -> RoadAction:
    """What Enter does with the cursor on this hex; `routes` are those of the state, if known."""
    pending = pending_action(view.state)
    if pending is not None:
        return pending
    words = queries.ahead_enter(view.state, view.assets, cursor)
    if routes is not None and cursor != view.state.place and routes.arrival(cursor) is None:
        words = Message("nothing: no route leads there")
    if queries.enter(view.state, view.assets, cursor) is None:
        return RoadAction(words)
    return RoadAction(words, SetRoute(cursor, tuple(hex for hex in via if hex != cursor)))


def pending_action(state: State) -> RoadAction | None:
    """What Enter and Space do about what is pending; None when nothing is."""
    same = Message("the same")
    match state.pending:
        case Met():
            passes = Message("the same; e s passes it by")
            return RoadAction(Message("begin what was met"), step="meet", space=passes)
        case Fighting(name, encounter=encounter) if encounter:
            go = Message("go to the fight: {encounter}", encounter=name)
            return RoadAction(go, step="fight", space=same)
        case Fighting(name):
            over = Message("end {encounter}, after its minutes", encounter=name)
            return RoadAction(over, step="end", space=same)
    return None
