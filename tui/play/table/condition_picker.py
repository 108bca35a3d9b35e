"""Conditions and timers: what may be picked for creatures, and the dialog that asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from core.effects.effect import Effect, describe_effect, refuse_without_value
from core.effects.effect_lines import read_effect_line
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter, is_among
from core.play.facts.fight.combatants import (
    Being,
    being_of,
    everyone,
    find,
    name_combatant,
    token_of,
)
from core.play.facts.fight.setup.commands import Hide
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition
from core.play.facts.state import Member, State, fatigued
from core.play.union import Assets
from core.rulesets.condition_names import listed_conditions
from core.values import Struct, replace
from saves.store.entries import Entry
from tui.kit import lengths
from tui.kit.modal import Modal, label
from tui.kit.phrases import Words, phrase, say
from tui.kit.phrases import duration as span
from tui.kit.pick_list import PickRow, Picks
from tui.kit.text_line import LineInput
from tui.play.command_line.typed_line import being, duration, everybody, is_duration

HIDDEN = "hidden"
"""Is picked like a condition; whoever is hidden is so on the board."""
PINNED = 3
"""So many of the last conditions are on top."""


class Pick(Struct):
    """A condition or effect to pick: its key, its displayed name, and its duration, if repeated.

    `lies`: all of them have it already, so that picking it again ends it. `effect` are the figures
    of one that is no condition.
    """

    name: str
    words: str
    lasts: SetCondition | None = None
    lies: bool = False
    effect: Effect | None = None


class PickedLine(Struct):
    """A typed line: the name, how long, who (() = the marked), and the figures if it has any."""

    name: str
    lasts: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    effect: Effect | None = None


class Picking(Struct):
    """The picker for these creatures (`who`), with the conditions last set.

    `encounter` is the shown one, running or not. Before it runs, creatures
    that are only in it can only be hidden.
    """

    state: State
    who: tuple[str, ...]
    names: Mapping[str, str]
    recent: tuple[SetCondition, ...] = ()
    encounter: Encounter | None = None
    effects: Mapping[str, str] = {}
    """What each condition does, in words."""
    library: Mapping[str, Effect] = {}
    """The effects that may be picked by name."""
    types: Collection[str] | None = None
    """The bonus types of the system (None = any)."""

    def named(self, text: str) -> str:
        """The name in `text`, without the duration."""
        try:
            return self.read(text).name
        except Refusal:
            return self._split(text)[0]

    def read(self, text: str) -> PickedLine:
        """A line as it is understood. Refusals as `read_effect_line`."""
        line = read_effect_line(text, self.types)
        name, words = self._split(line.name)
        lasts = [word for word in line.rest if is_duration(word)]
        who = [word for word in line.rest if word not in lasts]
        effect = None
        if line.has_figures:
            name = line.name
            words = []
            effect = Effect(name=name, changes=line.changes, does=line.does)
        return PickedLine(name, (*words, *lasts), tuple(who), effect)

    def picks(self, text: str) -> tuple[Pick, ...]:
        """The picks that match `text`; all, the last ones on top, if it is empty."""
        try:
            line = self.read(text)
        except Refusal:
            return ()
        if line.effect is not None:
            return (replace(self._pick(line.name), effect=line.effect),)
        typed = line.name.lower()
        board = () if self._board is None else (HIDDEN,)
        own = (lasting.name for pick in self._beings for lasting in pick.lasting)
        every = tuple(map(self._pick, dict.fromkeys((*self.names, *board, *own, *self.library))))
        if not typed:
            return (*(self._pick(one.name, one) for one in self.recent), *every)
        plain = typed.replace("-", " ")
        starts = [
            one
            for one in every
            if one.name.startswith(plain.replace(" ", "_"))
            or f" {plain}" in f" {one.words.lower().replace('-', ' ')}"
        ]
        holds = [one for one in every if one not in starts and typed in one.words.lower()]
        return (*starts, *holds)

    def rows(self, text: str) -> tuple[PickRow, ...]:
        """The same as rows to pick, with what each does; "*" at those already set."""
        rows = []
        for pick in self.picks(text):
            does = self.effects.get(pick.name, "")
            if pick.effect is not None:
                does = describe_effect(pick.effect)
            if pick.lasts is not None:
                when = lasts_words(pick.lasts, self.state)
                if when is None:
                    does = phrase("again")
                else:
                    does = phrase("again: {when}", when=when)
            sign = "*" if pick.lies else " "
            rows.append(PickRow(pick.name, f"{sign}{pick.words}", does))
        return tuple(rows)

    def command(self, text: str, place: int = 0) -> SetCondition | ClearCondition | Hide:
        """The command of Enter: the `place`-th pick, or a timer in the GM's own words.

        Without a duration, a condition that all of them have ends. Refusals
        "nobody_named", "no_condition", "bad_duration", "not_begun", "needs_value", those of
        `being`.
        """
        if not self.who:
            raise Refusal("nobody_named", "Nobody is marked, and nobody is under the cursor.")
        line = self.read(text)
        typed = line.name
        words = line.lasts
        lasts = duration(words, lambda word: being(word, self.state).id)
        who = self.who
        if line.who:
            who = everybody(line.who, self.state, self.encounter)
        picks = self.picks(text)
        if not picks and not typed:
            raise Refusal("no_condition", "Which condition? Type the beginning of its name.")
        picks = picks or (self._pick(typed),)
        pick = picks[min(place, len(picks) - 1)]
        if pick.name == HIDDEN and self._board is not None:
            return Hide(self._board.id, self.who, not pick.lies)
        if not self._played():
            raise Refusal("not_begun", "Only hidden can be set before the encounter begins (e).")
        if pick.lies and not words and not line.who and line.effect is None:
            return ClearCondition(who, pick.name)
        if pick.lasts and not words:
            return replace(pick.lasts, who=who, source="")
        value = lasts.value
        if pick.effect is not None and not value:
            value = pick.effect.value
        if pick.effect is not None:
            refuse_without_value(pick.effect, value)
        return replace(lasts, who=who, name=pick.name, source="", value=value, effect=pick.effect)

    def would(self, text: str, place: int = 0) -> Message:
        """The effect of Enter in words, or why there is none."""
        try:
            command = self.command(text, place)
        except Refusal as refusal:
            return refusal.message
        here = self.encounter or self.state.fight
        beings = (being_of(self.state, here, who) for who in command.who)
        whom = tuple(one.token or one.name for one in beings if one is not None)
        if isinstance(command, Hide):
            return Message(
                "Enter: hide {whom}" if command.hidden else "Enter: reveal {whom}", whom=whom
            )
        what = self.names.get(command.name, command.name)
        if not isinstance(command, SetCondition):
            return Message("Enter: {what} ends on {whom}", what=what, whom=whom)
        when = lasts_words(command, self.state)
        if when is None:
            return Message("Enter: {what} on {whom}, until you take it away", what=what, whom=whom)
        return Message("Enter: {what} on {whom}, {when}", what=what, whom=whom, when=when)

    @property
    def _beings(self) -> list[Being]:
        return [one for one in everyone(self.state) if one.id in self.who]

    def _pick(self, name: str, lasts: SetCondition | None = None) -> Pick:
        if name == HIDDEN and self._board is not None:
            lies = self._board.unseen.issuperset(self.who)
        else:
            has = [_has(one, name) for one in self._beings]
            lies = bool(has) and all(has)
        effect = self.library.get(name)
        if lasts is not None:
            effect = lasts.effect
        return Pick(name, self.names.get(name, name), lasts, lies, effect)

    @property
    def _board(self) -> Encounter | None:
        here = self.encounter
        if here is not None and all(map(here.figure, self.who)):
            return here
        return None

    def _played(self) -> bool:
        return self.encounter is None or all(
            find(self.state, who) or self.encounter.foe(who) is None for who in self.who
        )

    def _split(self, text: str) -> tuple[str, list[str]]:
        words = text.split()
        lasts = [word for word in words if is_duration(word)]
        return " ".join(word for word in words if word not in lasts), lasts


def _has(being: Being, name: str) -> bool:
    if name == "dead" and being.dead:
        return True
    if name == "fatigued" and isinstance(being, Member) and fatigued(being):
        return True
    return is_among(being.lasting, name)


def condition_names(assets: Assets) -> dict[str, str]:
    """The ruleset's conditions, key and name, by name, traits last; without what the grid gives."""
    combat = assets.rules.combat
    rows = ((slug, combat.conditions[slug]) for slug in listed_conditions(combat))
    found = ((row.trait, row.name["en"].casefold(), row.name["en"], slug) for slug, row in rows)
    return {slug: name for _, _, name, slug in sorted(found)}


def recent(entries: Iterable[Entry]) -> tuple[SetCondition, ...]:
    """The conditions last set, the newest first, each once; for no creature."""
    commands = []
    for entry in reversed(tuple(entries)):
        command = entry.command
        if isinstance(command, SetCondition) and not entry.undone:
            plain = replace(command, who=())
            if plain not in commands:
                commands.append(plain)
    return tuple(commands[:PINNED])


def lasts_words(command: SetCondition, state: State) -> Words | None:
    """The duration of a condition in words; None = until it is cleared."""
    if command.rounds is not None:
        return lengths.rounds(command.rounds)
    if command.hours is not None:
        return span(command.hours)
    if not command.of:
        return None
    return Message(
        "until {who} has acted" if command.edge == "end" else "until {who} acts",
        who=token_of(state, command.of) or name_combatant(state, command.of),
    )


class Conditions(Modal[SetCondition | ClearCondition | Hide | None]):
    """Asks for a condition for the creatures of `picking`; None when the GM leaves.

    Picking a condition that all of them have ends it.
    """

    CSS_PATH = "condition_picker.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("down,tab", "move(1)", "down", priority=True, show=False, id="conditions-down"),
        Binding("up,shift+tab", "move(-1)", "up", priority=True, show=False, id="conditions-up"),
    ]

    def __init__(self, picking: Picking) -> None:
        super().__init__()
        self._picking = picking
        self._at = 0
        self._named = ""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("conditions and timers"), id="head")
            yield Picks(12)
            yield label(id="would")
            yield LineInput(compact=True)
            yield label(
                Message("sha 3 rounds   5m 1h   >O until O acts   O> has acted   =2 its value"),
                classes="hint",
            )
            yield label(
                Message("with figures: song attack +1 competence, will -2; 5m V H"),
                classes="hint",
            )
            yield label(
                Message(
                    "letters filter   Tab next   Enter takes, the same again ends   Esc leaves"
                ),
                classes="hint",
            )

    def on_mount(self) -> None:
        self._show("")

    def _show(self, text: str) -> None:
        rows = self._picking.rows(text)
        self._at = min(self._at, max(0, len(rows) - 1))
        name, equals, value = self._picking.named(text).partition("=")
        if equals and name:
            spaced = f"{name} ={value}"
            none = phrase(
                "no such condition; with a space it has a value: {example}", example=spaced
            )
        else:
            none = self._none(text)
        self.query_one(Picks).show(rows, self._at, none)
        self.write("would", self._picking.would(text, self._at))

    def _none(self, text: str) -> str:
        try:
            self._picking.read(text)
        except Refusal as refusal:
            return say(refusal.message)
        return phrase("no such condition: Enter adds a timer of this name")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        typed = self._picking.named(event.value)
        if typed != self._named:
            self._at = 0
            self._named = typed
        self._show(event.value)

    def action_move(self, steps: int) -> None:
        """Go to another pick."""
        text = self.query_one(Input).value
        self._at = max(0, self._at + steps)
        self._show(text)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(self._picking.command(event.value, self._at))
        except Refusal as refusal:
            self.refuse_line(event.input, refusal.message, "would")
