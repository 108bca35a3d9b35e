"""The lines above the keys of a campaign's screens: what keys would do, and the number typed."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from rich.cells import cell_len
from textual.reactive import reactive

from core.values import Struct
from tui.kit.lines_view import Line, Pane, fit, lined, rule, sentence, trimmed, words
from tui.kit.phrases import Words, phrase

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
