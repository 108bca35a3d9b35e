"""A command unfolding: events happen one by one, and each sees what the ones before it did."""

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
    """What has happened so far while a command is decided.

    `blocked` is set when nothing after this point can be known before a question is answered.
    """

    state: State
    assets: Assets
    asking: Asking
    events: list[Event] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    blocked: bool = False

    def emit(self, event: Event) -> None:
        """Let `event` happen."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def explain(self, receipt: Receipt) -> None:
        """Keep a receipt, each only once."""
        if receipt not in self.receipts:
            self.receipts.append(receipt)

    def result(self) -> Decided | Needs:
        """What the command comes to: its events, or the questions that are still open."""
        if self.asking.missing:
            return Needs(tuple(self.asking.missing))
        return Decided(tuple(self.events), tuple(self.receipts))
