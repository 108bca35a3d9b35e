"""Browsing the grid: labels, turn order, ruler, zoom, search, receipts."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, work

from core.combat.board.squares import Square, parse_square
from core.messages import N_, Message, Refusal
from core.receipts import Receipt
from tui.encounter.laying import LayingScreen
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.grid_rows import GridLine
from tui.encounter.present import layers
from tui.encounter.present.labels import LetterTarget, labels
from tui.kit.lines_view import Pane
from tui.kit.receipt import Why
from tui.kit.searching import Searching, round_to
from tui.kit.text_line import WordSuggester
from tui.play.dice_tray import DiceTray
from tui.play.screen import RECEIPTS
from tui.view import CampaignView

Picked = Callable[[LetterTarget], None]

ASKING = frozenset({"jump", "attack", "area", "pace", "conditions", "checks", "choose"})
"""Actions that ask for a letter, a line or dice: what is typed after their keys is for that."""


class WatchingScreen(Searching[Square], LayingScreen):
    """Moves the cursor over the grid and overlays it; changes nothing in the story."""

    def __init__(self) -> None:
        super().__init__()
        self._trail: list[Square] = []
        self._labels: dict[str, LetterTarget] = {}
        self._picked: Picked | None = None
        self._prefix = ""
        self._measured: Square | None = None
        self._door = ""

    # going places

    def go_to(self, square: Square | None) -> None:
        """Move the cursor, remembering its old place."""
        if square is not None and square != self.grid.cursor:
            self._trail.append(self.grid.cursor)
            self.put_cursor(square)
            self.cursor_moved()

    def go_to_someone(self, who: str) -> None:
        """Move the cursor to a creature."""
        if self.battle is not None:
            self.go_to(self.battle.place(who))

    def cursor_moved(self) -> None:
        """Forget the door that was meant; the ruler follows."""
        self._door = ""
        super().cursor_moved()
        self._draw_ruler()

    def action_now(self) -> None:
        """Go to the acting creature; again: the next of its group."""
        acting = () if self.battle is None else self.battle.acting
        if acting:
            here = next((who for who in acting if who in self.under()), None)
            self.go_to_someone(round_to(acting, here, 1))
        else:
            self.say_message("It is nobody's turn yet. Press i to roll initiative.")

    def action_back(self) -> None:
        """Go to the cursor's last place."""
        if self._trail:
            self.put_cursor(self._trail.pop())
            self.cursor_moved()

    def action_next_thing(self) -> None:
        """Go to the next creature in the turn order."""
        self._step(1)

    def action_previous_thing(self) -> None:
        """Go to the previous creature."""
        self._step(-1)

    def _step(self, step: int) -> None:
        found = self.battle
        if found is None:
            return
        ordered = [who for slot in found.encounter.order for who in slot.who]
        ordered += [f.id for f in found.encounter.figures if f.id not in ordered]
        there = [who for who in found.seen(ordered) if found.place(who) is not None]
        if not there:
            self.say_message("Nobody is on the board yet.")
            return
        here = next((who for who in self.under() if who in there), None)
        self.go_to_someone(round_to(there, here, step))

    def find(self, text: str) -> None:
        """Go to a square by name, or to a creature by letter or name."""
        try:
            square = parse_square(text)
        except Refusal as refusal:
            if not self._find_someone(text):
                self.refuse(refusal.message)
            return
        scene = None if self.battle is None else self.battle.scene
        if scene is None or not scene.field.holds(square):
            self.refuse(N_("{square} is not on the map."), square=str(square))
            return
        self.go_to(square)

    def _find_someone(self, text: str) -> bool:
        found = self.battle
        if found is None:
            return False
        wanted = text.casefold()
        hits = []
        for figure in found.encounter.figures:
            being, at = found.being(figure.id), found.place(figure.id)
            named = being is not None and (being.token == text or wanted in being.name.casefold())
            if at is not None and named and figure.id not in found.unseen:
                hits.append(at)
        return self.take_hits(hits)

    @work
    async def action_search(self) -> None:
        """Search for a creature or a square."""
        typed = await self.line(
            Message("/ creature or square"), suggester=WordSuggester(self._names)
        )
        if typed:
            self.find(typed)

    def _names(self) -> tuple[str, ...]:
        found = self.battle
        ids = () if found is None else found.seen(one.id for one in found.encounter.figures)
        beings = (found.being(who) for who in ids) if found else ()
        return tuple(being.name for being in beings if being is not None)

    def here(self) -> Square:
        """The square under the cursor."""
        return self.grid.cursor

    def go_there(self, place: Square) -> None:
        """Move the cursor to a square."""
        self.go_to(place)

    # labels

    def turn_curtain(self, moment: CampaignView) -> None:
        """Drop the letters that were put on before."""
        self._picked, self._labels = None, {}
        super().turn_curtain(moment)

    def action_jump(self) -> None:
        """Put letters on what has none; the next key picks a creature or a door."""
        self.pick(self._jumped, Message("jump: press a letter on the map"))

    def pick(self, picked: Picked, prompt: Message, prefix: str = "") -> None:
        """Let the next key pick something by its label; `prefix` may be pressed before it."""
        if self.battle is None:
            return
        self._prefix = prefix
        self._labels = labels(self.battle, self.grid.squares_on_screen())
        self._picked = picked
        extra = {one.at: key for key, one in self._labels.items() if one.drawn}
        self.grid.show(labels=extra)
        self.say_message(prompt)
        self.app.let_go()

    def asks_more(self, event: events.Key) -> bool:
        """Whether more keys follow: a label, or what a key asks for."""
        if self.brushing:
            return False
        return self._picked is not None or self.app.keys.action_of(event.key, self.TABLE) in ASKING

    def _jumped(self, label: LetterTarget) -> None:
        self.go_to(label.at)
        if label.door:
            self._door = label.door
            self.show_ahead()

    def on_key(self, event: events.Key) -> None:
        if self._picked is None or self.query_one(DiceTray).display:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        key = event.character or ""
        self.app.let_go()
        if key and key == self._prefix and key not in self._labels:
            self._prefix = ""
        else:
            self._pick_key(key)

    def _pick_key(self, key: str) -> None:
        picked, label = self._picked, self._labels.get(key)
        self._picked, self._labels = None, {}
        self.grid.show(labels={})
        self.say_sentence("")
        if label is not None and picked is not None:
            picked(label)
        elif key.isprintable() and key:
            self.refuse(N_("Nothing on the screen has the letter {key}."), key=key)

    # measured and zoomed

    def action_measure(self) -> None:
        """Measure from the cursor; again: stop."""
        self._measured = None if self._measured is not None else self.grid.cursor
        self._draw_ruler()
        if self._measured is not None:
            self.say_message("measuring from {square}", square=str(self._measured))
        else:
            self.say_sentence("")

    def _draw_ruler(self) -> None:
        found = self.battle
        if self._measured is None or found is None or found.scene is None:
            self.grid.show(ruler={})
            return
        squares, words = layers.ruler(found, self._measured, self.grid.cursor, self.player_view)
        self.grid.show(ruler=squares)
        self.say_message(words)

    def action_zoom_in(self) -> None:
        """Draw squares two columns wide."""
        self.grid.wide = 2

    def action_zoom_out(self) -> None:
        """Draw squares one column wide: twice as much of the map."""
        self.grid.wide = 1

    # why

    def reasons(self) -> tuple[tuple[Receipt, ...], tuple[GridLine, ...]]:
        """The receipts of what is in focus, and the lines they refer to."""
        raise NotImplementedError

    @work
    async def action_why(self) -> None:
        """Show the receipts of the cursor's answer, with their lines on the grid."""
        if self.veiled(RECEIPTS):
            return
        tray, dice = self.query_one(DiceTray), self.dice_receipts()
        receipts, lines = (dice, ()) if dice else self.reasons()
        if tray.display and tray.focused_question is not None:
            lines = ()
        if not receipts:
            self.say_message("There is no figure here to explain.")
            return
        self.grid.show(lines=lines)
        why = Why(receipts, self.state.ruleset_name)
        why.set_class(bool(lines), "low")
        await self.app.push_screen_wait(why)
        self.grid.show(lines=())

    def copied(self) -> str:
        """The grid and the panes beside it, as text."""
        panes = [pane for pane in self.query("#side Pane").results(Pane) if pane.display]
        return "\n".join([self.query_one(BattleGrid).as_text(), *(p.as_text() for p in panes)])
