"""What is said to the GM and asked: a sentence, a number, a choice, a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from textual.suggester import Suggester
from textual.widget import Widget

from core.messages import N_, Message, Refusal, Value
from tui.kit.choose import Choice, Choose
from tui.kit.phrases import say
from tui.kit.text_line import TextLine
from tui.play.footer import NumberLine

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp

W = TypeVar("W", bound=Widget)


class SpokenHost(Protocol):
    """A screen that speaks with the GM."""

    @property
    def app(self) -> CampaignApp: ...
    def query_one(self, kind: type[W], /) -> W: ...


class Conversation:
    """Speaks with the GM for a screen; `say_sentence` shows one sentence, "" clears it.

    `choose` and `line` wait for the GM, so only workers may call them.
    """

    def __init__(self, screen: SpokenHost, say_sentence: Callable[[str], object]) -> None:
        self._screen = screen
        self.say_sentence = say_sentence

    def say_message(self, message: Message | str, /, **values: Value) -> None:
        """Show a message, or a template with its values."""
        if isinstance(message, str):
            message = Message(message, **values)
        self.say_sentence(say(message))

    def refuse(self, message: Message | str, /, **values: Value) -> None:
        """Say why something was not done, and drop what was typed ahead for it."""
        self.say_message(message, **values)
        self._screen.app.discard()

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
        preview: Callable[[str], Message | None] | None = None,
    ) -> str:
        """Ask for a line; "" when cancelled. `replace`: what is typed replaces `start`."""
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
