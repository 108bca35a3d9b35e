"""The end of a fight: what goes back to the road, a line for each member, which the GM may edit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.fight.health import health
from core.play.fight.turns.commands import ClearCondition, SetCondition
from core.play.road.commands import EndEncounter
from core.play.state import Member, State
from core.play.table.commands import Rule
from core.play.union import Command
from core.rulesets.schema import Ruleset
from core.values import Struct
from tui.kit.lines_view import trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import say
from tui.kit.text_line import LineInput
from tui.play.typed.reading import minutes

POINTS = re.compile(r"(\d{1,6})([nt]?)")
KINDS = {"": "damage", "n": "nonlethal", "t": "temporary"}


class Homeward(Struct):
    """A member as the fight leaves it: `text` is its line, `hp` the points left, and a word.

    The word says that it is out, where its line does not: "-9/31 dying".
    """

    id: str
    sign: str
    name: str
    hp: str
    text: str


class _Read(Struct):
    """What a line says."""

    damage: int
    nonlethal: int
    temporary: int
    dead: bool
    stable: bool
    conditions: tuple[str, ...]


def homeward(state: State, rules: Ruleset) -> tuple[Homeward, ...]:
    """The fight's members in the party's order, and other hurt members."""
    return tuple(
        Homeward(member.id, member.token, member.name, _hp(member, rules), written(member))
        for member in concerned(state)
    )


def concerned(state: State) -> tuple[Member, ...]:
    """The members the fight's end concerns."""
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
        for member in concerned(state)
        if member.id in texts and texts[member.id].split() != written(member).split()
        for command in _changes(member, _read(texts[member.id], member))
    ]
    return (*found, EndEncounter(length))


def _changes(member: Member, read: _Read) -> Iterator[Command]:
    reason = "the end of the fight"
    for points in ("damage", "nonlethal", "temporary"):
        if getattr(read, points) != getattr(member, points):
            yield Rule(points, str(getattr(read, points)), member.id, reason)
    for end in ("dead", "stable"):
        if getattr(read, end) != getattr(member, end):
            yield Rule(end, "yes" if getattr(read, end) else "no", member.id, reason)
    before = {lasting.name.replace(" ", "-"): lasting.name for lasting in member.lasting}
    for key, name in before.items():
        if key not in read.conditions:
            yield ClearCondition((member.id,), name)
    for name in read.conditions:
        if name not in before:
            yield SetCondition((member.id,), name.replace("-", "_"))


def _read(text: str, member: Member) -> _Read:
    points: dict[str, int] = {}
    words: list[str] = []
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
            words.append(word)
        elif KINDS[found[2]] in points:
            raise Refusal("bad_line", "{who}: '{word}' is a second number of the same kind.",
                          who=member.name, word=word)  # fmt: skip
        else:
            points[KINDS[found[2]]] = int(found[1])
    kept = tuple(dict.fromkeys(word for word in words if word not in ("dead", "stable")))
    return _Read(
        points.get("damage", 0), points.get("nonlethal", 0), points.get("temporary", 0),
        "dead" in words, "stable" in words, kept,
    )  # fmt: skip


def _hp(member: Member, rules: Ruleset) -> str:
    found = health(member, rules)
    left = "" if found.hp is None else f"{found.hp}/{member.hp}"
    return f"{left} {say(found.word)}" if found.slug in ("dying", "unconscious") else left


def heading(state: State) -> Message:
    """The title of the page."""
    name = "" if state.fight is None else state.fight.name
    return Message("{name}: what goes back to the road", name=name)


MINUTES = "took"


class EndEncounterDialog(Modal[tuple[Command, ...] | None]):
    """The results of a fight; returns the commands that end it, or None when the GM goes back."""

    CSS_PATH = "ending.tcss"
    AUTO_FOCUS = "#took"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "next", priority=True, show=False, id="ending-next"),
        Binding("up", "app.focus_previous", "before", priority=True, show=False,
                id="ending-before"),
    ]  # fmt: skip

    def __init__(self, state: State, rules: Ruleset) -> None:
        super().__init__()
        self._state = state
        self._rows = homeward(state, rules)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(heading(self._state), id="head")
            yield label(
                Message("damage, 3n nonlethal, 5t temporary; conditions that stay; dead, stable"),
                classes="hint",
            )
            with VerticalScroll(id="rows"):
                for at, row in enumerate(self._rows):
                    yield from self._line(at, row)
            with Horizontal():
                yield label(Message("and then minutes"), classes="who")
                yield LineInput("0", id=MINUTES, compact=True)
            yield label(id="wrong")
            yield label(
                Message("Up Down a line   Enter ends the fight   Esc goes back to it"),
                classes="hint",
            )

    def _line(self, at: int, row: Homeward) -> ComposeResult:
        with Horizontal():
            who = trimmed(f"{row.sign} {row.name}", 18)
            yield label(who, classes="who")
            yield label(row.hp, classes="hp")
            yield LineInput(row.text, id=f"line-{at}", compact=True)

    @on(Input.Submitted)
    def _entered(self) -> None:
        texts = {
            row.id: self.query_one(f"#line-{at}", Input).value for at, row in enumerate(self._rows)
        }
        try:
            found = commands(self._state, texts, self.query_one(f"#{MINUTES}", Input).value)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(found)
