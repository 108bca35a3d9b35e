"""What is said to the GM and asked, and the lines at the foot of a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeVar

from rich.cells import cell_len
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.widget import Widget

from core.messages import N_, Message, Refusal, Value
from core.values import Struct
from tui.kit.keys import Hint
from tui.kit.lines_view import Line, Pane, fit, lined, rule, sentence, trimmed, words
from tui.kit.modal import Choice, Choose
from tui.kit.phrases import Words, phrase, say

if TYPE_CHECKING:
    from tui.play.application.campaign_app import CampaignApp


SILENCE = Message("")
"""Takes away the sentence that was said last."""

WIDE = 100
TALL = 3
BARE = 2
"""The fewest lines of the Ahead line."""


class AheadWords(Struct):
    """What Enter and Space would do, and what u and U would undo and redo; None: nothing.

    `brief` is said of Enter where there is no room for all. `silent`: nothing is said, as the keys
    are those of what is in front.
    """

    enter: Words | None = None
    space: Words | None = None
    undo: Words | None = None
    redo: Words | None = None
    brief: Words | None = None
    silent: bool = False


class AheadLine(Pane):
    """A preview of keys, instead of confirmation boxes."""

    shown: reactive[AheadWords] = reactive(AheadWords(), repaint=False)
    shown_at = 0.0
    """When the words were painted last, by the clock that keys have."""

    def watch_shown(self) -> None:
        """Show other words."""
        self.redraw(layout=False)
        self._note_time()
        self.call_after_refresh(self._note_time)

    def _note_time(self) -> None:
        self.shown_at = monotonic()

    def lines(self, width: int) -> Sequence[Line]:
        """Three lines where there is room, else two.

        In a narrow window with three lines Enter and Space have one each. What they do is said
        whole, if need be in the place of undo and redo.
        """
        if self.shown.silent:
            return _say_nothing(width)
        nothing = phrase("nothing")
        enter = words(self.shown.enter) or nothing
        space = words(self.shown.space) or nothing
        undo = words(self.shown.undo)
        redo = words(self.shown.redo)
        back = phrase("undo would take back: {undo}", undo=_quoted(undo) or nothing)
        again = phrase("redo: {redo}", redo=_quoted(redo) or nothing)
        if width >= WIDE:
            first = phrase("Enter would: {enter}", enter=enter)
            second = phrase("Space would: {space}", space=space)
            return (
                _beside(back, again, width, "dim"),
                rule(width, phrase("Ahead")),
                _beside(first, second, width, "mark"),
            )
        first = phrase("Enter: {enter}", enter=enter)
        second = phrase("Spc: {space}", space=space)
        if redo and cell_len(back) + cell_len(again) + 4 <= width:
            back = f"{back}   {again}"
        undo_line = ((" " + trimmed(back, width - 2), "dim"),)
        count = max(BARE, min(self.size.height, TALL))
        if count < TALL:
            short = phrase("Enter: {enter}", enter=words(self.shown.brief) or enter)
            for enter_words in (first, short):
                both = f" {enter_words}   {second}"
                if cell_len(both) < width:
                    return (((both, "mark"),), undo_line)
        rows = _in_rows(first, second, count, width - 2)
        lines = lined((f" {row}" for row in rows), "mark")
        if len(lines) < count:
            return (*lines, undo_line)
        return lines


def _say_nothing(width: int) -> Sequence[Line]:
    # As many lines as otherwise, so that nothing moves.
    empty: Line = (("", ""),)
    if width >= WIDE:
        return (empty, rule(width, phrase("Ahead")), empty)
    return (empty,) * TALL


def _in_rows(first: str, second: str, count: int, width: int) -> list[str]:
    # What Enter and Space do in as many rows as they take; Space has one where they take more.
    enter_rows = sentence(first, width)
    space_rows = sentence(second, width)
    if len(enter_rows) + len(space_rows) <= count:
        return [*enter_rows, *space_rows]
    most = count - 1
    last = " ".join(enter_rows[most - 1 :])
    return [*enter_rows[: most - 1], trimmed(last, width), trimmed(second, width)]


def _beside(left: str, right: str, width: int, role: str) -> Line:
    # each has its half, and what the other leaves of its own
    half = width // 2 - 3
    if cell_len(left) > half:
        half = min(cell_len(left), width - cell_len(right) - 4)
    elif cell_len(right) > width - half - 4:
        half = max(cell_len(left), width - cell_len(right) - 4)
    half = max(half, width // 4)
    return (
        (" " + fit(trimmed(left, half), half) + "  ", role),
        (trimmed(right, width - half - 4), role),
    )


def _quoted(text: str) -> str:
    if text:
        return f'"{text}"'
    return ""


MOST = 3
"""Lines of the longest sentence under the screen."""


class NumberLine(Pane):
    """The count for the next key, or a sentence, such as why something was not done."""

    _text = ""
    told: Words = ""
    """The sentence shown."""

    def take(self, key: str, character: str | None) -> bool:
        """Take a typed key if it is part of a number; else return False.

        Backspace and Esc are the number's only while there is one.
        """
        if character is not None and character.isascii() and character.isdecimal():
            self._text += character
        elif character in (".", ",") and self._text and "." not in self._text:
            self._text += "."
        elif key == "backspace" and self._text:
            self._text = self._text[:-1]
        elif key == "escape" and self._text:
            self._text = ""
        else:
            return False
        had_sentence = bool(self.told)
        self.told = ""
        self.redraw(layout=had_sentence)
        return True

    def used(self) -> str:
        """Return the typed number, "" for none, and clear it."""
        text = self._text.rstrip(".")
        self._text = ""
        self.redraw(layout=False)
        return text

    def say(self, sentence: Words) -> None:
        """Show this until the next digit, in up to three lines; "" shows nothing."""
        self.told = sentence
        self.redraw()

    def unsay(self, sentence: Words) -> None:
        """Remove this sentence, if it is shown."""
        if self.told and words(self.told) == words(sentence):
            self.say("")

    def hush(self) -> None:
        """Remove a sentence of more than one line."""
        if len(self.drawn(self.size.width or 80)) > 1:
            self.say("")

    def lines(self, width: int) -> Sequence[Line]:
        """The number and its cursor, then the sentence, or a hint."""
        typed = f" {self._text}_"
        if told := words(self.told):
            first, *more = _in_most_lines(told, width, " " * (len(typed) + 2))
            head = (typed + "  ", ""), (first.strip(), "mark")
            return (head, *(((line, "mark"),) for line in more))
        hint = phrase("(the number line: digits land here)")
        gap = max(1, width - 5 - len(typed) - cell_len(hint))
        return (((typed + " " * gap, ""), (hint, "dim")),)


def _in_most_lines(text: str, width: int, indent: str) -> list[str]:
    # Whole, or the beginning and the last sentence: what to type, or what was dropped.
    rows = sentence(text, width, indent)
    if len(rows) <= MOST:
        return rows
    first, _, added = text.rpartition(". ")
    if not first:
        return rows[:MOST]
    tail = sentence(added, width, indent)
    room = max(1, MOST - len(tail))
    head = sentence(first, width, indent)
    if len(head) > room:
        rest = " ".join(row.strip() for row in head[room - 1 :])
        head = [*head[: room - 1], indent + trimmed(rest, width - len(indent))]
    return [*head, *tail][:MOST]


class KeysLine(Pane):
    """The last line: as many keys of this screen as fit, always with help."""

    _hints: tuple[Hint, ...] = ()

    def show(self, hints: Iterable[Hint]) -> None:
        """Show these keys in this order."""
        self._hints = tuple(hints)
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """One line: long words if they fit, else short ones, else fewer."""
        for short, gap in ((False, "  "), (True, "  "), (True, " ")):
            entries = _entries(self._hints, short)
            if _length(entries, gap) <= width:
                return (_line(entries, gap),)
        entries = _entries([hint for hint in self._hints if not hint.spare], short=True)
        if entries and _length(entries, " ") > width:
            entries[-1] = (entries[-1][0], "")  # the key of help speaks for itself
        while len(entries) > 2 and _length(entries, " ") > width:
            del entries[-2]
        return (_line(entries, " "),)


def _entries(hints: Sequence[Hint], short: bool) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    for hint in hints:
        if not hint.keys:
            continue
        word = say(hint.short if short else hint.label)
        if entries and entries[-1][1] == word:
            entries[-1] = (f"{entries[-1][0]} {hint.keys[0]}", word)
        else:
            entries.append((hint.keys[0], word))
    return entries


def _length(entries: Sequence[tuple[str, str]], gap: str) -> int:
    return cell_len(gap.join(f"{key} {word}".rstrip() for key, word in entries))


def _line(entries: Sequence[tuple[str, str]], gap: str) -> Line:
    spans = []
    for index, (key, word) in enumerate(entries):
        spans += [(gap if index else "", ""), (key, "key"), (f" {word}".rstrip(), "")]
    return tuple(spans)


W = TypeVar("W", bound=Widget)


class SpokenHost(Protocol):
    """A screen that speaks with the GM."""

    @property
    def app(self) -> CampaignApp: ...
    def query_one(self, kind: type[W], /) -> W: ...


class Conversation:
    """Speaks with the GM for a screen; `show` shows one sentence, "" clears it.

    `choose` and `line` wait for the GM, so only workers may call them.
    """

    def __init__(self, screen: SpokenHost, show: Callable[[str], object]) -> None:
        self._screen = screen
        self._show = show
        self._said = ""

    def say_sentence(self, sentence: str) -> None:
        """Show a sentence instead of the one before; "" clears it."""
        self._said = sentence
        self._show(sentence)

    def say_message(self, message: Message | str, /, **values: Value) -> None:
        """Show a message, or a template with its values."""
        if isinstance(message, str):
            message = Message(message, **values)
        if message == SILENCE:
            self.say_sentence("")
        else:
            self.say_sentence(say(message))

    def refuse(self, message: Message | str, /, **values: Value) -> None:
        """Say why something was not done, and drop what was typed ahead for it."""
        self.say_message(message, **values)
        self._screen.app.discard()

    def add(self, message: Message) -> None:
        """Show a message behind the sentence shown last, if there is one; never the same twice."""
        if not self._said.endswith(say(message)):
            self.say_sentence(f"{self._said} {say(message)}".strip())

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Refuse with the message of a Refusal raised in the block."""
        try:
            yield
        except Refusal as refusal:
            self.refuse(refusal.message)

    def veiled(
        self, words: str = N_("This page is for the GM only. Press F9 to open the curtain.")
    ) -> bool:
        """Whether players look on, so that a page for the GM stays shut; says so."""
        if self._screen.app.player_view:
            self.say_message(words)
            self._screen.app.let_go()
        return self._screen.app.player_view

    async def choose(self, prompt: Message, choices: tuple[Choice, ...]) -> str | None:
        """Ask for one of `choices`; its id, or None for none."""
        return await self._screen.app.push_screen_wait(Choose(prompt, choices))

    async def line(
        self,
        prompt: Message,
        start: str = "",
        check: Callable[[str], object] | None = None,
        suggester: Suggester | None = None,
        *,
        replace: bool = False,
        preview: Callable[[str], Words | None] | None = None,
    ) -> str:
        """Ask for a line; "" when cancelled. `replace`: what is typed replaces `start`."""
        from tui.kit.text_line import TextLine  # not before the first paint

        asked = TextLine(prompt, start, check, suggester, replace=replace, preview=preview)
        return (await self._screen.app.push_screen_wait(asked) or "").strip()

    def count(self) -> str:
        """Return the number typed before, "" for none, and clear it."""
        return self._screen.query_one(NumberLine).used()

    def stray_number(self) -> bool:
        """Whether a typed number has no use here; says so, and drops it."""
        number = self.count()
        if number:
            self.refuse(
                "That key takes no number, so {number} was dropped and nothing was done."
                " Press it again to do what the Ahead line says.",
                number=number,
            )
        return bool(number)
