"""Turns on the Encounter screen: initiative, Space, delay, ready, opportunities."""

from __future__ import annotations

from textual import work

from core.messages import N_, Message
from core.play.fight.combatants import named
from core.play.fight.moves import answering
from core.play.fight.moves.commands import AnswerStrikes
from core.play.fight.moves.events import MoveHalted
from core.play.fight.turns.commands import ActNow, Delay, Ready, RollInitiative
from core.play.state import Fighting, Waiting
from core.play.union import Command, Decided
from tui.encounter.striking import StrikingScreen
from tui.kit.choose import Choice
from tui.play.performer import Owed


class TurningScreen(StrikingScreen):
    """The turn order and its changes."""

    def __init__(self) -> None:
        super().__init__()
        self._halting: Waiting | None = None

    # a movement that waits for those who may strike

    def ask_strikes(self) -> None:
        """Ask all who may strike at the pending movement, in one tray."""
        waiting = self._waiting()
        if waiting is not None:
            self.perform(_all_take(waiting))

    async def _perform(self, owed: Owed) -> None:
        self._halting = None
        try:
            await super()._perform(owed)
        finally:
            self._halting = None

    def follows(self, decided: Decided) -> Command | None:
        """Ask about attacks of opportunity before a movement is recorded; Esc cancels the move."""
        halted = (event.waiting for event in decided.events if isinstance(event, MoveHalted))
        self._halting = next(halted, None)
        return super().follows(decided) if self._halting is None else _all_take(self._halting)

    def left(self, owed: Owed) -> Message:
        """Keep everything as it was when the attacks of opportunity were cancelled."""
        if self._halting is not None:
            return Message("Cancelled; nobody has moved and nobody strikes.")
        waiting = self._waiting()
        if waiting is None or not isinstance(owed.command, AnswerStrikes):
            return super().left(owed)
        words = N_("{who} is still on the way. Press Enter to be asked again who strikes, o d "
                   "to give the movement up.")  # fmt: skip
        return Message(words, who=named(self.state, waiting.who))

    def _waiting(self) -> Waiting | None:
        pending = self.state.pending
        return pending.waiting if isinstance(pending, Fighting) else None

    def aims(self) -> dict[str, tuple[str, str]]:
        """The target of each attack of opportunity at a pack: V > d."""
        waiting, fight = self._halting or self._waiting(), self.state.fight
        if waiting is None or fight is None:
            return super().aims()
        signs = {one.id: one.token for one in self.rollers()}
        pairs = answering.aims(waiting, fight)
        return {key: (signs.get(by, ""), f"> {signs.get(at) or at}")
                for key, (by, at) in pairs.items()}  # fmt: skip

    def afterwards(self, command: Command) -> Command | None:
        waiting = self._waiting()
        if waiting is not None:
            return _all_take(waiting)
        return super().afterwards(command)

    # Space

    def action_story(self) -> None:
        if self.due() is None and self._waiting() is not None and not self.stray_number():
            self.ask_strikes()
        else:
            super().action_story()

    @work
    async def action_initiative(self) -> None:
        """Roll initiative for all who have none yet; with marks, ask what they mean."""
        if not self._marked:
            self.perform(RollInitiative())
            return
        names = self._names_of(self._marked)
        choices = (
            Choice("surprised", "s", Message("{who} are surprised", who=names)),
            Choice("anew", "n", Message("only {who}, again", who=names)),
            Choice("all", "i", Message("all who have none yet")),
        )
        picked = await self.choose(Message("initiative"), choices)
        marked = self._marked
        if picked == "surprised":
            self.perform(RollInitiative(surprised=marked))
        elif picked == "anew":
            self.perform(RollInitiative(marked))
        elif picked == "all":
            self.perform(RollInitiative())

    def action_delay(self) -> None:
        """Delay; a delaying creature, marked or under the cursor, acts now."""
        waits = [who for who in self.meant() if self._waits(who)]
        movers = self.movers()
        if waits:
            self.perform(ActNow(waits[0]))
        elif movers:
            self.perform(Delay(movers[0]))
        else:
            self.refuse(N_("It is nobody's turn yet. Press i to roll initiative."))

    @work
    async def action_ready(self) -> None:
        """Ready an action; a creature with one ready, marked or under the cursor, acts now."""
        waits = [who for who in self.meant() if self._waits(who)]
        movers = self.movers()
        if waits:
            self.perform(ActNow(waits[0]))
            return
        if not movers:
            self.refuse(N_("It is nobody's turn yet. Press i to roll initiative."))
            return
        self.app.hold()
        prompt = Message("{who} waits to do what, and when?", who=self._names_of(movers))
        what = await self.line(prompt)
        if what:
            self.perform(Ready(movers[0], what))

    def _waits(self, who: str) -> bool:
        found = self.battle
        figure = None if found is None else found.encounter.figure(who)
        return figure is not None and (figure.delaying or bool(figure.readied))


def _all_take(waiting: Waiting) -> AnswerStrikes:
    return AnswerStrikes(tuple(dict.fromkeys(one.by for one in waiting.strikers)))
