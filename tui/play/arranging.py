"""Encounters as a whole, for Journey and Encounter: prepared with a board, begun, and ended.

At the end a page shows what goes back to the road, a line for each member, which the GM may edit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Literal, TypeAlias
from zlib import crc32

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList

from core.combat.board.board_templates import HEIGHT, RECIPES, WIDTH, blank, template
from core.combat.board.drawing import Board, battlefield
from core.combat.board.encounter_file import EncounterFile, parse_encounter
from core.files import FileError
from core.messages import N_, Message, Refusal, Template
from core.play.facts.encounter import Encounter, Zone
from core.play.facts.fight.setup.commands import Discard, Prepare, Rename
from core.play.facts.fight.turns.commands import ClearCondition, Pause, SetCondition
from core.play.facts.road.commands import BeginEncounter, EndEncounter, PassBy
from core.play.facts.state import Assets, Fighting, Member, Met, State
from core.play.facts.table.commands import Rule, RulingTarget
from core.play.fight.health import health
from core.play.fight.setup.places import check_figures, landscape
from core.play.fight.setup.recruits import drafted, encounter_id
from core.play.union import Command
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.exchange.findings import read_text
from tui.kit.lines_view import fit, trimmed
from tui.kit.modal import (
    Choices,
    FileSuggester,
    LineInput,
    Modal,
    TextLine,
    label,
    option,
    typed_path,
)
from tui.kit.phrases import Words, phrase, say
from tui.play.command_line import PlayHost
from tui.play.typed.line import minutes
from tui.play.typed.vocabulary import ENCOUNTER_CHECKS
from tui.view import CampaignView

BLANK = "blank"


class DrawnEncounter(Struct):
    """An encounter to prepare on a board; `ruleset` is that of its file ("" = it is from none)."""

    encounter: Encounter
    board: Board
    ruleset: str = ""


class Redrawn(Struct):
    """Another board for an encounter, for `Campaign.redraw`."""

    encounter: str
    board: Board


class BoardSketch(Struct):
    """A board to generate: a kind of terrain (or "blank"), seed, size, river."""

    terrain: str
    seed: int = 0
    width: int = WIDTH
    height: int = HEIGHT
    river: bool = False

    def board(self, assets: Assets) -> Board:
        """Generate the board. Refusal "bad_size"."""
        if self.terrain == BLANK:
            return blank(self.width, self.height, assets.rules)
        return template(
            self.terrain, self.seed, assets.rules, self.width, self.height, river=self.river
        )


def sources(state: State, assets: Assets) -> dict[str, Words]:
    """The labels of the kinds of boards: the hex's terrain first, then all others, and none."""
    here, known = landscape(state, assets).terrain, assets.rules.terrain
    found: dict[str, Words] = {}
    for slug in (here, *known, *RECIPES):
        name: Words | None = Message(PLACES[slug]) if slug in PLACES else None
        if slug in known and name is None:
            name = known[slug].shown()
        if slug == here and state.hex_now:
            words = Message("{terrain} (hex {hex})", terrain=name or slug, hex=state.hex_now)
            found.setdefault(slug, words)
        elif name is not None:
            found.setdefault(slug, name)
    return found | {BLANK: Message("empty board")}


PLACES: Mapping[str, Template] = {
    "urban": "Streets and houses",
    "river": "River with a ford",
    "indoors": "Hall with rooms",
    "corridor": "Winding passage",
}


def first_sketch(state: State, assets: Assets) -> BoardSketch:
    """The first proposal: the hex's terrain, with a seed of the encounter's own."""
    here = landscape(state, assets)
    seed = crc32(f"{state.place}/{len(state.encounters)}/{len(state.departed)}".encode())
    return BoardSketch(here.terrain, seed, river=here.river)


def drawn(name: str, board: Board | EncounterFile, state: State) -> DrawnEncounter:
    """An encounter of this name on a board, empty or as in its file. Refusal "no_name"."""
    words = name.strip() or (board.name if isinstance(board, EncounterFile) else "")
    if not words:
        raise Refusal("no_name", "An encounter needs a name.")
    encounter = Encounter(encounter_id(words, state), words, "", place=state.place)
    if not isinstance(board, EncounterFile):
        return DrawnEncounter(encounter, board)
    foes, figures = drafted(board.creatures, state)
    zones = tuple(Zone(where, light) for where, light in board.zones)
    encounter = replace(encounter, light=board.light, wind=board.wind, gravity=board.gravity,
                        zones=zones, foes=foes, figures=figures, start=board.start)  # fmt: skip
    return DrawnEncounter(encounter, board.board, board.ruleset)


def read_file(text: str, state: State, assets: Assets) -> EncounterFile:
    """Read an encounter file that these rules can set up.

    Refusals "bad_file", and those of `check_figures`.
    """
    written = read_text(typed_path(text))
    try:
        found = parse_encounter(written)
        field = found.scene(assets.rules).field
    except FileError as wrong:
        raise Refusal("bad_file", "{key}: {message}" if wrong.key else "{message}",
                      key=wrong.key, message=wrong.message) from None  # fmt: skip
    check_figures(drawn("from a file", found, state).encounter, state, field, assets)
    return found


def picture(board: Board, assets: Assets) -> tuple[str, ...]:
    """The preview rows of a board; () when it cannot be read."""
    try:
        return battlefield(board, (), assets.rules.combat.ground).rows
    except Refusal:
        return ()


FILE = "file"
SIZE = re.compile(r"(\d{1,3})\s*(?:x|\s|\*)\s*(\d{1,3})", re.ASCII)
WIDE, HIGH = 48, 17
"""So much of a board is previewed."""

Chosen: TypeAlias = Board | EncounterFile


class DrawBoard(Modal[Chosen | None]):
    """Asks for a board: returns a `Board`, an `EncounterFile`, or None when the GM leaves.

    It begins with the terrain of the hex; with `files` an encounter file can be named.
    """

    CSS_PATH = "draw_board.tcss"

    def __init__(self, state: State, assets: Assets, *, files: bool = True) -> None:
        super().__init__()
        self._state, self._world = state, assets
        self._sources = sources(state, assets)
        self._sketch = first_sketch(state, assets)
        self._files = files

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("the board"), id="head")
            with Horizontal():
                rows = [option(say(words), id) for id, words in self._sources.items()]
                if self._files:
                    rows.append(option(phrase("from a file ..."), FILE))
                yield Choices(*rows, compact=True)
                yield label(id="preview")
            yield label(id="told")
            yield label(
                Message("! another drawing   r river   s size   Enter takes it   Esc leaves"),
                classes="hint",
            )

    def on_mount(self) -> None:
        """Begin with the terrain of the hex."""
        ids, terrain = list(self._sources), self._sketch.terrain
        self.query_one(Choices).highlighted = ids.index(terrain) if terrain in ids else 0
        self._show()

    def _show(self) -> None:
        if self.query_one(Choices).here == FILE:
            self.write("preview", Message("an encounter file: its map and its creatures"))
            self.write("told", None)
            return
        rows = picture(self._sketch.board(self._world), self._world)
        self.write("preview", "\n".join(row[:WIDE] for row in rows[:HIGH]))
        self.write(
            "told",
            Message(
                "{width} x {height} squares, more than is shown"
                if len(rows) > HIGH or self._sketch.width > WIDE
                else "{width} x {height} squares",
                width=self._sketch.width,
                height=self._sketch.height,
            ),
        )

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        found = self.query_one(Choices).here
        if found and found != FILE:
            self._sketch = replace(self._sketch, terrain=found)
        self._show()

    def on_key(self, event: events.Key) -> None:
        """The letters of the foot."""
        match event.character:
            case "!":
                self._sketch = replace(self._sketch, seed=self._sketch.seed + 1)
            case "r":
                self._sketch = replace(self._sketch, river=not self._sketch.river)
            case "s":
                self._ask_size()
            case _:
                return
        event.stop()
        self._show()

    @work
    async def _ask_size(self) -> None:
        start = f"{self._sketch.width}x{self._sketch.height}"
        prompt = Message("columns and rows, to 500 (40x24)")
        typed = await self.app.push_screen_wait(TextLine(prompt, start, self._sized, replace=True))
        if typed:
            self._sketch = self._sized(typed)
            self._show()

    def _sized(self, text: str) -> BoardSketch:
        found = SIZE.fullmatch(text.strip().lower())
        if found is None:
            raise Refusal("bad_size", "'{text}' is not a size. Write it like 40x24.", text=text)
        sketch = replace(self._sketch, width=int(found[1]), height=int(found[2]))
        sketch.board(self._world)
        return sketch

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == FILE:
            self._ask_file()
        else:
            self.dismiss(self._sketch.board(self._world))

    @work
    async def _ask_file(self) -> None:
        prompt = Message("an encounter file (Tab completes)")
        read = partial(read_file, state=self._state, assets=self._world)
        typed = await self.app.push_screen_wait(TextLine(prompt, "", read, FileSuggester()))
        if typed:
            self.dismiss(read(typed))


Asked: TypeAlias = Literal["end", "chase", "checks"]
Wish: TypeAlias = DrawnEncounter | Redrawn | Command | Asked

PREPARED = N_("Prepared encounters are for the GM only. Press F9 to open the curtain.")


class Encounters(Modal[Wish | None]):
    """The encounters of `view`; `shown` is the id of the one to select.

    Behind the `player_view` (`view` is then what players know) nothing is prepared or drawn.
    """

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
            words = N_("encounters")
            if self._fighting:
                words = N_("encounters: one is being played")
            elif self._met:
                words = N_("encounters: something was met")
            yield label(Message(words), id="head")
            if self._list:
                rows = (option(row(encounter), encounter.id) for encounter in self._list)
                yield Choices(*rows, compact=True)
            yield label(id="holds")
            yield label(id="wrong")
            keys = N_("Enter begin   t without a board   k encounter checks")
            if self._fighting:
                keys = N_("e end it   p pause it   c chase")
            elif self._met:
                keys = N_("Enter begin   t without a board   s pass it by")
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
        here.highlighted = ids.index(self._shown) if self._shown in ids else next(ready, 0)
        here.focus()

    @property
    def _none(self) -> str:
        none = N_("No encounter is prepared yet. Press n to prepare one.")
        return PREPARED if self._curtain else none

    @property
    def _picked(self) -> Encounter | None:
        return self._list[self.query_one(Choices).highlighted or 0] if self._list else None

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
            "n": self._prepare, "r": self._rename, "d": self._redraw, "x": self.action_discard,
        }  # fmt: skip
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
        name = "" if picked is None else await self._line(N_("its name"), picked.name)
        if name and picked is not None:
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
            self.dismiss(drawn(name, found, state))


STATUS: Mapping[str, Template] = {
    "prepared": "prepared",
    "running": "being played",
    "paused": "paused",
    "over": "over",
}
NAME = 34


def row(encounter: Encounter) -> str:
    """A line of the list: name, stage, round, place."""
    played = phrase("round {round}", round=encounter.round) if encounter.round else ""
    name, status = trimmed(encounter.name, NAME), phrase(STATUS[encounter.status])
    parts = (fit(name, NAME), fit(status, 13), played, encounter.place)
    return " ".join(filter(None, parts))


def holds(encounter: Encounter, assets: Assets) -> tuple[str, ...]:
    """The contents of an encounter in two lines: its creatures; its board and air."""
    return say(_creatures(encounter)), say(_board(encounter, assets))


def _creatures(encounter: Encounter) -> Message:
    if not encounter.foes:
        return Message("nobody is in it yet")
    kinds = Counter(
        foe.name.removesuffix(foe.token).strip() if foe.kind else foe.name for foe in encounter.foes
    )
    named = tuple(
        Message("{count} {name}", count=count, name=name) if count > 1 else name
        for name, count in kinds.items()
    )
    hidden = sum(figure.hidden for figure in encounter.figures)
    return Message("{names}; {count} hidden" if hidden else "{names}", names=named, count=hidden)


LIGHTS = {"bright": N_("bright"), "dim": N_("dim light"), "dark": N_("dark")}


def _board(encounter: Encounter, assets: Assets) -> Message:
    board = assets.boards.get(encounter.board)
    if board is None:
        return Message("its board cannot be read")
    width = len(board.rows[0]) if board.rows else 0
    light = Message(LIGHTS[encounter.light])
    return Message("board of {width} x {height} squares, {light}", width=width,
                   height=len(board.rows), light=light)  # fmt: skip


async def list_encounters(
    screen: PlayHost,
    pointed_at: str = "",
    look_at: Callable[[str], object] | None = None,
    chase: Callable[[], Awaitable[object]] | None = None,
) -> None:
    """Show the list of encounters and carry out the choice made there.

    `pointed_at` is the id of the one it points at first, "" = the list decides. `look_at` shows
    one that has just been prepared, `chase` begins a chase; None = the Encounter screen opens.
    """
    wish = await screen.app.push_screen_wait(
        Encounters(screen.as_shown, pointed_at, screen.player_view)
    )
    match wish:
        case None:
            return
        case DrawnEncounter():
            await keep(screen, wish, look_at)
        case Redrawn():
            await screen.performer.write(lambda it: it.redraw(wish.encounter, wish.board))
        case "end":
            await end_fight(screen)
        case "chase":
            if chase is None:
                screen.app.action_go_to("encounter")
            else:
                await chase()
        case "checks":
            screen.command_line.open(ENCOUNTER_CHECKS)
        case _:
            screen.perform(wish)


async def keep(
    screen: PlayHost, wish: DrawnEncounter, look_at: Callable[[str], object] | None = None
) -> None:
    """Save a prepared encounter with its board, and show it."""
    encounter = wish.encounter
    if await screen.performer.write(lambda it: it.prepare(Prepare(encounter), wish.board)):
        if look_at is None:
            screen.app.action_go_to("encounter")
        else:
            look_at(encounter.id)
        rules = screen.view.assets.rules
        ours = wish.ruleset in ("", rules.id)
        if ours and look_at is None:
            return  # the log of its board, which is in front now, says that it is prepared
        screen.gm.say_message(
            "{encounter} is prepared."
            if ours
            else "{encounter} is prepared, by the rules of {ours}; its file is for {theirs}.",
            encounter=encounter.name,
            ours=rules.display_name(),
            theirs=wish.ruleset,
        )


async def end_fight(screen: PlayHost) -> None:
    """End the fight, after showing what goes back to the road."""
    if screen.state.fight is not None:
        commands = await screen.app.push_screen_wait(
            EndEncounterDialog(screen.state, screen.view.assets.rules)
        )
        screen.performer.perform(*(commands or ()))
    elif isinstance(screen.state.pending, Fighting):
        await end_told(screen)


async def end_told(screen: PlayHost) -> None:
    """End an encounter told without a board, asking how long it took."""
    prompt = Message("how many minutes did the encounter take?")
    typed = screen.gm.count() or await screen.gm.line(prompt, "10", minutes, replace=True)
    if typed:
        with screen.gm.refusing():
            screen.perform(EndEncounter(minutes(typed)))


async def prepare_named(
    screen: PlayHost, name: str, look_at: Callable[[str], object] | None = None
) -> None:
    """Prepare an encounter of this name, asking for its board."""
    if screen.gm.veiled():
        return
    board = await screen.app.push_screen_wait(DrawBoard(screen.state, screen.view.assets))
    if board is not None:
        with screen.gm.refusing():
            await keep(screen, drawn(name, board, screen.state), look_at)


POINTS = re.compile(r"(\d{1,6})([nt]?)")
POINT_KINDS: Mapping[str, RulingTarget] = {"": "damage", "n": "nonlethal", "t": "temporary"}
ENDS: tuple[RulingTarget, ...] = ("dead", "stable")


def homeward(state: State) -> tuple[Member, ...]:
    """The fight's members in the party's order, and other hurt members."""
    figures = () if state.fight is None else state.fight.figures
    there = {figure.id for figure in figures}
    return tuple(m for m in state.members if m.id in there or m.damage or m.nonlethal or m.lasting)


def written(member: Member) -> str:
    """A member's line: damage, nonlethal, temporary points, conditions, dead or stable."""
    points = [str(member.damage)]
    points += [f"{member.nonlethal}n"] if member.nonlethal else []
    points += [f"{member.temporary}t"] if member.temporary else []
    words = [lasting.name.replace(" ", "-") for lasting in member.lasting]
    ends = ["dead"] if member.dead else ["stable"] if member.stable else []
    return " ".join((*points, *words, *ends))


def commands(
    state: State, texts: Mapping[str, str], took: str, rules: Ruleset
) -> tuple[Command, ...]:
    """The commands that apply the lines (by id), then the end after `took` minutes.

    Refusal names the line or the minutes that make no sense.
    """
    length = minutes(took.strip() or "0")
    found = [
        command
        for member in homeward(state)
        if member.id in texts and texts[member.id].split() != written(member).split()
        for command in _changes(member, *_read(texts[member.id], member, rules))
    ]
    return (*found, EndEncounter(length))


def _changes(
    member: Member, points: Mapping[str, int], words: Collection[str]
) -> Iterator[Command]:
    reason = "the end of the fight"
    for kind in POINT_KINDS.values():
        if points.get(kind, 0) != getattr(member, kind):
            yield Rule(kind, str(points.get(kind, 0)), member.id, reason)
    for end in ENDS:
        if (end in words) != getattr(member, end):
            yield Rule(end, "yes" if end in words else "no", member.id, reason)
    before = {lasting.name.replace(" ", "-"): lasting.name for lasting in member.lasting}
    for key, name in before.items():
        if key not in words:
            yield ClearCondition((member.id,), name)
    for word in words:
        if word not in before and word not in ENDS:
            yield SetCondition((member.id,), word.replace("-", "_"))


def _kinds(rules: Ruleset) -> Message:
    if rules.combat.dying.counts_nonlethal:
        return Message("7, 3n (nonlethal) or 5t (temporary)")
    return Message("7 or 5t (temporary)")


def _read(text: str, member: Member, rules: Ruleset) -> tuple[dict[str, int], Collection[str]]:
    counts_nonlethal = rules.combat.dying.counts_nonlethal or member.nonlethal > 0
    points: dict[str, int] = {}
    words: dict[str, None] = {}
    for word in text.replace(",", " ").split():
        found = POINTS.fullmatch(word)
        unknown = found is not None and found[2] == "n" and not counts_nonlethal
        if unknown or (found is None and (word[0].isdigit() or word[0] in "+-")):
            raise Refusal(
                "bad_line",
                "{who}: '{word}' is not a number of points. Write {kinds}.",
                who=member.name,
                word=word,
                kinds=_kinds(rules),
            )
        if found is None:
            words[word] = None
        elif POINT_KINDS[found[2]] in points:
            raise Refusal("bad_line", "{who}: '{word}' is a second number of the same kind.",
                          who=member.name, word=word)  # fmt: skip
        else:
            points[POINT_KINDS[found[2]]] = int(found[1])
    return points, words


def points_left(member: Member, rules: Ruleset) -> str:
    """The hit points left, and a word where it is out though its line does not say so."""
    found = health(member, rules)
    left = "" if found.hp is None else f"{found.hp}/{member.hp}"
    return f"{left} {say(found.word)}" if found.slug in ("dying", "unconscious") else left


def offers(rules: Ruleset) -> Message:
    """Return what may be written on the lines of the page."""
    if rules.combat.dying.counts_nonlethal:
        return Message("damage, 3n nonlethal, 5t temporary; conditions that stay; dead, stable")
    return Message("damage, 5t temporary; conditions that stay; dead, stable")


class EndEncounterDialog(Modal[tuple[Command, ...] | None]):
    """The results of a fight; returns the commands that end it, or None when the GM goes back."""

    CSS_PATH = "ending.tcss"
    AUTO_FOCUS = "#took"
    BINDINGS = [
        Binding("down", "app.focus_next", "next", priority=True, show=False, id="ending-next"),
        Binding("up", "app.focus_previous", "before", priority=True, show=False,
                id="ending-before"),
    ]  # fmt: skip

    def __init__(self, state: State, rules: Ruleset) -> None:
        super().__init__()
        self._state, self._rules = state, rules

    def compose(self) -> ComposeResult:
        name = "" if self._state.fight is None else self._state.fight.name
        with Vertical():
            yield label(Message("{name}: what goes back to the road", name=name), id="head")
            yield label(offers(self._rules), classes="hint")
            with VerticalScroll(id="rows"):
                for at, member in enumerate(homeward(self._state)):
                    with Horizontal():
                        yield label(trimmed(f"{member.token} {member.name}", 18), classes="who")
                        yield label(points_left(member, self._rules), classes="hp")
                        yield LineInput(written(member), id=f"line-{at}", compact=True)
            with Horizontal():
                yield label(Message("and then minutes"), classes="who")
                yield LineInput("0", id="took", compact=True)
            yield label(id="wrong")
            yield label(
                Message("Up Down a line   Enter ends the fight   Esc goes back to it"),
                classes="hint",
            )

    @on(Input.Submitted)
    def _entered(self) -> None:
        *lines, took = (line.value for line in self.query(Input))
        members = (member.id for member in homeward(self._state))
        texts = dict(zip(members, lines, strict=True))
        try:
            self.dismiss(commands(self._state, texts, took, self._rules))
        except Refusal as refusal:
            self.write("wrong", refusal.message)
