"""The `:` line of a screen: read, completed, and done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import iscoroutine
from typing import ClassVar, Protocol, TypeVar

from textual.worker import Worker

from core.dice import Situation
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter
from core.play.facts.fight.combatants import everyone
from core.play.facts.road.commands import DropPlan
from core.play.union import Command
from core.rulesets.condition_names import listed_conditions
from core.rulesets.schema import Ruleset
from saves.library.effect_library import known_effects
from tui.kit.keys import shown
from tui.kit.lines_view import words
from tui.kit.phrases import Words, phrase
from tui.kit.text_line import TextLine, WordSuggester
from tui.kit.workers import wait_for
from tui.play.command_line.board_words import BOARD
from tui.play.command_line.fight_words import FIGHT
from tui.play.command_line.road_words import ROAD
from tui.play.command_line.typed_line import (
    Act,
    Parsed,
    Preview,
    Shown,
    TypedLine,
    TypedWord,
    first_word,
    incomplete,
    parse,
    screen_word,
    table,
    text,
)
from tui.play.dice.situation_line import offer_situations
from tui.play.foot_lines import NumberLine
from tui.play.performing.branching import Branching
from tui.play.performing.performer import PartHost, Performer
from tui.play.records import Records, party_file
from tui.worker import Step

Asked = TypeVar("Asked", bound=Command)


MOST_EARLIER = 50
"""So many lines are kept, to be typed again."""


class PlayHost(PartHost, Protocol):
    """A screen of the open campaign with its objects; `PlayScreen` describes the members."""

    WORDS: ClassVar[dict[str, TypedWord]]
    performer: Performer
    branching: Branching
    command_line: CommandLine
    records: Records

    @property
    def encounter(self) -> Encounter | None: ...
    @property
    def is_current(self) -> bool: ...
    def marked(self) -> tuple[str, ...]: ...
    def meant(self) -> tuple[str, ...]: ...
    def action_help(self) -> None: ...


class CommandLine:
    """Opens the line, and does what was typed: a command, or a function of the screen.

    A line whose command was refused, or had to wait for other dice, stands there when it is opened
    again. Up and Down
    go through the lines before, also those that were refused.
    """

    def __init__(self, screen: PlayHost) -> None:
        self._screen = screen
        self._last: tuple[str, Parsed | None] = ("", None)
        self._earlier: tuple[str, ...] = ()
        self._hindered_before = 0
        """How often dice had hindered a command before the last line was done."""

    def forget(self) -> None:
        """Forget the lines typed before: they may name a secret."""
        self._earlier = ()

    def open(self, start: str = "") -> None:
        """Open the line with words in it."""
        self._screen.run_worker(self._open(start))

    async def _open(self, start: str) -> None:
        suggester = WordSuggester(self._names, self._lines, self._screen.WORDS)
        line, command = self._last
        performer = self._screen.performer
        refused = command is not None and command is performer.refused
        hindered = bool(line) and performer.times_hindered > self._hindered_before
        again = not start and (refused or hindered)
        text_line = TextLine(
            Message(":"),
            line if again else start,
            self._check,
            suggester,
            replace=again,
            several=True,
            earlier=self._earlier,
            preview=self._preview(),
        )
        typed = (await self._screen.app.push_screen_wait(text_line) or "").strip()
        if "\n" in typed:
            await self._do_each(typed.splitlines())
        elif typed:
            self._last = typed, self.parse(typed)
            self._hindered_before = performer.times_hindered
            self.do(self._last[1])

    def _check(self, text: str) -> None:
        typed = text.strip()
        if typed:
            others = [line for line in self._earlier if line != typed]
            self._earlier = (*others, typed)[-MOST_EARLIER:]
        self.parse(text)

    async def ask(
        self, start: str, command_class: type[Asked], offered: Sequence[Situation] = ()
    ) -> Asked | None:
        """Open the line with words in it, for a command of this class; None: it was left.

        The words of what is `offered` are its first choices, shown with what each counts.
        """
        unsaid = tuple(one.word for one in offered if not one.is_said)
        offer = offer_situations(offered)

        def read(text: str) -> Asked:
            parsed = self.parse(text)
            if isinstance(parsed, command_class):
                return parsed
            raise incomplete(start)

        def suggest(text: str) -> Iterator[str]:
            before, _, _ = text.rpartition(" ")
            yield from (f"{before} {word}" for word in unsaid)
            yield from self._lines(text)

        suggester = WordSuggester(self._names, suggest, self._screen.WORDS)
        begun = f"{start} " if unsaid else start
        line = TextLine(Message(":"), begun, read, suggester, preview=lambda _: offer)
        typed = (await self._screen.app.push_screen_wait(line) or "").strip()
        if not typed:
            return None
        return read(typed)

    async def _do_each(self, lines: Sequence[str]) -> None:
        # In turn: one that records nothing was refused, or asks for something, and is the last.
        screen = self._screen
        for number, line in enumerate(lines, 1):
            head = screen.view.head
            left = len(lines) - number
            with screen.gm.refusing():
                done = self.do(self.parse(line))
                if isinstance(done, Worker):
                    await wait_for(done)
                await screen.performer.done()
            if screen.view.head == head or (left and not screen.is_current):
                self._say_stopped(number, left)
                return

    def _say_stopped(self, number: int, left: int) -> None:
        text = words(self._screen.query_one(NumberLine).told)
        if text or left:
            stopped = phrase("Stopped at line {number} of the paste.", number=number)
            if left:
                rest = phrase("Not done: {count:line|lines} after it.", count=left)
            else:
                rest = ""
            said = " ".join(filter(None, (stopped, text, rest)))
            self._screen.app.sentence(said)

    def do(self, parsed: Parsed) -> object:
        """Perform a command, or call a function of the screen; its worker, if it has one."""
        if not isinstance(parsed, Act):
            self._screen.perform(parsed)
            return None
        work = parsed.do(self._screen, *parsed.values, **parsed.named)
        if iscoroutine(work):
            return self._screen.run_worker(work)
        return work

    def parse(self, text: str) -> Parsed:
        """Return what a line asks for; Refusals of `typed.parse`."""
        screen = self._screen
        return parse(text, screen.WORDS, screen.state, self._shown(), self._elsewhere)

    def _preview(self) -> Preview:
        rules = self._screen.view.assets.rules
        opened: dict[str, Preview] = {}

        def describe(line: str) -> Words | None:
            typed, rest = first_word(line)
            name = typed.lower()
            word = self._screen.WORDS.get(name)
            if word is None or word.preview is None:
                return None
            if name not in opened:
                opened[name] = word.preview(rules)
            return opened[name](rest)

        return describe

    def examples(self) -> tuple[tuple[str, str], ...]:
        """Return an example of each word and what it does, for help and completion."""
        known = self._screen.WORDS
        travellers = self._screen.state.travellers
        watches = [m.token.lower() for m in travellers if m.role == "character"]
        now = {"camp": " ".join(("camp", *watches))}
        rules = self._screen.view.assets.rules
        shown = list_words(known, rules)
        return tuple((now.get(verb, example), label) for verb, example, label in shown)

    def _shown(self) -> Shown:
        found = self._screen.encounter
        rules = self._screen.view.assets.rules
        encounter = "" if found is None else found.id
        state = self._screen.state
        return Shown(
            encounter,
            listed_conditions(rules.combat),
            rules,
            effects=lambda: known_effects(state, rules),
        )

    def _elsewhere(self, word: str) -> Words | None:
        app = self._screen.app
        modes = [
            mode
            for mode, make in app.MODES.items()
            if callable(make) and word in getattr(make(), "WORDS", ())
        ]
        keys = tuple(shown(key) for mode in modes for key in app.keys.keys(f"go-{mode}")[:1])
        return keys or None

    def _names(self) -> tuple[str, ...]:
        return tuple(one.name for one in everyone(self._screen.as_shown.state))

    def _lines(self, text: str) -> Iterator[str]:
        start, _, _ = text.rpartition(" ")
        verb, _, rest = start.partition(" ")
        if verb in self._screen.WORDS:
            word = self._screen.WORDS[verb]
            shown = self._shown()
            line = TypedLine(rest, word.example_in(shown.rules), self._screen.state, shown)
            with suppress(Refusal):
                word.read(line)
            yield from (f"{start} {wanted}" for wanted in line.wanted)
        yield from (line for line, _ in self.examples())


def list_words(known: Mapping[str, TypedWord], rules: Ruleset) -> tuple[tuple[str, str, str], ...]:
    """Return the words that a system has, each with an example of it and what it does."""
    return tuple(
        (verb, word.example_in(rules), word.label)
        for verb, word in known.items()
        if word.fits(rules)
    )


def _drop(screen: PlayHost, what: str) -> None:
    if screen.view.birth is not None and what != "plan":
        screen.branching.leave()
    else:
        screen.perform(DropPlan())


def _undo(screen: PlayHost, what: str) -> None:
    steps: Mapping[str, Step] = {"step": "undo_step", "turn": "undo_turn"}
    screen.performer.step(steps.get(what, "undo"))


def _house_rules(screen: PlayHost, name: str) -> None:
    from tui.play.dialogs.house_rules import HouseRules

    screen.app.push_screen(HouseRules(screen.view, name))


async def _edition(screen: PlayHost) -> None:
    from tui.play.dialogs.edition_page import show_edition

    await show_edition(screen)


def _figures(screen: PlayHost) -> None:
    from tui.play.animals import take_all_figures

    with screen.gm.refusing():
        screen.perform(take_all_figures(screen.view.state, screen.view.assets.rules))


ANYWHERE_WORDS: tuple[TypedWord, ...] = (
    screen_word(
        "keep The ogre never came",
        "keeps the what-if as a campaign",
        lambda screen, name: screen.branching.keep(name),
        text,
    ),
    screen_word(
        "recap",
        "shows the players' page; gm: everything",
        lambda screen, audience: screen.records.recap(audience),
        text,
    ),
    screen_word(
        "house",
        "shows the house rules: each switch of the rules, to flip it",
        lambda screen, name: _house_rules(screen, name),
        text,
    ),
    screen_word(
        "edition",
        "shows what a newer edition of the rules changes, to take it",
        lambda screen: _edition(screen),
    ),
    screen_word(
        "animals",
        "gives animals without hit points the figures of their kind",
        lambda screen: _figures(screen),
    ),
    screen_word("export", "writes a file", lambda screen: screen.records.export()),
    screen_word(
        "settings",
        "shows the settings: look, theme, units, dice, keys",
        lambda screen: screen.app.action_go_to("settings"),
    ),
    screen_word(
        "takeover",
        "plays on here once the other window is closed",
        lambda screen: screen.app.take_over(),
    ),
    screen_word("help", "lists the keys and words", lambda screen: screen.action_help()),
    screen_word("quit", "leaves Outrider", lambda screen: screen.app.exit()),
)
ANYWHERE = table(ANYWHERE_WORDS)
"""The words of every screen of a campaign."""

PLAY = {
    **ROAD,
    **table(
        (
            screen_word("drop plan", "drops the way; alone, ends the what-if", _drop, text),
            screen_word(
                "undo turn", "undoes a turn, a step, or alone the last action", _undo, text
            ),
            screen_word(
                "redo", "redoes what was undone", lambda screen: screen.performer.step("redo")
            ),
            screen_word(
                "party export heroes.toml",
                "writes the party to a file; import: it joins",
                party_file,
                text,
            ),
            screen_word(
                "session The ford",
                "begins a session",
                lambda screen, title: screen.performer.begin_session(title),
                text,
            ),
        ),
    ),
    **ANYWHERE,
    **BOARD,
    **FIGHT,
}
"""The words of every screen on which a campaign is played."""
