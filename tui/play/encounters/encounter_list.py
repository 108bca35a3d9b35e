"""The list of encounters: what each holds, and what may be done with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList

from core.combat.board.drawing import LIGHT_NAMES
from core.combat.board.encounter_file import EncounterFile
from core.messages import N_, Message, Refusal, Template
from core.play.facts.encounter import Encounter
from core.play.facts.fight.setup.commands import Discard, Rename
from core.play.facts.fight.turns.commands import Pause
from core.play.facts.road.commands import BeginEncounter, PassBy
from core.play.facts.state import Assets, Fighting, Met
from core.play.union import Command
from tui.kit.lines_view import fit, trimmed
from tui.kit.modal import Choices, Modal, label, option
from tui.kit.phrases import phrase, say
from tui.kit.text_line import TextLine
from tui.play.board_setup.board_dialog import DrawBoard
from tui.play.board_setup.drawn_encounter import DrawnEncounter, Redrawn, drawn
from tui.view import CampaignView

Asked: TypeAlias = Literal["end", "chase", "checks"]
Wish: TypeAlias = DrawnEncounter | Redrawn | Command | Asked

PREPARED = N_("Prepared encounters are for the GM only. Press F9 to open the curtain.")


class Encounters(Modal[Wish | None]):
    """The encounters of `view`; `shown` is the id of the one to select.

    Behind the `player_view` (`view` is then what players know) nothing is prepared or drawn.
    """

    YIELDS = "line"
    CSS_PATH = "encounter_list.tcss"
    BINDINGS = [
        Binding("delete", "discard", "throw away", show=False, id="encounters-discard"),
    ]

    def __init__(self, view: CampaignView, shown: str = "", player_view: bool = False) -> None:
        super().__init__()
        self._curtain = player_view
        self._view = view
        self._shown = shown
        self._list = tuple(reversed(view.state.encounters))

    def compose(self) -> ComposeResult:
        with Vertical():
            if self._fighting:
                words = N_("encounters: one is being played")
                keys = N_("e end it   p pause it   c chase")
            elif self._met:
                words = N_("encounters: something was met")
                keys = N_("Enter begin   t without a board   s pass it by")
            else:
                words = N_("encounters")
                keys = N_("Enter begin   t without a board   k encounter checks")
            yield label(Message(words), id="head")
            if self._list:
                rows = (option(row(encounter), encounter.id) for encounter in self._list)
                yield Choices(*rows, compact=True)
            yield label(id="holds")
            yield label(id="wrong")
            yield label(Message(keys), classes="hint")
            always = N_("n prepare a new one   r rename   d redraw   x throw away   Esc leaves")
            yield label(Message(always), classes="hint")

    @property
    def _fighting(self) -> bool:
        return isinstance(self._view.state.pending, Fighting)

    @property
    def _met(self) -> bool:
        return isinstance(self._view.state.pending, Met)

    def on_mount(self) -> None:
        """Select the shown one, else the newest that can be begun."""
        if not self._list:
            self.write("holds", Message(self._none))
            return
        ids = [encounter.id for encounter in self._list]
        ready = (n for n, one in enumerate(self._list) if one.status in ("prepared", "paused"))
        here = self.query_one(Choices)
        if self._shown in ids:
            here.highlighted = ids.index(self._shown)
        else:
            here.highlighted = next(ready, 0)
        here.focus()

    @property
    def _none(self) -> str:
        if self._curtain:
            return PREPARED
        return N_("No encounter is prepared yet. Press n to prepare one.")

    @property
    def _picked(self) -> Encounter | None:
        if self._list:
            return self._list[self.query_one(Choices).highlighted or 0]
        return None

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        picked = self._picked
        if picked is not None:
            self.write("holds", "\n".join(holds(picked, self._view.assets)))

    def on_key(self, event: events.Key) -> None:
        """The letters of the foot."""
        doing = self._doings().get(event.character or "")
        if doing is not None:
            event.stop()
            self.write("wrong", "")
            doing()

    def _doings(self) -> dict[str, Callable[[], object]]:
        always = {
            "n": self._prepare,
            "r": self._rename,
            "d": self._redraw,
            "x": self.action_discard,
        }
        if self._curtain:
            always |= dict.fromkeys("nd", lambda: self._wrong(PREPARED))
        if self._fighting:
            return always | {
                "e": lambda: self.dismiss("end"),
                "c": lambda: self.dismiss("chase"),
                "p": lambda: self.dismiss(Pause()),
            }
        always |= {"b": self._begin, "t": self._told, "p": always["n"]}
        if self._met:
            return always | {"s": lambda: self.dismiss(PassBy())}
        return always | {"k": lambda: self.dismiss("checks")}

    @on(OptionList.OptionSelected)
    def _begin(self) -> None:
        picked = self._picked
        if picked is None:
            self._wrong(self._none)
        elif picked.status == "running":
            self.dismiss(None)
        elif picked.status == "over":
            self._wrong(N_("It is over. Press n to prepare another."))
        elif self._fighting:
            self._wrong(N_("Another one is being played. Press e to end it or p to pause it."))
        else:
            self.dismiss(BeginEncounter(picked.name, picked.id))

    def _wrong(self, words: str) -> None:
        self.write("wrong", Message(words))

    def action_discard(self) -> None:
        """Discard the encounter; undo brings it back."""
        picked = self._picked
        if picked is None:
            return
        if picked.status == "running":
            self._wrong(N_("It is being played: end or pause it first."))
        else:
            self.dismiss(Discard(picked.id))

    async def _line(self, prompt: str, start: str = "") -> str:
        def check(text: str) -> None:
            if not text.strip():
                raise Refusal("no_name", "An encounter needs a name.")

        line = TextLine(Message(prompt), start, check, replace=True)
        return (await self.app.push_screen_wait(line) or "").strip()

    @work
    async def _rename(self) -> None:
        picked = self._picked
        if picked is None:
            return
        name = await self._line(N_("its name"), picked.name)
        if name:
            self.dismiss(Rename(picked.id, name))

    @work
    async def _redraw(self) -> None:
        picked = self._picked
        if picked is None:
            return
        asked = DrawBoard(self._view.state, self._view.assets, files=False)
        found = await self.app.push_screen_wait(asked)
        if found is not None and not isinstance(found, EncounterFile):
            self.dismiss(Redrawn(picked.id, found))

    @work
    async def _told(self) -> None:
        name = await self._line(N_("what is met? a name for the log"))
        if name:
            self.dismiss(BeginEncounter(name))

    @work
    async def _prepare(self) -> None:
        name = await self._line(N_("prepare an encounter: its name"))
        if not name:
            return
        state = self._view.state
        found = await self.app.push_screen_wait(DrawBoard(state, self._view.assets))
        if found is not None:
            self.dismiss(drawn(name, found, state, self._view.assets.rules))


STATUS: Mapping[str, Template] = {
    "prepared": "prepared",
    "running": "being played",
    "paused": "paused",
    "over": "over",
}
NAME = 34


def row(encounter: Encounter) -> str:
    """A line of the list: name, stage, the round of a fight that is not over, place."""
    if encounter.round and encounter.status != "over":
        played = phrase("round {round}", round=encounter.round)
    else:
        played = ""
    name = trimmed(encounter.name, NAME)
    status = phrase(STATUS[encounter.status])
    parts = (fit(name, NAME), fit(status, 13), played, encounter.place)
    return " ".join(filter(None, parts))


def holds(encounter: Encounter, assets: Assets) -> tuple[str, ...]:
    """The contents of an encounter in two lines: its creatures; its board and air."""
    return say(_creatures(encounter)), say(_board(encounter, assets))


def _creatures(encounter: Encounter) -> Message:
    foes = {foe.id for foe in encounter.foes}
    party = sum(1 for figure in encounter.figures if figure.id not in foes)
    if not encounter.foes and party:
        return Message("no creatures yet; {count} of the party", count=party)
    if not encounter.foes:
        return Message("nobody is in it yet")
    kinds = Counter(
        foe.name.removesuffix(f" {foe.token}") if foe.kind else foe.name for foe in encounter.foes
    )
    named = tuple(
        Message("{count} {name}", count=count, name=name) if count > 1 else name
        for name, count in kinds.items()
    )
    hidden = sum(figure.hidden for figure in encounter.figures)
    return Message("{names}; {count} hidden" if hidden else "{names}", names=named, count=hidden)


def _board(encounter: Encounter, assets: Assets) -> Message:
    board = assets.boards.get(encounter.board)
    if board is None:
        return Message("its board cannot be read")
    width = len(board.rows[0]) if board.rows else 0
    light = Message(LIGHT_NAMES[encounter.light])
    return Message(
        "board of {width} x {height} squares, {light}",
        width=width,
        height=len(board.rows),
        light=light,
    )
