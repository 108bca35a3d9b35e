"""Chases on the Encounter screen: begun by key or at the board's edge, shown on a ladder."""

from __future__ import annotations

from textual import on, work

from core.combat.board.squares import Square, parse_square
from core.messages import N_, Message, Refusal
from core.play.fight.combatants import named
from core.play.fight.encounter import Chase
from core.play.fight.moves.commands import AnswerStrikes, Move, MovePack, Push
from core.play.fight.setup.commands import Place
from core.play.fight.turns.chase import bearer
from core.play.fight.turns.commands import ChaseRound, StartChase
from core.play.union import Command
from tui.encounter.panes.chase_ladder import ChaseLadder
from tui.encounter.present import chases as chasewords
from tui.encounter.present import routes
from tui.encounter.present.chases import Gone
from tui.encounter.present.deeds import EnterAction
from tui.encounter.ruling import RulingScreen
from tui.kit.choose import Choice
from tui.play.naming import token_of
from tui.play.typed import reading

ALL = "all"


class ChasingScreen(RulingScreen):
    """Who flees and who pursues; Enter puts the creature pointed at back on the board."""

    @property
    def ladder(self) -> ChaseLadder:
        """The ladder, shown in place of the grid."""
        return self.query_one(ChaseLadder)

    def _chase(self) -> Chase | None:
        fight = self.state.fight
        return None if fight is None else fight.chase

    # begun

    async def start_chase(self) -> None:
        """Begin a chase: the marked flee, the others pursue; the distance is asked."""
        found = self.battle
        quarry = self._marked
        if found is None or not quarry:
            self.refuse(N_("Who flees? Mark them with v, then e c."))
            return
        hunters = chasewords.hunters(found, quarry)
        if not hunters:
            self.refuse(N_("Nobody is left to follow them."))
            return
        self.app.hold()
        prompt = Message("how many squares are between them?")
        typed = await self.line(prompt, "12", reading.whole, replace=True)
        if typed:
            self.perform(StartChase(quarry, hunters, reading.whole(typed)))

    @work
    async def chase(self) -> None:
        """Begin a chase by name."""
        await self.start_chase()

    # over the edge of the board

    def afterwards(self, command: Command) -> Command | None:
        """Offer a chase of creatures that left the board; report a round's outcome."""
        then = super().afterwards(command)
        if isinstance(command, ChaseRound):
            told = chasewords.outcome(self.moment)
            if told is not None:
                self.say_message(told)
        if then is None and isinstance(command, Move | MovePack | AnswerStrikes | Push):
            gone = chasewords.gone(self.moment, self.player_view)
            if gone is not None:
                self.follow(gone)
        return then

    @work
    async def follow(self, gone: Gone) -> None:
        """Ask who pursues those who left, and begin the chase."""
        who = tuple(named(self.state, one) for one in gone.who)
        signs = tuple(token_of(self.state, one) for one in gone.hunters)
        choices = tuple(
            Choice(one, sign, Message("{who} follows", who=named(self.state, one)))
            for one, sign in zip(gone.hunters, signs, strict=True)
        )
        if len(choices) > 1:
            choices = (Choice(ALL, "", Message("all follow: {who}", who=signs)), *choices)
        prompt = N_("{who} left the board, {squares:square|squares} ahead. A chase? Esc: nobody")
        picked = await self.choose(Message(prompt, who=who, squares=gone.lead), choices)
        if picked is not None:
            hunters = gone.hunters if picked == ALL else (picked,)
            self.perform(StartChase(gone.who, hunters, gone.lead))

    # on the ladder

    def deed(self) -> EnterAction:
        who = self.ladder.pointed
        if self._chase() is None or not who:
            return super().deed()
        words = Message("put {who} back on the board", who=named(self.state, who))
        return EnterAction(words, run=self.bring_back)

    @on(ChaseLadder.Pointed)
    def _pointed(self) -> None:
        self.show_ahead()

    def go_to_someone(self, who: str) -> None:
        if self._chase() is not None:
            self.ladder.point(who)
            self.show_ahead()
        super().go_to_someone(who)

    @work
    async def bring_back(self) -> None:
        """Put the creature pointed at back on the board, at a square that is asked."""
        found, who = self.battle, self.ladder.pointed
        if found is None or not who:
            return
        carried = bearer(self.state, who)
        place = found.place(carried) or self.grid.cursor
        self.app.hold()
        prompt = Message("which square does {who} come back to?", who=named(self.state, who))
        typed = await self.line(prompt, str(place), self._on_map, replace=True)
        if typed:
            spots = routes.formation(found, (carried,), self._on_map(typed))
            self.perform(Place(found.encounter.id, spots))

    def _on_map(self, text: str) -> Square:
        square = parse_square(text.upper())
        if not self.grid.field.holds(square):
            raise Refusal("off_the_map", "{square} is not on the map.", square=str(square))
        return square
