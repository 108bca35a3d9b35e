"""What may be done while something is pending."""

from __future__ import annotations

from typing import assert_never

from core.messages import N_, Refusal
from core.play.fight.commands import FightCommand
from core.play.pending import Fighting, Met
from core.play.road.commands import BeginEncounter, EndEncounter, PassBy, RoadCommand
from core.play.state import State
from core.play.table.commands import CallCheck, Heal, Hurt, Rule, TableCommand, WriteNote

ALWAYS = (WriteNote, Rule, Hurt, Heal, CallCheck)
"""Commands that never have to wait."""


def refuse_while_pending(command: RoadCommand | TableCommand | FightCommand, state: State) -> None:
    """Refusal `pending` that names how to go on or drop what is pending, if something is."""
    pending = state.pending
    if pending is None or isinstance(command, ALWAYS):
        return
    match pending:
        case Met():
            if not isinstance(command, BeginEncounter | PassBy):
                raise Refusal(
                    "pending",
                    N_("Something was met on the way: begin the encounter or pass it by first."),
                )
        case Fighting(name):
            if not isinstance(command, EndEncounter):
                raise Refusal(
                    "pending",
                    N_("{encounter} is being played: end it, with its minutes, before going on."),
                    encounter=name,
                )
        case _:
            assert_never(pending)
