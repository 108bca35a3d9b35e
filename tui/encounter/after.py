"""What follows a command in a fight: questions that are due, offers, the way back to the road."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.play.fight.blows.commands import AreaAttack, MakeAttack
from core.play.fight.blows.events import Struck
from core.play.fight.combatants import named
from core.play.fight.moves.commands import AnswerStrikes, Move, MovePack, Push
from core.play.fight.setup.commands import Hide
from core.play.fight.turns.commands import ChaseRound
from core.play.road.commands import EndEncounter
from core.play.union import Command, Decided
from core.values import replace
from tui.encounter import attacks, turns
from tui.encounter.fight_host import FightHost
from tui.encounter.present import chases, overruling
from tui.encounter.pursuit import follow
from tui.play.performer import Sequel


def tell_chase(screen: FightHost, command: Command) -> None:
    """Say what a round of a chase brought."""
    if isinstance(command, ChaseRound):
        told = chases.outcome(screen.view)
        if told is not None:
            screen.gm.say_message(told)


def offer_to_reveal(screen: FightHost, command: Command) -> None:
    """Offer to reveal an attacker that was hidden; Enter reveals it."""
    fight, entry = screen.state.fight, overruling.last(screen.view)
    if fight is None or entry is None or screen.player_view:
        return
    struck = {event.by for event in entry.events if isinstance(event, Struck)}
    who = tuple(one.id for one in fight.figures if one.hidden and one.id in struck)
    if who:
        screen.call_after_refresh(_reveal, screen, Hide(fight.id, who, hidden=False))


def _reveal(screen: FightHost, command: Hide) -> None:
    if screen.performer.owed is None and not screen.performer.busy:
        screen.performer.confirm(command)
        screen.gm.say_message(
            "{who} attacked from hiding. Press Enter to reveal it, any other key to keep it"
            " hidden.",
            who=tuple(named(screen.state, who) for who in command.who),
        )


def offer_chase(screen: FightHost, command: Command) -> None:
    """Offer a chase of creatures that left the board."""
    if isinstance(command, Move | MovePack | AnswerStrikes | Push):
        gone = chases.gone(screen.view, screen.player_view)
        if gone is not None:
            screen.run_worker(follow(screen, gone))


def leave(screen: FightHost, command: Command) -> None:
    """Go back to the road once the encounter is over."""
    if isinstance(command, EndEncounter):
        screen.call_after_refresh(screen.app.action_go_to, "journey")


OFFERS: tuple[Callable[[FightHost, Command], None], ...] = (
    tell_chase, offer_to_reveal, offer_chase, leave,
)  # fmt: skip


def sequel(screen: FightHost) -> Sequel:
    """Return what a fight adds to a command: its attacks of opportunity, its offers."""

    def begins(command: Command) -> None:
        last = command if isinstance(command, MakeAttack | AreaAttack) else screen.ui.last_attack
        screen.ui = replace(screen.ui, aim=None, instead=None, last_attack=last)

    def follows(decided: Decided) -> Command | None:
        halting = turns.halted(decided)
        return None if halting is None else turns.all_strike(halting)

    def recorded(command: Command) -> Command | None:
        screen.ui = replace(screen.ui, aim=None)
        waiting = turns.waiting_in(screen.state)
        return None if waiting is None else turns.all_strike(waiting)

    def offers(command: Command) -> None:
        for offer in OFFERS:
            offer(screen, command)

    def instead() -> Command | None:
        then, screen.ui = screen.ui.instead, replace(screen.ui, aim=None, instead=None)
        return then

    return Sequel(
        begins, follows, recorded, offers, instead,
        left=lambda held, command: turns.left(held, command, screen.state),
        refused=partial(attacks.refused, screen),
        others=lambda: frozenset(screen.ui.aim.targets if screen.ui.aim else ()),
        turn_to=partial(attacks.turn_to, screen),
        aims=lambda held: turns.aims(held, screen.state),
        remark=lambda command: attacks.remark(screen.battle, command),
    )  # fmt: skip
