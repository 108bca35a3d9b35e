"""Encounters as a whole, for Journey and Encounter: prepare, begin, pause and end them.

At the end a page shows what goes back to the road, a line for each member, which the GM may edit.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.fight.health import health
from core.play.fight.turns.commands import ClearCondition, SetCondition
from core.play.road.commands import EndEncounter
from core.play.state import Fighting, Member, State
from core.play.table.commands import Rule, RulingTarget
from core.play.union import Command
from core.rulesets.schema import Ruleset
from tui.kit.lines_view import trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import say
from tui.kit.text_line import LineInput
from tui.play.command_line import PlayHost
from tui.play.dialogs.encounter_list import DrawBoard, DrawnEncounter, Encounters, Redrawn, drawn
from tui.play.typed.reading import minutes
from tui.play.typed.road import ENCOUNTER_CHECKS


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
            await screen.performer.write(screen.app.worker.redraw(wish.encounter, wish.board))
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
    if await screen.performer.write(screen.app.worker.prepare(wish.command, wish.board)):
        encounter = wish.command.encounter
        if look_at is None:
            screen.app.action_go_to("encounter")
        else:
            look_at(encounter.id)
        rules = screen.view.assets.rules
        screen.gm.say_message(
            "{encounter} is prepared."
            if wish.ruleset in ("", rules.id)
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


def commands(state: State, texts: Mapping[str, str], took: str) -> tuple[Command, ...]:
    """The commands that apply the lines (by id), then the end after `took` minutes.

    Refusal names the line or the minutes that make no sense.
    """
    length = minutes(took.strip() or "0")
    found = [
        command
        for member in homeward(state)
        if member.id in texts and texts[member.id].split() != written(member).split()
        for command in _changes(member, *_read(texts[member.id], member))
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


def _read(text: str, member: Member) -> tuple[dict[str, int], Collection[str]]:
    points: dict[str, int] = {}
    words: dict[str, None] = {}
    for word in text.replace(",", " ").split():
        found = POINTS.fullmatch(word)
        if found is None and (word[0].isdigit() or word[0] in "+-"):
            raise Refusal(
                "bad_line",
                "{who}: '{word}' is not a number of points. Write 7, 3n (nonlethal) or 5t "
                   "(temporary).",
                who=member.name, word=word,
            )  # fmt: skip
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
            yield label(
                Message("damage, 3n nonlethal, 5t temporary; conditions that stay; dead, stable"),
                classes="hint",
            )
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
            self.dismiss(commands(self._state, texts, took))
        except Refusal as refusal:
            self.write("wrong", refusal.message)
