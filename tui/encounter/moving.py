"""Moving on the grid: Enter does what the Ahead line says; packs, doors, placing."""

from __future__ import annotations

from core.combat.board.plan import DoorState
from core.messages import N_, Message
from core.play.fight.encounter import Encounter
from core.play.fight.moves.commands import MovePack
from core.play.fight.setup.commands import Place, SetDoor
from core.play.state import Fighting
from core.receipts import Receipt
from core.values import replace
from tui.encounter.going import GoingScreen
from tui.encounter.panes.grid_rows import GridLine
from tui.encounter.present import packs as packwords
from tui.encounter.present import routes
from tui.encounter.present.battle import Battle
from tui.encounter.present.deeds import WORKING, EnterAction, nothing
from tui.encounter.present.foresight import CursorPreview, CursorQuery, drawn
from tui.encounter.present.sightlines import lines_of
from tui.kit.phrases import Words


class MovingScreen(GoingScreen):
    """Moves the chosen creatures to the cursor, alone or as a pack."""

    def __init__(self) -> None:
        super().__init__()
        self._plan = -1
        self._enter_waits = False

    # what the cursor asks

    def gaze(self) -> CursorQuery | None:
        found = self.battle
        if found is None or found.scene is None:
            return None
        movers = self.movers() if found.runs and found.encounter.round else ()
        return CursorQuery(
            found,
            self.grid.cursor,
            movers,
            routes.action_of(self._way, found.moment.assets.rules),
            self._mode(found, movers),
            self._height,
            squeeze=self._way == "squeeze",
            propose=self._plan >= 0,
            player_view=self.player_view,
        )

    def cursor_moved(self) -> None:
        self._plan, self._enter_waits = -1, False
        super().cursor_moved()

    def turned(self, before: Battle | None, now: Battle) -> None:
        acted = before is None or before.encounter != now.encounter
        if acted:
            self._way, self._height, self._plan, self._enter_waits = "walk", None, -1, False
        super().turned(before, now)

    def foreseen(self) -> None:
        seen = self.prospect
        found = drawn(seen, self._plan, safe=self._way == "safe")
        self.grid.show(path=found.path, strikes=found.strikes, ghosts=found.ghosts)
        self.show_pack(self._pack_lines(seen))
        self.draw_panels()
        if self._enter_waits and self.prospect is not None:
            self._enter_waits = False
            self.action_choose()

    def _pack_lines(self, seen: CursorPreview | None) -> tuple[Message, ...]:
        if seen is None or self._plan < 0 or not seen.plans:
            return ()
        at = self._plan % len(seen.plans)
        return packwords.lines(seen.plans[at], seen.gaze.battle, at + 1, len(seen.plans))

    def reasons(self) -> tuple[tuple[Receipt, ...], tuple[GridLine, ...]]:
        seen = self.prospect
        if seen is None:
            return (), ()
        receipts: list[Receipt] = []
        lines: list[GridLine] = []
        if seen.attack is not None:
            receipts.append(seen.attack.receipt)
            lines += lines_of(seen.attack)
        if seen.ahead is not None:
            receipts.append(seen.ahead.receipt)
            lines += () if lines else lines_of(seen.ahead.outlook)
        return tuple(receipts), tuple(lines)

    # Enter

    def ahead(self) -> tuple[Words | None, Words | None]:
        return self.deed().words, self.space_words()

    def space_words(self) -> Words | None:
        """What Space would do; computed once per moment."""
        found = self.battle
        if found is None or found.moment is not self.moment:
            return Message("...")
        return found.space

    def action_choose(self) -> None:
        """Do what the Ahead line says."""
        if self.stray_number() or self.confirmed():
            return
        deed = self.deed()
        if deed.waits:
            self._enter_waits = True
        elif deed.command is not None:
            self.perform(deed.command)
        elif deed.run is not None:
            deed.run()
        else:
            self.say_message("{words}", words=deed.words)
            self.app.let_go()

    def deed(self) -> EnterAction:
        """What Enter would do now."""
        found = self.battle
        if found is None:
            return nothing(Message("no encounter is shown; e prepares one or begins it"))
        pending = self.state.pending
        if isinstance(pending, Fighting) and pending.waiting is not None:
            return EnterAction(Message("ask who strikes"), run=self.ask_strikes)
        if self._door:
            return self._door_deed(found.encounter, self._door)
        if not found.runs or not found.encounter.round:
            return self._placing(found)
        return self._moving(found)

    def ask_strikes(self) -> None:
        """Ask about attacks of opportunity against the pending movement."""
        raise NotImplementedError

    def attack_deed(self, by: tuple[str, ...], at: str) -> EnterAction:
        """The attack that Enter would make."""
        raise NotImplementedError

    def _door_deed(self, encounter: Encounter, edge: str) -> EnterAction:
        found = self.battle
        assert found is not None
        state = found.doors.get(edge, "closed")
        opens = {"closed": N_("open the door"), "locked": N_("unlock the door"),
                 "open": N_("close the door")}  # fmt: skip
        acts = found.runs and state != "locked" and found.encounter.round > 0
        who = next((one for one in self.movers() if routes.stands_at(found, one, edge)), "")
        by = who if acts else ""
        words = Message("{deed}, by your word", deed=Message(opens[state]))
        if by:
            name = self._names_of((by,))
            words = Message("{who}: {deed}", who=name, deed=Message(opens[state]))
        to: dict[str, DoorState] = {"closed": "open", "locked": "closed", "open": "closed"}
        return EnterAction(words, SetDoor(encounter.id, edge, to[state], by))

    def _placing(self, found: Battle) -> EnterAction:
        under, marked = self.under()[:1], self._marked
        if marked and under != marked:
            spots = routes.formation(found, marked, self.grid.cursor)
            names = self._names_of(marked)
            words = Message("put {who} here", who=names)
            return EnterAction(words, Place(found.encounter.id, spots))
        if under and under == marked:
            word = N_("{who} is picked up: move the cursor, then Enter")
            return nothing(Message(word, who=self._names_of(under)))
        if under:
            words = Message("pick {who} up, to put down elsewhere", who=self._names_of(under))
            return EnterAction(words, run=lambda: self.mark(under, on=True))
        if not found.runs:
            return nothing(Message("e begins the encounter, b draws, :add puts creatures in"))
        return nothing(Message("i rolls initiative; f or v picks somebody up"))

    def _moving(self, found: Battle) -> EnterAction:
        movers, seen = self.movers(), self.prospect
        under = self.under()
        if not movers:
            return nothing(Message("it is nobody's turn; v marks who moves"))
        if len(movers) > 1:
            return self._pack(movers, seen)
        own = [who for who in under if who in found.acting and who not in movers]
        if own and not self._marked:
            words = Message("go on with {who}", who=self._names_of(own[:1]))
            return EnterAction(words, run=lambda: self.choose_mover(own[0]))
        if found.place(movers[0]) is None:
            spots = routes.formation(found, movers, self.grid.cursor)
            words = Message("put {who} here", who=self._names_of(movers))
            return EnterAction(words, Place(found.encounter.id, spots))
        if seen is None or seen.gaze != self.gaze():
            return WORKING
        if seen.target and seen.strikes:
            return _unusual(self.attack_deed(movers, seen.target), seen)
        doors = routes.doors_between(found, movers[0], self.grid.cursor)
        if doors:
            return self._door_deed(found.encounter, doors[0])
        if seen.trouble is not None or seen.move is None:
            return nothing(seen.trouble or Message("it is there already"))
        return self._one(seen)

    def _one(self, seen: CursorPreview) -> EnterAction:
        assert seen.move is not None
        move = routes.safe(seen.move) if self._way == "safe" else seen.move
        strikers = () if seen.ahead is None else routes.strikers(seen.ahead, seen.gaze.battle)
        return _unusual(EnterAction(routes.words(move, self.state, strikers), move), seen)

    def _pack(self, movers: tuple[str, ...], seen: CursorPreview | None) -> EnterAction:
        if self._plan < 0:
            words = Message("propose places for {count}", count=len(movers))
            return EnterAction(words, run=self._propose)
        if seen is None or seen.gaze != self.gaze():
            return WORKING
        if not seen.plans:
            return nothing(seen.trouble or Message("there is no place for them"))
        plan = seen.plans[self._plan % len(seen.plans)]
        words = packwords.short(plan, len(movers), len(seen.plans) - 1)
        action = routes.action_of(self._way, self.moment.assets.rules)
        return EnterAction(words, MovePack(plan.steps, action))

    def _propose(self) -> None:
        self._plan = 0
        self.look_ahead()

    def action_next_pane(self) -> None:
        """Show the next proposal for a pack, else focus the next pane."""
        if self._plan >= 0:
            self._plan += 1
            self.foreseen()
            self.show_ahead()
        else:
            super().action_next_pane()

    def action_previous_pane(self) -> None:
        """Show the previous proposal, else focus the previous pane."""
        if self._plan > 0:
            self._plan -= 1
            self.foreseen()
            self.show_ahead()
        else:
            super().action_previous_pane()

    def put_away(self) -> bool:
        """Drop the proposal, the mode of movement, the marks; loses nothing of the story."""
        if self._plan >= 0:
            self._plan = -1
            self.look_ahead()
        elif self._way != "walk" or self._height is not None:
            self._way, self._height = "walk", None
            self.look_ahead()
        elif self._marked:
            self.mark(self._marked, on=False)
        else:
            return super().put_away()
        return True


def _unusual(deed: EnterAction, seen: CursorPreview) -> EnterAction:
    if seen.unusual is None:
        return deed
    words = Message("{remark}; {deed}", remark=seen.unusual, deed=deed.words)
    return replace(deed, words=words)
