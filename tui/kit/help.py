"""The keys of a screen, from the table of all keys: its help, and the command palette."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Static

from core.messages import Message
from tui.kit.keys import Hint, Keymap
from tui.kit.lines_view import columns, fit, sentence, side_by_side, trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say

MOST = 96
"""The widest page."""
TASK = 18
HEAD = "\t"
"""Begins a line that is a heading."""


class Help(Modal[None]):
    """What can be done on a screen, page by page: the tasks, each key, then words of the `:` line.

    `examples` are such lines with what they do. Esc, Enter, ? and F1 close it, Space on the last
    page too.
    """

    SHARED = True
    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1,enter", "leave", "close", id="help-close"),
        Binding("space,pagedown,right,down", "turn(1)", "next page", id="help-next"),
        Binding("backspace,pageup,left,up", "turn(-1)", "page before", id="help-before"),
    ]

    def __init__(
        self, keys: Keymap, screen: str, examples: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__()
        self._tasks = keys.tasks(screen)
        self._examples = examples
        self._page = 0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.pages()[0], id="page", markup=False)
            yield label(id="keys")

    def on_resize(self) -> None:
        """Break the pages anew."""
        self.call_after_refresh(self._show)

    def action_turn(self, step: int) -> None:
        """Go to another page; past the last one, close."""
        self._page += step
        if self._page >= len(self.pages()):
            self.dismiss()
        else:
            self._page = max(0, self._page)
            self._show()

    def pages(self) -> list[Content]:
        """The pages, each as high as the screen has room for."""
        width, height = (
            min(MOST, self.app.size.width) - 4,
            self.app.size.height - 5,
        )  # the first line has the curtain
        tasks = [
            side_by_side(
                (f"{hint.keys[0]} {say(hint.label)}" for hint in hints), width,
                fit(say(task), TASK),
            )
            for task, hints in self._tasks
        ]  # fmt: skip
        keys: list[list[str]] = []
        for task, hints in self._tasks:
            told = [sentence(say(hint.tip), width, _lead(hint)) for hint in hints]
            keys += [[HEAD + say(task), *told[0]], *told[1:]]
        lines = [
            sentence(phrase(what), width, fit(f":{line}", 31)) for line, what in self._examples
        ]
        return [
            *_broken(Message("What to do here"), tasks, height),
            *_broken(Message("Keys of this screen"), keys, height),
            *_broken(Message("Words of the command line (:)"), lines, height),
        ]

    def _show(self) -> None:
        pages = self.pages()
        self._page = min(self._page, len(pages) - 1)
        self.query_one("#page", Static).update(pages[self._page])
        turn = Message("page {page} of {pages}   Space next   Bksp back   Esc closes",
                       page=self._page + 1, pages=len(pages))  # fmt: skip
        self.write("keys", turn)


def _lead(hint: Hint) -> str:
    keys, label = trimmed(" ".join(hint.keys), 12), trimmed(say(hint.label), 16)
    return columns((keys, 13), (label, 17))


def _broken(title: Message, parts: list[list[str]], height: int) -> Iterator[Content]:
    # Pages of whole parts; a line that begins with HEAD is a heading.
    page: list[str] = []
    for part in parts:
        if page and len(page) + len(part) + 1 > height:
            yield _content(title, page)
            page = []
        page += part
    if page:
        yield _content(title, page)


def _content(title: Message, lines: list[str]) -> Content:
    heads = [(line[len(HEAD) :], "bold") if line.startswith(HEAD) else line for line in lines]
    parts = [part for line in heads for part in (line, "\n")]
    return Content.assemble((say(title), "bold underline"), "\n", *parts[:-1])


class Actions(Provider):
    """The screen's actions and command words, by name."""

    async def discover(self) -> Hits:
        """All actions, in the order of the keys."""
        for words, help, run in actions(self.screen):
            yield DiscoveryHit(words, run, help=help)

    async def search(self, query: str) -> Hits:
        """The actions whose words match."""
        matcher = self.matcher(query)
        for words, help, run in actions(self.screen):
            if (score := matcher.match(words)) > 0:
                yield Hit(score, matcher.highlight(words), run, help=help)


def actions(screen: Screen[Any]) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
    """(words, a sentence, a callback) for each action of `screen`."""
    keys: Keymap = screen.app.keys  # type: ignore[attr-defined]
    for hint in keys.palette(getattr(screen, "TABLE", "")):
        words = f"{say(hint.label)}   {' '.join(hint.keys)}"
        yield words, say(hint.tip), partial(screen.run_action, hint.run)
    for verb, word in getattr(screen, "WORDS", {}).items():
        yield f":{verb}", phrase(word.label), partial(screen.run_action, f"command_line('{verb} ')")
