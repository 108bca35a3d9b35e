"""A command unfolding: events happen one by one, and each sees what the ones before it did."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from core.play.asking import Asking
from core.play.fold import Event, evolve
from core.play.outcomes import Decided, Needs
from core.play.road.events import Travelled
from core.play.state import State
from core.play.world import World
from core.receipts import Receipt


@dataclass(slots=True)
class Tale:
    """What has happened so far while a command is decided.

    `stuck` is set when nothing after this point can be known before a question is answered.
    """

    state: State
    world: World
    asking: Asking
    events: list[Event] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    stuck: bool = False

    def happen(self, event: Event) -> None:
        """Let `event` happen; hours on the way that belong together become one event."""
        self.state = evolve(self.state, event)
        last = self.events[-1] if self.events else None
        if isinstance(event, Travelled) and isinstance(last, Travelled):
            joined = _joined(last, event)
            if joined is not None:
                self.events[-1] = joined
                return
        self.events.append(event)

    def cite(self, receipt: Receipt) -> None:
        """Keep a receipt, each only once."""
        if receipt not in self.receipts:
            self.receipts.append(receipt)

    def told(self) -> Decided | Needs:
        """What the command comes to: its events, or the questions that are still open."""
        if self.asking.missing:
            return Needs(tuple(self.asking.missing))
        return Decided(tuple(self.events), tuple(self.receipts))


def _joined(first: Travelled, then: Travelled) -> Travelled | None:
    """Both as one event, or None when they differ in more than length."""
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
