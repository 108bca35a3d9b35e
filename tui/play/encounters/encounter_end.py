"""The end of a fight: a page of what goes back to the road, a line for each member.

The GM may edit the lines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from core.messages import Message, Refusal
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.road.commands import EndEncounter
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Rule, RulingTarget
from core.play.fight.health import health, most_hit_points
from core.play.union import Command
from core.rulesets.schema import Ruleset
from core.values import replace
from tui.kit.lines_view import trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import say
from tui.kit.text_line import LineInput
from tui.play.command_line.typed_line import minutes

POINTS = re.compile(r"(?P<number>\d{1,6})(?P<kind>[nt]?)")
POINT_KINDS: Mapping[str, RulingTarget] = {"": "damage", "n": "nonlethal", "t": "temporary"}
ENDS: tuple[RulingTarget, ...] = ("dead", "stable")


def homeward(state: State) -> tuple[Member, ...]:
    """The fight's members in the party's order, and other hurt members."""
    figures = () if state.fight is None else state.fight.figures
    there = {figure.id for figure in figures}
    return tuple(m for m in state.members if m.id in there or m.damage or m.nonlethal or m.lasting)


def _is_at_end(member: Member, end: RulingTarget, rules: Ruleset) -> bool:
    # who stands again is no longer stable, whatever is kept of it
    if end == "dead":
        return member.dead
    return member.stable and health(member, rules).out


def written(member: Member, rules: Ruleset) -> str:
    """A member's line: damage, nonlethal, temporary points, conditions, dead or stable."""
    points = [str(member.damage)]
    if member.nonlethal:
        points.append(f"{member.nonlethal}n")
    if member.temporary:
        points.append(f"{member.temporary}t")
    words = [lasting.name.replace(" ", "-") for lasting in member.lasting]
    if member.dead:
        words.append("dead")
    elif _is_at_end(member, "stable", rules):
        words.append("stable")
    return " ".join((*points, *words))


OF_THE_FIGHT = frozenset({"prone", "grappled", "grabbed", "pinned", "entangled", "flat_footed"})
"""Conditions that end with a fight unless the GM writes them on the line."""


def carried_home(member: Member, rules: Ruleset) -> Member:
    """Return a member as it goes back to the road; who is out stays on the ground."""
    if health(member, rules).out:
        return member
    kept = tuple(one for one in member.lasting if one.name not in OF_THE_FIGHT)
    return replace(member, lasting=kept)


def ending(state: State, rules: Ruleset) -> Message | None:
    """Return what ends with the fight, of whom; None: nothing."""
    ended = []
    for member in homeward(state):
        home = carried_home(member, rules).lasting
        names = [one.name.replace("_", " ") for one in member.lasting if one not in home]
        figure = None if state.fight is None else state.fight.figure(member.id)
        if figure is not None and figure.readied:
            names.append("readied")
        if names:
            ended.append(Message("{who} {what}", who=member.name, what=tuple(names)))
    if not ended:
        return None
    return Message("ends with the fight: {ended}; on a line it stays", ended=tuple(ended))


def commands(
    state: State, texts: Mapping[str, str], took: str, rules: Ruleset
) -> tuple[Command, ...]:
    """The commands that apply the lines (by id), then the end after `took` minutes.

    Refusal names the line or the minutes that make no sense.
    """
    length = minutes(took.strip() or "0")
    commands_given = [
        command
        for member in homeward(state)
        if member.id in texts and texts[member.id].split() != written(member, rules).split()
        for command in _changes(member, *_read(texts[member.id], member, rules), rules)
    ]
    return (*commands_given, EndEncounter(length))


def _changes(
    member: Member, points: Mapping[str, int], words: Collection[str], rules: Ruleset
) -> Iterator[Command]:
    reason = "the end of the fight"
    for kind in POINT_KINDS.values():
        if points.get(kind, 0) != getattr(member, kind):
            yield Rule(kind, str(points.get(kind, 0)), member.id, reason)
    for end in ENDS:
        if (end in words) != _is_at_end(member, end, rules):
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
        match = POINTS.fullmatch(word)
        unknown = match is not None and match["kind"] == "n" and not counts_nonlethal
        if unknown or (match is None and (word[0].isdigit() or word[0] in "+-")):
            raise Refusal(
                "bad_line",
                "{who}: '{word}' is not a number of points. Write {kinds}.",
                who=member.name,
                word=word,
                kinds=_kinds(rules),
            )
        if match is None:
            words[word] = None
        elif POINT_KINDS[match["kind"]] in points:
            raise Refusal(
                "bad_line",
                "{who}: '{word}' is a second number of the same kind.",
                who=member.name,
                word=word,
            )
        else:
            points[POINT_KINDS[match["kind"]]] = int(match["number"])
    return points, words


def points_left(member: Member, rules: Ruleset) -> str:
    """The hit points left, and a word where it is out though its line does not say so."""
    points = health(member, rules)
    if points.hp is None:
        left = ""
    else:
        left = f"{points.hp}/{most_hit_points(member, rules)}"
    if points.slug in ("dying", "unconscious"):
        return f"{left} {say(points.word)}"
    return left


def offers(rules: Ruleset) -> Message:
    """Return what may be written on the lines of the page."""
    if rules.combat.dying.counts_nonlethal:
        return Message("damage, 3n nonlethal, 5t temporary; conditions that stay; dead, stable")
    return Message("damage, 5t temporary; conditions that stay; dead, stable")


class EndEncounterDialog(Modal[tuple[Command, ...] | None]):
    """The results of a fight; returns the commands that end it, or None when the GM goes back."""

    CSS_PATH = "encounter_end.tcss"
    AUTO_FOCUS = "#took"
    BINDINGS = [
        Binding("down", "app.focus_next", "next", priority=True, show=False, id="ending-next"),
        Binding(
            "up", "app.focus_previous", "before", priority=True, show=False, id="ending-before"
        ),
    ]

    def __init__(self, state: State, rules: Ruleset) -> None:
        super().__init__()
        self._state = state
        self._rules = rules

    def compose(self) -> ComposeResult:
        if self._state.fight is None:
            name = ""
        else:
            name = self._state.fight.name
        with Vertical():
            yield label(Message("{name}: what goes back to the road", name=name), id="head")
            yield label(offers(self._rules), classes="hint")
            ended = ending(self._state, self._rules)
            if ended is not None:
                yield label(ended, id="ends", classes="hint")
            with VerticalScroll(id="rows"):
                for place, member in enumerate(homeward(self._state)):
                    with Horizontal():
                        yield label(trimmed(f"{member.token} {member.name}", 18), classes="who")
                        yield label(points_left(member, self._rules), classes="hp")
                        home = written(carried_home(member, self._rules), self._rules)
                        yield LineInput(home, id=f"line-{place}", compact=True)
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
