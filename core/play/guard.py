"""What may be done while something is pending."""

from __future__ import annotations

from typing import assert_never, get_args

from core.messages import N_, Refusal
from core.play.fight.beings import named
from core.play.fight.blows.commands import GiveTemporary
from core.play.fight.commands import FightCommand
from core.play.fight.moves.commands import AnswerStrikes, DropMove
from core.play.fight.setup.commands import Prepare, SetupCommand
from core.play.fight.turns.commands import ClearCondition, SetCondition, Spend, Stabilise
from core.play.pending import Fighting, Met
from core.play.road.commands import (
    BeginEncounter,
    EndEncounter,
    PassBy,
    Ride,
    RoadCommand,
    Wait,
)
from core.play.state import State
from core.play.table.commands import (
    Amend,
    CallCheck,
    Edit,
    Heal,
    Hurt,
    Join,
    MarkHexes,
    Rule,
    SetPresent,
    TableCommand,
    WriteNote,
)

ALWAYS = (
    WriteNote, Rule, Amend, Hurt, Heal, CallCheck, GiveTemporary, SetCondition, ClearCondition,
    Stabilise,
)  # fmt: skip
"""Commands that never have to wait: notes, rulings, wounds, checks, conditions."""
SETTING_UP = get_args(SetupCommand)
"""Commands that prepare encounters: on the road, in camp, while another is played."""
IN_A_FIGHT = (EndEncounter, Wait, Ride, Edit, Join, SetPresent, MarkHexes)
"""What else may be done in the middle of a fight on a board; `Wait` is a parley."""
WHILE_WAITING = (AnswerStrikes, DropMove, Spend)
"""What may be done beside that while a movement waits for its opportunities."""


def refuse_while_pending(command: RoadCommand | TableCommand | FightCommand, state: State) -> None:
    """Refusal `pending` that names how to go on or drop what is pending, if something is."""
    pending = state.pending
    if pending is None or isinstance(command, ALWAYS):
        return
    match pending:
        case Met():
            _refuse_met(command)
        case Fighting(waiting=waiting) if waiting is not None:
            _refuse_waiting(command, pending, named(state, waiting.who))
        case Fighting():
            _refuse_fighting(command, pending)
        case _:
            assert_never(pending)


def _refuse_met(command: RoadCommand | TableCommand | FightCommand) -> None:
    if not isinstance(command, BeginEncounter | PassBy | FightCommand):
        raise Refusal(
            "pending",
            N_("Something was met on the way: begin the encounter or pass it by first."),
        )


def _refuse_fighting(command: RoadCommand | TableCommand | FightCommand, fight: Fighting) -> None:
    if isinstance(command, FightCommand):
        return
    if fight.encounter:
        if not isinstance(command, IN_A_FIGHT):
            template = N_("{encounter} is being played: end or pause it before going on.")
            raise Refusal("pending", template, encounter=fight.name)
        return
    begins = isinstance(command, BeginEncounter) and bool(command.encounter)
    if not begins and not isinstance(command, EndEncounter):
        template = N_("{encounter} is being played: end it, with its minutes, before going on.")
        raise Refusal("pending", template, encounter=fight.name)


def _refuse_waiting(
    command: RoadCommand | TableCommand | FightCommand, fight: Fighting, who: str
) -> None:
    if isinstance(command, WHILE_WAITING):
        return
    if isinstance(command, SETTING_UP):
        elsewhere = isinstance(command, Prepare) or command.encounter != fight.encounter
        if elsewhere:
            return
    raise Refusal(
        "pending",
        N_("The movement of {who} waits: answer who strikes, or drop the movement."),
        who=who,
    )
