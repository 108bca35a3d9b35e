"""What is said to the GM and asked, and the line of keys at the foot of every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from rich.cells import cell_len
from textual.suggester import Suggester
from textual.widget import Widget

from core.messages import N_, Message, Refusal, Value
from tui.kit.keys import Hint
from tui.kit.lines_view import Line, Pane
from tui.kit.phrases import Words, say

if TYPE_CHECKING:
    from tui.kit.modal import Choice
    from tui.play.application.campaign_app import CampaignApp


SILENCE = Message("")
"""Takes away the sentence that was said last."""


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
        return await self._screen.app.choose(prompt, choices)

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
        from tui.play.foot_lines import NumberLine  # not before the first paint

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
