"""The GM's rulings on the Encounter screen: a result, a place, actions, any figure."""

from __future__ import annotations

from collections.abc import Mapping

from textual import work

from core.dice import Answer, Question
from core.messages import N_, Message, Refusal
from core.play.fight.moves.commands import DropMove
from core.play.fight.setup.commands import Place
from core.play.fight.turns.commands import Spend
from core.play.resolution import Needs
from saves.store.entries import Mark
from tui.encounter.present import overruling, routes
from tui.encounter.present.overruling import OverrulableRoll
from tui.encounter.turning import TurningScreen
from tui.kit.choose import Choice
from tui.kit.text_line import TextLine
from tui.play.dice_tray import DiceTray
from tui.play.performer import Owed

ACTIONS = "standard move full_round swift step action"


class RulingScreen(TurningScreen):
    """Whatever the rules decided, the GM may overrule."""

    @work
    async def action_overrule(self) -> None:
        """Overrule the die in focus, the last result, or any figure."""
        tray = self.query_one(DiceTray)
        if tray.display:
            await self.overrule_tray(tray)
            return
        prompt = Message("your ruling: about what?")
        picked = await self.choose(prompt, self._about())
        match picked:
            case "last":
                await self.overrule_last()
            case "place":
                await self.place_by_word(self.movers())
            case "drop":
                self.perform(DropMove())
            case "back":
                self._give_back()
            case "spent":
                await self._count_spent()
            case "rule":
                await self._command_line("rule ")

    def _about(self) -> tuple[Choice, ...]:
        movers = self.movers()
        who = self._names_of(movers) if movers else ""
        here = str(self.grid.cursor)
        choices = []
        if overruling.results(self.moment):
            choices.append(Choice("last", "o", Message("the last result: hit, miss, a number")))
        if self._waiting() is not None:
            choices.append(Choice("drop", "d", Message("cancel the movement that waits")))
        if movers and not self.under():
            words = Message("{who} stands at {square}", who=who, square=here)
            choices.append(Choice("place", "p", words))
        if movers:
            choices.append(Choice("back", "b", Message("{who} has its actions back", who=who)))
            choices.append(Choice("spent", "s", Message("{who} has used an action", who=who)))
        choices.append(Choice("rule", "r", Message("a figure: hit points, clock, speed ...")))
        return tuple(choices)

    async def overrule_last(self) -> None:
        """Change the outcome of a roll of the last entry, asking what follows."""
        found = overruling.results(self.moment)
        result = found[0] if len(found) == 1 else await self._which(found)
        if result is None:
            return
        self.app.hold()
        instead = N_("{result}: pass, fail, a number, +2; then why")
        if result.points is not None:
            instead = N_("{result}. Instead: a number, +2, -5, skip; then why")
        prompt = Message(instead, result=result.words)
        typed = await self.line(prompt, check=lambda text: overruling.answer(result, text))
        if typed:
            await self._overrule({result.key: overruling.answer(result, typed)})

    async def _which(self, found: tuple[OverrulableRoll, ...]) -> OverrulableRoll | None:
        choices = tuple(Choice(one.key, one.letter, one.words) for one in found)
        picked = await self.choose(Message("which of them?"), choices)
        return next((one for one in found if one.key == picked), None)

    async def _overrule(self, answers: dict[str, Answer]) -> None:
        entry = overruling.last(self.moment)
        if entry is None or isinstance(entry.command, Mark):
            return
        ask, settle = self._ask(Owed(entry.command)), self.app.let_go
        try:
            while isinstance(told := await self.app.worker.propose_over(answers), Needs):
                more: Mapping[str, Answer] | None = await ask(_asked(told.questions, answers))
                if more is None:
                    self.say_message("Nothing was changed.")
                    return
                answers.update(more)
            self.app.moment = await self.app.worker.overrule(answers)
        except Refusal as refusal:
            self.say_message(refusal.message)
            settle = self.app.discard
        finally:
            self._close_tray()
            settle()

    def _give_back(self) -> None:
        movers, encounter = self.movers(), self.encounter
        figure = encounter.figure(movers[0]) if encounter and movers else None
        if figure is None or not figure.spent.actions:
            self.refuse(N_("No action has been used that could be given back."))
        else:
            self.perform(Spend(movers[0], figure.spent.actions, back=True))

    async def _count_spent(self) -> None:
        self.app.hold()
        typed = await self.line(Message("which action? {words}", words=ACTIONS))
        if typed:
            self.perform(Spend(self.movers()[0], tuple(typed.split())))

    async def place_by_word(self, movers: tuple[str, ...]) -> None:
        """Put the movers at the cursor whatever the rules say."""
        found = self.battle
        if found is not None and movers:
            spots = routes.formation(found, movers, self.grid.cursor)
            self.app.hold()
            prompt = Message("why? (may be left empty)")
            reason = await self.app.push_screen_wait(TextLine(prompt))
            if reason is not None:
                self.perform(Place(found.encounter.id, spots, reason.strip()))


def _asked(questions: tuple[Question, ...], given: Mapping[str, Answer]) -> tuple[Question, ...]:
    return tuple(question for question in questions if question.key not in given)
