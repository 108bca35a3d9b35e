"""The dialogs of the party: heroes who join, each a line, and a form with a line per value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from core.messages import N_, Message, Metres, Refusal, Value
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Join
from core.play.union import Assets
from core.values import replace
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.kit.pick_list import PickRow, Picks, picks
from tui.kit.text_line import LineInput, WordSuggester
from tui.party.form_lines import ATTACK, form_lines, pick_rows
from tui.party.sheets import SheetForm, blank, spelled
from tui.play.creature_lines.hero_preview import describe_hero
from tui.play.creature_lines.hero_words import SeveralKinds, words_of
from tui.play.creature_lines.heroes import read_heroes
from tui.play.creature_lines.joining import Hero, join_heroes
from tui.play.terms import example_lines

KEYS = N_("Tab, Up, Down go from line to line   Enter, F10 keep   Esc leaves")
PICKING = N_("letters filter   Up Down pick   Tab, Enter take it   Esc leaves")


class MemberForm(Modal[Member | None]):
    """Edits `member` of the party of `state`; returns None when the GM leaves."""

    SHARED = True
    CSS_PATH = "member_form.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("f10", "keep", "keep", id="form-keep"),
        # at once, so that what is typed next is for the next line
        Binding("tab", "app.focus_next", "next", show=False, priority=True, id="form-tab"),
        Binding("down", "move(1)", "next", show=False, priority=True, id="form-next"),
        Binding("up", "move(-1)", "previous", show=False, priority=True, id="form-previous"),
    ]

    def __init__(self, heading: Message, member: Member, state: State, assets: Assets) -> None:
        super().__init__()
        self._heading = heading
        self._form = SheetForm(member, state, assets)
        self._fields = form_lines(member, assets.rules)
        self._written = self._form.written()
        self._step = 0, "", ""
        """How far below the first row, for which line and text."""
        self._wrong = ""
        self._before = ""
        """What was written on the line with the focus when it got that."""
        self._edited = False
        """Whether that line was changed since."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._heading, id="head")
            with Vertical(id="lines"):
                for id, (name, hint) in self._fields.items():
                    if id == "size":
                        yield label(Message("in a fight"), id="fight")
                    yield from self._line(id, name, hint, self._written[id])
            yield Picks(3)
            yield label(id="would")
            yield label(id="wrong")
            yield label(Message(KEYS), id="keys")

    def _line(self, id: str, name: Message, hint: Message, text: str) -> ComposeResult:
        free = id.startswith(ATTACK)
        with Horizontal():
            yield label(name, classes="label")
            yield LineInput(text, id=id, compact=True, placeholder=say(hint) if free else "")
            if not free:
                yield label(hint, classes="hint")

    # the line that has the focus

    @property
    def _line_here(self) -> Input | None:
        if isinstance(self.focused, Input):
            return self.focused
        return None

    def _word(self, line: Input) -> str:
        # of several traits the last is picked: a name of several words, or the last word
        if line.id != "traits":
            return line.value
        name = line.value.rpartition(",")[2].lstrip()
        if picks(self._rows(line), name):
            return name
        return re.split(r"[,\s]+", line.value)[-1]

    def _rows(self, line: Input) -> Sequence[PickRow]:
        return pick_rows(str(line.id), self._form.state, self._form.assets.rules)

    def _offered(self, line: Input) -> Sequence[PickRow]:
        rows = self._rows(line)
        word = self._word(line)
        exact = [row for row in rows if row.value == word]
        return exact or picks(rows, word)

    def _picking(self, line: Input) -> bool:
        # whether a word is typed that one of the list may be meant by
        word = self._word(line)
        found = self._offered(line) if word else ()
        return bool(found) and found[0].value != word

    def _picked(self, line: Input) -> int:
        step, *here = self._step
        last = max(0, len(self._offered(line)) - 1)
        if here == [line.id, line.value]:
            return min(step, last)
        return 0

    def _with_picked(self, line: Input) -> str:
        # what the line holds once what is picked is taken
        row = self._offered(line)[self._picked(line)]
        return line.value[: len(line.value) - len(self._word(line))] + row.value

    def _take(self, line: Input) -> None:
        if self._picking(line):
            line.value = self._with_picked(line)
            role = spelled(self._values(), self._form.assets.rules)["role"]
            self.query_one("#role", Input).value = role

    @on(events.DescendantBlur)
    def _left(self, event: events.DescendantBlur) -> None:
        if isinstance(event.widget, Input):
            self._take(event.widget)
            if not self._wrong:
                self._tell(str(event.widget.id))

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if event.input is self._line_here and event.value != self._before:
            self._edited = True
        if self._wrong:
            self._tell(self._wrong)
        self._show()

    @on(events.DescendantFocus)
    def _entered(self) -> None:
        if self._line_here is not None:
            self._before = self._line_here.value
            self._edited = False
        self._show()

    def _show(self) -> None:
        line = self._line_here
        if line is None:
            return
        self.query_one(Picks).show(self._offered(line), self._picked(line))
        self.write("keys", Message(PICKING if self._picking(line) else KEYS))
        self.write("would", "" if self._wrong else self._becomes(line))

    def _becomes(self, line: Input) -> str:
        # what the lines make, or what is wrong with them so far
        values = self._values()
        if self._picking(line):
            values[str(line.id)] = self._with_picked(line)
        try:
            known, others = self._form.known(values)
            told = describe_hero(Hero((known,)), others, self._form.assets)
            return "\n".join(map(say, told[:2]))
        except Refusal as refusal:
            return say(refusal.message)

    # what is wrong

    def _values(self) -> dict[str, str]:
        lines = {id: self.query_one(f"#{id}", Input).value.strip() for id in self._fields}
        return self._written | lines

    def _tell(self, id: str) -> None:
        # of one line alone: those before it may not be written yet
        wrong = self._form.wrong_on(id, self._values())
        self._wrong = id if wrong is not None else ""
        self.write("wrong", wrong)

    # keys

    def action_move(self, step: int) -> None:
        """Pick another row while a word is typed, else go to another line."""
        line = self._line_here
        if line is not None and self._picking(line):
            self._step = max(0, self._picked(line) + step), str(line.id), line.value
            self._show()
        elif step > 0:
            self.focus_next(Input)
        else:
            self.focus_previous(Input)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        chosen = self._edited and bool(self._rows(event.input)) and bool(event.input.value)
        if chosen or self._picking(event.input):
            self.focus_next(Input)
        else:
            self.action_keep()

    def action_keep(self) -> None:
        """Keep the edited member, or go to the line that is wrong."""
        if self._line_here is not None:
            self._take(self._line_here)
        values = self._values()
        wrong = self._form.wrong_at(values)
        if wrong is None:
            self.dismiss(self._form.read(values))
            return
        self._wrong, message = wrong
        self.query_one(f"#{self._wrong}", Input).focus()
        self.write("wrong", message)


def name_typed(line: str) -> str:
    """Return the first word of a hero's line, in which a correction is like the refused line."""
    return next(iter(line.replace(",", " ").casefold().split()), "").strip('"')


def name_shown(line: str) -> str:
    """Return the first word of a hero's line as it was typed."""
    return next(iter(line.replace(",", " ").split()), "").strip('"')


def is_replaced(refused: str, text: str) -> bool:
    """Whether a text was typed over a refused line, not mended in it or emptied."""
    if not text:
        return False
    before = _count_alike(refused, text)
    after = _count_alike(refused[before:][::-1], text[before:][::-1])
    return before + after < len(refused) / 2


def _count_alike(one: str, other: str) -> int:
    # How many characters they begin with in common.
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


WHOLE = 2
"""How many of the heroes who join are shown whole; those before them by name, so that the preview
of the next line has room on 24 rows."""


class AddHeroes(Modal[Join | Member | None]):
    """Asks for heroes until an empty line. None when the GM leaves; a member for the long form.

    A refused line is selected. When other heroes replace it, it comes back after them, so that
    nothing typed is lost; a line with the same name takes its place, and Ctrl+U drops it.
    """

    SHARED = True
    CSS_PATH = "add_heroes.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("f10", "keep", "join", show=False, id="heroes-keep"),
        Binding("f2", "form", "every line", show=False, id="heroes-form"),
        Binding(
            "ctrl+u", "drop", "take the last back", priority=True, show=False, id="heroes-drop"
        ),
    ]

    def __init__(self, state: State, assets: Assets) -> None:
        super().__init__()
        self._state = state
        self._assets = assets
        self._heroes: tuple[Hero, ...] = ()
        self._warned = False
        self._refused = ""
        """The refused line that is selected."""
        self._replaced: tuple[str, ...] = ()
        """Refused lines that others were typed over."""
        self._come_back = ""
        """The refused line that came back last."""
        self._taken_back = ""
        """The line of the hero that Ctrl+U took back last."""
        self._asked: tuple[SeveralKinds, str] | None = None
        """What was refused last because a word of the line may mean several kinds; the line."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("Who joins the party?"), id="head")
            yield label(id="joining")
            yield label(id="would")
            yield label(id="wrong")
            line = LineInput(
                compact=True, suggester=WordSuggester(lambda: words_of(self._assets.rules))
            )
            line.several = self._take_pasted
            yield line
            example = example_lines(self._assets.rules, "hero")[0]
            yield label(
                Message("{example}, or paste several lines", example=example), classes="hint"
            )
            yield label(
                Message("animals and vehicles, too: {examples}", examples=self._carriers),
                classes="hint",
            )
            yield label(
                Message("Enter adds, empty Enter: they join   Ctrl+U takes the last back"),
                classes="hint",
            )
            yield label(
                Message("Tab completes   F2 the form with every line   Esc leaves"), classes="hint"
            )

    @property
    def _carriers(self) -> tuple[Message | str, ...]:
        # lines by which animals and vehicles join
        rules = self._assets.rules
        kinds = [
            row.name_in().lower() for row in (*rules.mounts.values(), *rules.vehicles.values())
        ]
        if rules.powered:
            kinds.append(f"Rover {example_lines(rules, 'moves')[-1]}")
        own = Message("Star mount {speed}", speed=Metres(15))
        return (*kinds[:1], *kinds[-1:], own)

    @property
    def _with_them(self) -> State:
        state = self._state
        for hero in self._heroes:
            state = hero.joining(state)
        return state

    def _show(self) -> None:
        texts = []
        earlier = [hero.member for hero in self._heroes[:-WHOLE]]
        if earlier:
            texts.append(", ".join(f"{member.name} ({member.token})" for member in earlier))
        state = self._state
        for place, hero in enumerate(self._heroes):
            before = state
            state = hero.joining(before)
            if place < len(earlier):
                continue
            texts.append(say(describe_hero(hero, before, self._assets)[0]))
            if hero.taken:
                texts.append(say(Message("  taken: {what}", what=hero.taken)))
        self.write("joining", "\n".join(texts) or phrase("nobody yet"))

    on_mount = _show

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._warned = False
        if event.input.value != self._refused:  # not the event's: it may have come back since
            self._put_aside(event.input.value)
        self.write("wrong", self._say_back(event.input.value))
        values: tuple[Value, ...] = ()
        state = self._with_them
        try:
            for hero in read_heroes(self._answered(event.value), state, self._assets):
                values = describe_hero(hero, state, self._assets)
        except Refusal as refusal:
            values = (refusal.message,)
        self.write("would", "\n".join(map(say, values)))

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        text = event.input.value  # not the event's: a second Enter may follow at once
        if not text.strip():
            self.action_keep()
        elif self._take(text):
            event.input.clear()
            self._bring_back()

    def _take_pasted(self, text: str) -> None:
        # Those that can be read; the others come into the line one after the other.
        line = self.query_one(Input)
        if self._refused and line.value != self._refused:
            self._replaced = (*self._replaced, self._refused)
            self._refused = ""
        self.write("would", "")
        for one in text.splitlines():
            try:
                self._add(read_heroes(one, self._with_them, self._assets))
            except Refusal:
                self._replaced = (*self._replaced, one)
        self._bring_back()

    def _take(self, text: str) -> bool:
        line = self.query_one(Input)
        try:
            heroes = read_heroes(self._answered(text), self._with_them, self._assets)
        except Refusal as refusal:
            self._refused = line.value
            self.refuse_line(line, self._ask_kind(refusal, line.value))
            self.write("would", "")
            return False
        self._refused = ""
        self._forget_question(text)
        self._add(heroes)
        return True

    def _ask_kind(self, refusal: Refusal, line: str) -> Message:
        # What is said of a refused line: of a word for several kinds that one of them answers it.
        if not isinstance(refusal, SeveralKinds):
            self._asked = None
            return refusal.message
        self._asked = refusal, line
        return Message(
            "{why} Type which, as in {example}.",
            why=refusal.message,
            example=refusal.kinds[-1].split()[0],
        )

    def _forget_question(self, text: str) -> None:
        # The line that `text` answered is in the list, and does not come back.
        if self._asked is not None and self._answered(text) != text:
            _, line = self._asked
            self._replaced = tuple(one for one in self._replaced if one != line)
        self._asked = None

    def _answered(self, text: str) -> str:
        # The line that was refused with the kind that is typed now, or the text itself.
        if self._asked is None:
            return text
        refusal, line = self._asked
        return refusal.answer(text, line) or text

    def _add(self, heroes: tuple[Hero, ...]) -> None:
        names = {name_typed(hero.line) for hero in heroes}
        self._replaced = tuple(one for one in self._replaced if name_typed(one) not in names)
        self._heroes += heroes
        self.write("wrong", "")
        self._show()

    def _put_aside(self, text: str) -> None:
        # The refused line is no longer in sight: kept if `text` was typed over it.
        if self._refused and is_replaced(self._refused, text):
            self._replaced = (*self._replaced, self._refused)
        self._refused = ""

    def _bring_back(self) -> bool:
        # Whether the first refused line that others were typed over is to be corrected now.
        line = self.query_one(Input)
        if line.value or not self._replaced:
            return False
        self._refused, *replaced = self._replaced
        self._replaced = tuple(replaced)
        self._come_back = self._refused
        line.value = self._refused
        line.select_all()
        return True

    def action_keep(self) -> None:
        """Let them join, with the one that is typed."""
        line = self.query_one(Input)
        if line.value.strip() and not self._take(line.value):
            return
        if self._replaced:
            line.clear()
            self._bring_back()
            return
        self.dismiss(join_heroes(self._heroes) if self._heroes else None)

    def action_form(self) -> None:
        """Open the form with every line for what is typed."""
        if self._heroes:
            self.write("wrong", Message("An empty Enter first: they join."))
            return
        line = self.query_one(Input)
        member = replace(blank(self._assets.rules), name=line.value.strip())
        try:
            for hero in read_heroes(line.value, self._state, self._assets):
                if len(hero.members) == 1:
                    member = hero.member
                else:
                    member = replace(hero.member, rides="")
        except Refusal:
            pass
        self.dismiss(replace(member, id=""))

    def action_drop(self) -> None:
        """Drop the typed text; where there is none the last hero is a line again, selected."""
        line = self.query_one(Input)
        if line.value:
            line.clear()
        elif self._heroes:
            *kept, last = self._heroes
            self._heroes = tuple(kept)
            self._taken_back = last.line
            line.value = last.line
            line.select_all()
            self._show()

    def _say_back(self, text: str) -> Message | str:
        # While the hero that was taken back, or a refused line, is in sight; "" = neither is.
        taken_back = self._taken_back
        come_back = self._come_back
        self._taken_back = ""
        self._come_back = ""
        if text and text == come_back:
            self._come_back = come_back
            return Message(
                "{name} was refused: mend the line, or Ctrl+U drops it.", name=name_shown(text)
            )
        if not text or text != taken_back:
            return ""
        self._taken_back = taken_back
        return Message(
            "{name} is a line again: Enter adds it, typing replaces it.", name=name_shown(text)
        )

    def action_leave(self) -> None:
        """Close; asks once more while heroes wait to join."""
        if self._heroes and not self._warned:
            self._warned = True
            self.write("wrong", Message("Esc again leaves without them; Enter: they join."))
        else:
            super().action_leave()
