"""A table at which keys are pressed and lines typed, without a screen.

A key means the same pure function as on the screen, a line is read by the same words, and what
comes of both is decided as in a campaign. `rules` are those that the receipts name meanwhile: what
`w` shows of the cursor, of the dice that are asked, and of what was done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from core.combat.board.squares import Square, parse_square
from core.dice import Answer, Question, Typed, parse_dice
from core.messages import Message, Refusal
from core.play import queries
from core.play.facts.road.commands import Camp, March, SetLegs, SetPace
from core.play.facts.state import MarchPace, State
from core.play.fight.previews import space
from core.play.resolution import Decided
from core.play.union import Assets, Command, decide
from core.receipts import Receipt
from core.rulesets.condition_names import listed_conditions
from core.values import replace
from tests.tui.views import view_of
from tui.encounter import attacks, overlays, ways
from tui.encounter.change import AimedAttack, Change, Confirm, Following, Standpoint
from tui.encounter.model import EncounterUI, cursor_query
from tui.encounter.present.battle import battle
from tui.encounter.present.foresight import foresee
from tui.encounter.reasons import explain
from tui.encounter.screen import EncounterScreen
from tui.journey.screen import JourneyScreen, receipts
from tui.party.sheets import explain_member
from tui.play.command_line.areas import harmful
from tui.play.command_line.leg_lines import legs
from tui.play.command_line.typed_line import Act, Parsed, Shown, TypedWord, parse
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog
from tui.play.road.survey import survey

SQUARE = re.compile(r"[A-Z]{1,2}\d{1,3}")


PACES: Mapping[str, MarchPace] = {"p w": "walk", "p h": "hustle", "p r": "run_and_rest"}
"""The paces by the keys that choose them on the Journey."""


def rules_of(receipts: Iterable[Receipt]) -> set[str]:
    """Return the rules that receipts and their parts name."""
    return {part.rule for receipt in receipts for part in receipt.walk() if part.rule}


def _face(question: Question, face: int) -> Typed:
    dice = parse_dice(question.dice)
    return Typed(max(dice.least - dice.plus, min(face, dice.most - dice.plus)))


class Table:
    """A campaign at which lines are typed; `face` is what each die shows that can show it."""

    def __init__(self, state: State, assets: Assets, face: int = 20) -> None:
        self.state = state
        self.assets = assets
        self.face = face
        self.rules: set[str] = set()
        self.said: list[Message] = []

    def press(self, *keys: str) -> set[str]:
        """Press keys and type lines (":fall t 3"); return the rules named by then."""
        for key in keys:
            self.press_one(key)
        return self.rules

    def press_one(self, key: str) -> None:
        """Press a key, or type a line."""
        if not key.startswith(":"):
            raise AssertionError(f"no key is called {key}")
        parsed = self.parse(key[1:])
        assert not isinstance(parsed, Act), key
        self.perform(parsed)

    words: Mapping[str, TypedWord] = {}
    """The words of its screen."""

    def parse(self, line: str) -> Parsed:
        """Read a line by the words of the screen."""
        rules = self.assets.rules
        fight = self.state.fight
        shown = Shown(
            "" if fight is None else fight.id,
            listed_conditions(rules.combat),
            rules,
        )
        return parse(line, self.words, self.state, shown)

    def perform(self, command: Command) -> None:
        """Decide a command, its dice showing `face`, and take what its receipts name."""
        answers: dict[str, Answer] = {}
        while True:
            found = decide(command, self.state, self.assets, answers)
            if isinstance(found, Decided):
                break
            for question in found.questions:
                if question.receipt:
                    self.rules |= rules_of((question.receipt,))
                answers[question.key] = _face(question, self.face)
        self.rules |= rules_of(found.receipts)
        if found.states:
            self.state = found.states[-1]


class GridTable(Table):
    """A fight on the Encounter screen. A square (`C4`) is where the cursor goes."""

    words = EncounterScreen.WORDS

    def __init__(self, state: State, assets: Assets, face: int = 20) -> None:
        super().__init__(state, assets, face)
        self.ui = EncounterUI()
        self.cursor = Square(0, 0)
        self.line: LineDialog[Standpoint, Change] | None = None
        self.dialog: ChoiceDialog[Standpoint, Change] | None = None
        self._gather()

    def press_one(self, key: str) -> None:
        """Press a key, type a line, or point at a square."""
        dialog = self.dialog
        line = self.line
        if line is not None:
            self.line = None
            self._take(line.then(self.standpoint, line.start if key == "Enter" else key))
        elif dialog is not None:
            self.dialog = None
            picked = next(choice for choice in dialog.choices if choice.letter == key)
            self._take(dialog.then(self.standpoint, picked.id))
        elif key.startswith(":"):
            super().press_one(key)
        elif key.startswith("A "):
            who = self.standpoint.actor.who
            by = None if self.ui.gathered is None or not who else self.ui.gathered.place(who[0])
            self.perform(harmful(key[2:], self.cursor, by, who[0] if who else ""))
        elif SQUARE.fullmatch(key):
            self.cursor = parse_square(key)
        else:
            self._take(self._mean(key))
        self._look()

    def _enter(self) -> Change:
        enter = self.standpoint.enter
        if enter.command is not None:
            return enter.command
        if enter.ui is None:
            assert isinstance(enter.words, Message)
            raise Refusal("nothing", "{why}", why=enter.words)
        return enter.ui

    def _mean(self, key: str) -> Change:
        standpoint = self.standpoint
        match key:
            case "p":
                return ways.choose_way(standpoint)
            case "<" | ">":
                return ways.climb(standpoint, 1 if key == ">" else -1)
            case "a":
                return attacks.attack(standpoint, "")
            case "m":
                return ways.mount(standpoint)
            case "r":
                return overlays.next_reach(standpoint)
            case "O":
                return overlays.next_layer(standpoint)
            case "M":
                return overlays.measure(standpoint)
            case "w":
                return ()
            case "Enter":
                return self._enter()
            case "Space":
                command = space(self.state)
                assert command is not None
                return command
            case _:
                raise AssertionError(f"no key is called {key}")

    @property
    def standpoint(self) -> Standpoint:
        """What a key goes by now."""
        battle = self.ui.gathered
        return Standpoint(
            view=view_of(self.state, self.assets),
            cursor=self.cursor,
            ui=self.ui,
            encounter=None if battle is None else battle.encounter,
            battle=battle,
        )

    def _take(self, change: Change) -> None:
        match change:
            case tuple():
                for each in change:
                    self._take(each)
            case EncounterUI():
                self.ui = change
            case LineDialog():
                self.line = change
            case Message():
                self.said.append(change)
            case Refusal():
                raise change
            case ChoiceDialog():
                self.dialog = change
            case AimedAttack(command, _) | Confirm(command, _) | Following(command, _):
                self.perform(command)
            case Act():
                raise AssertionError(change)
            case _:
                self.perform(change)  # type: ignore[arg-type]

    def _gather(self) -> None:
        fight = self.state.fight
        if fight is not None:
            gathered = battle(view_of(self.state, self.assets), fight, False)
            self.ui = replace(self.ui, gathered=gathered, answer=None)

    def _look(self) -> None:
        self._gather()
        if self.state.fight is None or self.ui.gathered is None:
            return
        query = cursor_query(self.ui, self.ui.gathered, self.cursor)
        if query is None:
            return
        seen = foresee(query)
        self.ui = replace(self.ui, answer=seen)
        found, _ = explain(self.standpoint)
        self.rules |= rules_of(found)
        if seen.first is not None:
            self.rules |= rules_of((seen.first.receipt,))


class RoadTable(Table):
    """The Journey, the Party beside it: what `w` shows of the pace, and the sheets of the party."""

    words = JourneyScreen.WORDS

    def press_one(self, key: str) -> None:
        """Press a key or type a line."""
        if key.startswith(":legs "):
            self.perform(SetLegs(legs(key.removeprefix(":legs "), self.assets.rules)))
        elif key.startswith(":"):
            super().press_one(key)
        elif key in PACES:
            self.perform(SetPace(PACES[key]))
        elif key == "s":
            self.perform(Camp())
        elif key in ("w", "F3"):
            pass  # what it shows is taken with each key
        elif key == "Space":
            command = queries.space(self.state, self.assets)
            assert command is not None
            self.perform(command)
        elif re.fullmatch(r"\d+t", key):
            self.perform(March(Fraction(key[:-1])))
        else:
            raise AssertionError(f"no key is called {key}")
        self._look()

    def _look(self) -> None:
        view = view_of(self.state, self.assets)
        self.rules |= rules_of(receipts(view, survey(self.state, self.assets)))
        for member in self.state.members:
            found = tuple(explain_member(member, self.state, self.assets))
            self.said += [receipt.label for receipt in found]
            self.rules |= rules_of(found)
