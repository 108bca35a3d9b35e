"""Turns on the Encounter screen: initiative, delay, ready, attacks of opportunity."""

from __future__ import annotations

from textual import work

from core.messages import Message
from core.play.fight.turns.commands import ActNow, Delay, Ready, RollInitiative
from tui.encounter.model import FightHost, all_strike, movers, names, waiting_in
from tui.encounter.present.battle import IDLE, idle
from tui.kit.modal import Choice


def space_asks(screen: FightHost) -> bool:
    """Whether Space asks for attacks of opportunity against the pending movement, or is idle."""
    waiting = waiting_in(screen.state)
    if screen.encounter is not None and idle(screen.state) and screen.performer.due() is None:
        screen.gm.refuse(IDLE)
        return True
    if waiting is None or screen.performer.due() is not None or screen.gm.stray_number():
        return False
    screen.perform(all_strike(waiting))
    return True


@work
async def roll_initiative(screen: FightHost) -> None:
    """Roll initiative for all who have none yet; with marks, ask what they mean."""
    marked = screen.ui.marked
    if not marked:
        screen.perform(RollInitiative())
        return
    who = names(screen.battle, marked)
    choices = (
        Choice("surprised", "s", Message("surprised: {who}", who=who)),
        Choice("anew", "n", Message("only {who}, again", who=who)),
        Choice("all", "i", Message("all who have none yet")),
    )
    picked = await screen.gm.choose(Message("initiative"), choices)
    if picked == "surprised":
        screen.perform(RollInitiative(surprised=marked))
    elif picked is not None:
        screen.perform(RollInitiative(marked) if picked == "anew" else RollInitiative())


def delay(screen: FightHost) -> None:
    """Delay; a delaying creature, marked or under the cursor, acts now."""
    who = _acts_now(screen)
    if who:
        screen.perform(Delay(who))


@work
async def ready(screen: FightHost) -> None:
    """Ready an action; a creature with one ready, marked or under the cursor, acts now."""
    who = _acts_now(screen)
    if who:
        prompt = Message("{who} waits to do what, and when?", who=names(screen.battle, (who,)))
        what = await screen.gm.line(prompt)
        if what:
            screen.perform(Ready(who, what))


def _acts_now(screen: FightHost) -> str:
    # Else the mover, "" where there is none; says so.
    found = screen.battle
    for who in screen.meant():
        figure = None if found is None else found.encounter.figure(who)
        if figure is not None and (figure.delaying or figure.readied):
            screen.perform(ActNow(who))
            return ""
    who = next(iter(movers(screen.ui, found)), "")
    if not who:
        screen.gm.refuse("It is nobody's turn yet. Press i to roll initiative.")
    return who
