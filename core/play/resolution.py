"""The resolution of a command: events are emitted one by one, each after those before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.play.asking import Asking
from core.play.assets import Assets
from core.play.fold import Event, evolve
from core.play.outcomes import Decided, Needs
from core.play.state import State
from core.receipts import Receipt


@dataclass(slots=True)
class Resolution:
    """The events so far while a command is decided.

    `blocked` is set when nothing further can be known before a question is answered.
    """

    state: State
    assets: Assets
    asking: Asking
    events: list[Event] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    blocked: bool = False

    def emit(self, event: Event) -> None:
        """Emit `event` and apply it to the state."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def explain(self, receipt: Receipt) -> None:
        """Add a receipt, each only once."""
        if receipt not in self.receipts:
            self.receipts.append(receipt)

    def result(self) -> Decided | Needs:
        """Return the decided events, or the questions still unanswered."""
        if self.asking.missing:
            return Needs(tuple(self.asking.missing))
        return Decided(tuple(self.events), tuple(self.receipts))
