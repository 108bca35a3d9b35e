"""The resolution of a command of the road: consecutive hours of travel become one event."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from core.play import resolution
from core.play.fold import Event, evolve
from core.play.road.events import Travelled
from core.values import replace


@dataclass(slots=True)
class RoadResolution(resolution.Resolution):
    """The events so far while a command of the road is decided."""

    def emit(self, event: Event) -> None:
        """Emit `event`; consecutive hours of travel that are alike become one event."""
        self.state = evolve(self.state, event)
        last = self.events[-1] if self.events else None
        if isinstance(event, Travelled) and isinstance(last, Travelled):
            joined = _joined(last, event)
            if joined is not None:
                self.events[-1] = joined
                return
        self.events.append(event)


def _joined(first: Travelled, then: Travelled) -> Travelled | None:
    alike = replace(
        first, hours=then.hours, km=then.km, progress=then.progress, place=then.place,
        entered=then.entered,
    )  # fmt: skip
    if alike != then:
        return None
    fresh = tuple(at for at in then.entered if at not in first.entered)
    return replace(
        then,
        hours=Fraction(first.hours + then.hours),
        km=Fraction(first.km + then.km),
        entered=(*first.entered, *fresh),
    )
