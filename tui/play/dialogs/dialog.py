"""A dialog as a value: what is asked, and the function that goes on with the answer.

`S` is what a key of the screen goes by, `C` what comes of it. `open_dialog` asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from textual.screen import ModalScreen

from core.messages import Message
from core.values import Struct
from tui.kit.modal import Choice
from tui.kit.text_line import TextLine, WordSuggester
from tui.play.conversation import Conversation, SpokenHost

S = TypeVar("S", contravariant=True)
C = TypeVar("C", covariant=True)


class LineDialog(Struct, Generic[S, C], kw_only=True):
    """Ask for a line; an empty one is no answer.

    `check` raises the Refusal of a bad line, `names` complete it, and with `replaces` what is
    typed replaces `start`.
    """

    prompt: Message
    then: Callable[[S, str], C]
    start: str = ""
    check: Callable[[str], object] | None = None
    names: tuple[str, ...] = ()
    replaces: bool = False
    may_be_empty: bool = False


class ChoiceDialog(Struct, Generic[S, C]):
    """Ask for one of the choices; `then` gets its id."""

    prompt: Message
    choices: tuple[Choice, ...]
    then: Callable[[S, str], C]


def close_page(standpoint: object, answer: object) -> tuple[()]:
    """What follows when a page that asks nothing is closed: nothing."""
    return ()


class PageDialog(Struct, Generic[S, C]):
    """Show a page, which `make` makes; `then` gets its answer, None when the GM left it.

    One that is `secret` stays shut while players look on.
    """

    make: Callable[[], ModalScreen[Any]]
    then: Callable[[S, Any], C | tuple[()]] = close_page
    secret: bool = False


AnyDialog: TypeAlias = "LineDialog[S, C] | ChoiceDialog[S, C] | PageDialog[S, C]"


class AskingHost(SpokenHost, Protocol):
    """A screen that opens dialogs."""

    gm: Conversation


async def open_dialog(
    screen: AskingHost, dialog: AnyDialog[S, C]
) -> Callable[[S], C | tuple[()]] | None:
    """Ask, and return what follows from the answer; None: there is none. For workers only."""
    match dialog:
        case ChoiceDialog():
            picked = await screen.gm.choose(dialog.prompt, dialog.choices)
            if picked is None:
                return None
            return lambda standpoint: dialog.then(standpoint, picked)
        case PageDialog():
            if dialog.secret and screen.gm.veiled():
                return None
            answer = await screen.app.push_screen_wait(dialog.make())
            return lambda standpoint: dialog.then(standpoint, answer)
        case LineDialog(may_be_empty=True):
            line = await screen.app.push_screen_wait(TextLine(dialog.prompt))
            if line is None:
                return None
            return lambda standpoint: dialog.then(standpoint, line.strip())
        case LineDialog():
            suggester = WordSuggester(lambda: dialog.names) if dialog.names else None
            typed = await screen.gm.line(
                dialog.prompt, dialog.start, dialog.check, suggester, replace=dialog.replaces
            )
            if not typed:
                return None
            return lambda standpoint: dialog.then(standpoint, typed)
