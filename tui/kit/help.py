"""What a screen explains of itself: its keys, the palette of its actions, and the signs on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import zip_longest
from typing import Any

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Static

from core.messages import N_, Message
from core.values import Struct
from tui.kit.keys import Hint, Keymap, TypeAhead
from tui.kit.lines_view import columns, fit, sentence, side_by_side, trimmed, words
from tui.kit.modal import Modal, label
from tui.kit.phrases import Words, phrase, say

MOST = 96
"""The widest page."""
TASK = 18
HEAD = "\t"
"""Begins a line that is a heading."""


class Help(Modal[None]):
    """What can be done on a screen, page by page: the tasks, each key, then words of the `:` line.

    `examples` are such lines with what they do. Esc, Enter, ? and F1 close it, and the key of the
    `:` line opens that. Space does not, on no page: one too many would go on with the story.
    """

    SHARED = True
    YIELDS = "numbers"
    CSS_PATH = "help.tcss"
    BINDINGS = [
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
        """Go to another page, if there is one."""
        self._page = max(0, self._page + step)
        self._show()

    def pages(self) -> list[Content]:
        """The pages, each as high as the screen has room for."""
        # the first line has the curtain
        width = min(MOST, self.app.size.width) - 4
        height = self.app.size.height - 5
        tasks = [
            side_by_side(
                (f"{hint.keys[0]} {say(hint.label)}" for hint in hints),
                width,
                fit(say(task), TASK),
            )
            for task, hints in self._tasks
        ]
        keys = []
        for task, hints in self._tasks:
            told = [sentence(say(hint.tip), width, _lead(hint)) for hint in hints]
            keys += [[HEAD + say(task), *told[0]], *told[1:]]
        lines = [
            sentence(phrase(what), width, lead_of(line), below=" " * LINE)
            for line, what in self._examples
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
        if self._page + 1 < len(pages):
            turn = N_("page {page} of {pages}   Space next   Bksp back   Esc closes")
        else:
            turn = N_("page {page} of {pages}   Bksp back   Esc closes")
        self.write("keys", Message(turn, page=self._page + 1, pages=len(pages)))


LINE = 31
"""Columns of a line that may be typed, and of the gap behind it."""


def lead_of(line: str) -> str:
    """Return a line of the command line as it stands before its meaning: never cut."""
    return f":{line}  ".ljust(LINE)


def _lead(hint: Hint) -> str:
    keys = trimmed(" ".join(hint.keys), 12)
    label = trimmed(say(hint.label), 16)
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
        for line, help, run in actions(self.screen):
            yield DiscoveryHit(line, run, help=help)

    async def search(self, query: str) -> Hits:
        """The actions whose words match."""
        matcher = self.matcher(query)
        for line, help, run in actions(self.screen):
            if (score := matcher.match(line)) > 0:
                yield Hit(score, matcher.highlight(line), run, help=help)


def actions(screen: Screen[Any]) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
    """(words, a sentence, a callback) for each action of `screen`."""
    app = screen.app
    assert isinstance(app, TypeAhead)
    for hint in app.keys.palette(getattr(screen, "TABLE", "")):
        line = f"{say(hint.label)}   {' '.join(hint.keys)}"
        yield line, say(hint.tip), partial(screen.run_action, hint.run)
    for verb, word in getattr(screen, "WORDS", {}).items():
        yield f":{verb}", phrase(word.label), partial(screen.run_action, f"command_line('{verb} ')")


WIDEST = 10
SIGNS = 14
"""Signs in one column; of more than these there are two."""
WIDTH = 24
"""Columns of the words on the left."""


class SignMeaning(Struct):
    """A sign as it is drawn, the role that gives its colour, and its meaning."""

    sign: str
    role: str
    words: Words


class Legend(Modal[None]):
    """Explains signs; `style_of` gives a role's colours. Any key that does not scroll closes it."""

    YIELDS = "numbers"
    CSS_PATH = "legend.tcss"

    def __init__(self, signs: Iterable[SignMeaning], style_of: Callable[[str], Style]) -> None:
        super().__init__()
        self._signs = tuple(signs)
        self._style_of = style_of

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield label(Message("Signs on the screen now"), classes="head")
            yield Static(self._lines(), id="signs", markup=False)
            yield label(Message("Esc closes"), id="keys")

    def _lines(self) -> Text:
        lines = Text()
        if len(self._signs) > SIGNS:
            half = -(-len(self._signs) // 2)
        else:
            half = len(self._signs)
        for left, right in zip_longest(self._signs[:half], self._signs[half:]):
            self._write(lines, left, None if right is None else WIDTH)
            if right is not None:
                self._write(lines, right)
            lines.append("\n")
        return lines

    def _write(self, lines: Text, meaning: SignMeaning, width: int | None = None) -> None:
        sign = trimmed(meaning.sign, WIDEST)
        lines.append(sign, self._style_of(meaning.role))
        lines.append(" " * (WIDEST + 1 - cell_len(sign)))
        text = words(meaning.words)
        lines.append(text if width is None else fit(trimmed(text, width - 1), width))
