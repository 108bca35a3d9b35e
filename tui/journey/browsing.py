"""Browsing the map: cursor, waypoints, search, jumps, rings."""

from __future__ import annotations

from textual import events, work

from core.messages import N_, Message
from tui.journey.atlas import AtlasScreen
from tui.journey.present import looks
from tui.kit.searching import Searching, round_to
from tui.kit.text_line import WordSuggester
from tui.play.dice_tray import DiceTray

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class BrowsingScreen(Searching[str], AtlasScreen):
    """Moves the cursor over the map; changes nothing in the story."""

    def __init__(self) -> None:
        super().__init__()
        self._trail: list[str] = []
        self._labels: dict[str, str] = {}

    def _go(self, hex: str) -> None:
        if hex and hex != self.map.cursor:
            self._trail.append(self.map.cursor)
            self.map.cursor = hex
            self.cursor_moved()

    def action_now(self) -> None:
        """Go to the party's hex."""
        self._go(self.state.place)

    def action_back(self) -> None:
        """Go to the cursor's last place."""
        if self._trail:
            self.map.cursor = self._trail.pop()
            self.cursor_moved()

    def action_zoom_in(self) -> None:
        """Widen the map."""
        self.map.zoom(1)

    def action_zoom_out(self) -> None:
        """Narrow the map."""
        self.map.zoom(-1)

    def action_mark(self) -> None:
        """Toggle a waypoint at the hex under the cursor."""
        if self.map.cursor in self._via:
            self._via.remove(self.map.cursor)
        else:
            self._via.append(self.map.cursor)
        self._show_cursor()

    def action_mark_all(self) -> None:
        """Forget all waypoints."""
        self._via.clear()
        self._show_cursor()

    def action_next_thing(self) -> None:
        """Go to the next place."""
        self._step_place(1)

    def action_previous_thing(self) -> None:
        """Go to the previous place."""
        self._step_place(-1)

    def _step_place(self, step: int) -> None:
        places = looks.places(self.as_shown, self._via)
        if not places:
            self.say_message("No place is named on this map.")
            return
        self._go(round_to(places, self.map.cursor, step))

    @work
    async def action_search(self) -> None:
        """Search for a place by name."""
        region = self.as_shown.region
        if region is None:
            self.say_message("There is no map to search.")
            return
        names = tuple(name for name, _ in region.places())
        typed = await self.line(Message("/ place or hex"), suggester=WordSuggester(lambda: names))
        if not typed:
            return
        if not self.take_hits(looks.hits(region, typed)):
            self.say_message("No place on the map has '{text}' in its name.", text=typed)

    def here(self) -> str:
        """The hex under the cursor."""
        return self.map.cursor

    def go_there(self, place: str) -> None:
        """Move the cursor to a hex."""
        self._go(place)

    def action_jump(self) -> None:
        """Put letters on places, nights and members; the next key picks one."""
        shown = self.as_shown
        found = self._survey if shown.state.plan == self.state.plan else None
        places = looks.labelled(shown, found, self.map.hexes_on_screen())
        tokens = {m.token: self.state.place for m in self.state.travellers if m.token}
        free = (letter for letter in LETTERS if letter not in tokens)
        self._labels = {letter: hex for hex, letter in zip(places, free, strict=False)}
        self.map.show(letters={hex: letter for letter, hex in self._labels.items()})
        self._labels = {**self._labels, **tokens}
        self.say_message("jump: press a letter on the map, or a member's")

    def on_key(self, event: events.Key) -> None:
        if self._labels and not self.query_one(DiceTray).display:
            hex = self._labels.get(event.character or "")
            self._labels = {}
            self.map.show(letters={})
            self.say_sentence("")
            if hex:
                self._go(hex)
            event.stop()
            event.prevent_default()
            return
        super().on_key(event)

    def action_reach(self) -> None:
        """Cycle the rings: reach of today, of three days, none."""
        self._reach = (self._reach + 1) % 3
        if self._reach and self._routes is None:
            self.say_message("Still working out the routes ...")
        elif self._reach:
            words = N_("1 = reached today") if self._reach == 1 else N_("1 2 3 = reached that day")
            self.say_message(words)
        else:
            self.say_sentence("")
        self._show_reach()
