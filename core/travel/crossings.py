"""Where a way crosses a river, and how: by a bridge, a ford, a boat, or nothing that is known."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import Message, Template
from core.travel.advance import settled
from core.travel.stretches import Progress, Stretch
from core.values import Struct

CROSSED: dict[str, Template] = {
    "bridge": "bridge at {place}",
    "ford": "ford at {place}",
    "none": "river at {place}, no bridge or ford known",
}
"""How a river on the way is crossed."""


class Crossing(Struct):
    """The hex where a way crosses a river (M-3), and how: bridge, ford or none.

    Of a ride in a boat (M-4) the hex where it begins, and `boat`, the boat's id or kind. `leg`
    counts the legs of the plan from 1; without a map there is no hex ("").
    """

    hex: str
    leg: int
    how: str = ""
    boat: str = ""


def crossings_ahead(
    stretches: Sequence[Stretch], progress: Progress, last: int | None = None
) -> tuple[Crossing, ...]:
    """Return the crossings from here on, in order; up to the stretch with the index `last`.

    A river that is being crossed is among them until the party is over it, a ride that is under
    way is not.
    """
    here = settled(stretches, progress)
    if last is None:
        end = len(stretches)
    else:
        end = last + 1
    crossings: list[Crossing] = []
    for index in range(here.stretch, end):
        stretch = stretches[index]
        if index == here.stretch and _is_over(stretch, here):
            continue
        if stretch.crosses:
            crossings.append(Crossing(stretch.start, stretch.leg, stretch.crosses))
        if not stretch.on_land and _boards(stretches, index):
            boat = stretch.boat or stretch.mode
            crossings.append(Crossing(stretch.start, stretch.leg, boat=boat))
    return tuple(crossings)


def _is_over(stretch: Stretch, progress: Progress) -> bool:
    # Whether the party is past the beginning of the stretch, and of a river there.
    return progress.into_km > 0 or 0 < stretch.crossing_hours <= progress.waded


def _boards(stretches: Sequence[Stretch], index: int) -> bool:
    if index == 0:
        return True
    return stretches[index - 1].mode != stretches[index].mode


def describe_crossing(how: str, place: str | Message) -> Message:
    """Return in words how a river is crossed at `place`: bridge, ford or none (M-3)."""
    return Message(CROSSED.get(how, CROSSED["none"]), place=place)
