"""What follows a command in a fight: questions that are due, offers, the way back to the road."""

from __future__ import annotations

from collections.abc import Callable

from core.messages import N_
from core.play.fight.blows.events import Struck
from core.play.fight.combatants import named
from core.play.fight.moves.commands import AnswerStrikes, Move, MovePack, Push
from core.play.fight.setup.commands import Hide
from core.play.fight.turns.commands import ChaseRound
from core.play.road.commands import EndEncounter
from core.play.union import Command
from tui.encounter.fight_host import FightHost
from tui.encounter.present import chases, overruling
from tui.encounter.pursuit import follow
from tui.encounter.turns import all_strike, waiting_in


def tell_chase(screen: FightHost, command: Command) -> None:
    """Say what a round of a chase brought."""
    if isinstance(command, ChaseRound):
        told = chases.outcome(screen.moment)
        if told is not None:
            screen.say_message(told)


def offer_to_reveal(screen: FightHost, command: Command) -> None:
    """Offer to reveal an attacker that was hidden; Enter reveals it."""
    fight, entry = screen.state.fight, overruling.last(screen.moment)
    if fight is None or entry is None or screen.player_view:
        return
    struck = {event.by for event in entry.events if isinstance(event, Struck)}
    who = tuple(one.id for one in fight.figures if one.hidden and one.id in struck)
    if who:
        screen.call_after_refresh(_reveal, screen, Hide(fight.id, who, hidden=False))


def _reveal(screen: FightHost, command: Hide) -> None:
    if screen.performer.owed is None and not screen.performer.busy:
        screen.performer.confirm(command)
        words = N_(
            "{who} attacked from hiding. Press Enter to reveal it, any other key to keep it hidden."
        )
        screen.say_message(words, who=tuple(named(screen.state, who) for who in command.who))


def offer_chase(screen: FightHost, command: Command) -> None:
    """Offer a chase of creatures that left the board."""
    if isinstance(command, Move | MovePack | AnswerStrikes | Push):
        gone = chases.gone(screen.moment, screen.player_view)
        if gone is not None:
            screen.run_worker(follow(screen, gone))


def leave(screen: FightHost, command: Command) -> None:
    """Go back to the road once the encounter is over."""
    if isinstance(command, EndEncounter):
        screen.call_after_refresh(screen.action_go_journey)


OFFERS: tuple[Callable[[FightHost, Command], None], ...] = (
    tell_chase, offer_to_reveal, offer_chase, leave,
)  # fmt: skip


def due(screen: FightHost) -> Command | None:
    """What is performed before anything else: attacks of opportunity are asked for."""
    waiting = waiting_in(screen.state)
    return None if waiting is None else all_strike(waiting)


def offer(screen: FightHost, command: Command) -> None:
    """Offer what may follow a command, where nothing else is to be performed."""
    for step in OFFERS:
        step(screen, command)
