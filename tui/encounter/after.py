"""What follows a command in a fight: questions that are due, offers, the way back to the road."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from core.messages import Message
from core.play.fight.blows.commands import AreaAttack, MakeAttack
from core.play.fight.blows.events import Struck
from core.play.fight.combatants import names
from core.play.fight.moves.commands import AnswerStrikes, Move, MovePack, Push
from core.play.fight.moves.events import LeftBoard
from core.play.fight.setup.commands import Hide, Place, Spot
from core.play.fight.turns.commands import ChaseRound, EndChase
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
        words = Message(
            "{who} attacked from hiding. Press Enter to reveal, any other key to keep hidden.",
            who=names(screen.state, who),
        )
        screen.call_after_refresh(_confirm, screen, Hide(fight.id, who, hidden=False), words)


def _confirm(screen: FightHost, command: Command, words: Message) -> None:
    if screen.performer.owed is None and not screen.performer.busy:
        screen.performer.confirm(command)
        screen.gm.say_message("{words}", words=words)


def offer_return(screen: FightHost, command: Command) -> None:
    """Offer to put those back who were in flight when a chase was ended; Enter does."""
    fight, entry = screen.state.fight, overruling.last(screen.view)
    if not isinstance(command, EndChase) or fight is None or entry is None:
        return
    spots = tuple(Spot(one.who, one.at) for one in entry.events if isinstance(one, LeftBoard))
    if spots and not screen.player_view:
        words = Message(
            "{who} got away, off the board. Press Enter to put {who} back where the chase began.",
            who=names(screen.state, [one.who for one in spots]),
        )
        screen.call_after_refresh(_confirm, screen, Place(fight.id, spots), words)


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
    tell_chase, offer_to_reveal, offer_chase, offer_return, leave,
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
