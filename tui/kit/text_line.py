"""A line to type: its completions, its pastes, and the modal that asks for one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.geometry import Size
from textual.reactive import Reactive
from textual.suggester import Suggester, SuggestionReady
from textual.widgets import Input
from textual.widgets.input import Selection

from core.messages import Message, Refusal
from tui.kit.modal import Modal, label
from tui.kit.phrases import Words


class FileSuggester(Suggester):
    """Completes the path of a file, folder by folder; a folder ends in a slash."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The first file or folder whose path begins with `value`."""
        return completed(value)


def typed_path(text: str) -> Path:
    """The path that was typed; "~" or "~name" at its start is a home, if there is such a one."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except (RuntimeError, ValueError):
        return path


def completed(value: str) -> str | None:
    """The first path that begins with the text, or None."""
    if value:
        return next(iter(paths(value)), None)
    return None


UNSEEN = (".", "__")
"""How the names of files begin that are not offered before that is typed."""


def paths(value: str) -> tuple[str, ...]:
    """The files and folders whose path begins with the text, by name; a folder ends in a slash."""
    folder, _, start = value.rpartition("/")
    there = typed_path(folder or ("/" if value.startswith("/") else "."))
    try:
        names = sorted(
            entry.name + ("/" if entry.is_dir() else "")
            for entry in there.iterdir()
            if entry.name.startswith(start) and (start or not entry.name.startswith(UNSEEN))
        )
    except (OSError, ValueError):
        return ()
    prefix = value[: len(value) - len(start)]
    return tuple(prefix + name for name in names)


PATH_WORD = r"((?:party )?(?:import|export) )(.+)"
"""The words of a line before a path."""


class WordSuggester(Suggester):
    """Completes the last word from `words`, which are asked for each time.

    A line begins with one of `first`, too. After its first word it is completed to the first of
    its `examples` that begins like it.
    """

    def __init__(
        self,
        words: Callable[[], Iterable[str]],
        examples: Callable[[str], Iterable[str]] = lambda line: (),
        first: Iterable[str] = (),
    ) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = words
        self._examples = examples
        self._first = first

    async def get_suggestion(self, value: str) -> str | None:
        """`value` with its last word completed; after "import" or "export" that is a path."""
        before, space, last = value.rpartition(" ")
        typed = re.match(PATH_WORD, value)
        if typed is not None:
            command, begun_path = typed.groups()
            path = completed(begun_path)
            if path is None:
                return None
            return f"{command}{path}"
        last = last.lower()
        begun = value.lower()
        lines = self._examples(value) if space else ()
        whole = next((line for line in lines if line.lower().startswith(begun)), None)
        if whole is not None:
            return whole
        if not last:
            return None
        words = (*(() if space else self._first), *self._words())
        word = next((w for w in words if w.lower().startswith(last)), None)
        if word is None:
            return None
        return f"{before}{space}{word}"


class LineInput(Input):
    """An input in which Tab takes the suggested completion, else goes to the next field.

    A paste of several lines is never cut: it is one line then, or for `several`, where given.
    What is typed or pasted replaces what is selected. Of a line that the program has selected
    Backspace takes the last character alone, to mend it, and Left goes before that. What Backspace
    has taken is not suggested at once: it would look as if nothing had been deleted.
    """

    BINDINGS = [
        Binding("tab", "complete", "complete", show=False, priority=True, id="line-complete")
    ]

    virtual_size = Reactive(Size(0, 0))
    """How much of the text there is; it changes with each key, but nothing is laid out by it."""
    several: Callable[[str], object] | None = None
    offered = ""
    """The line as the program has selected it."""
    _rubs_out = False

    def select_all(self) -> None:
        """Select the whole line, to be replaced or mended."""
        super().select_all()
        self.offered = self.value

    @property
    def _is_offered(self) -> bool:
        # whether the line is selected as a whole by the program, to be replaced or mended
        return self.value == self.offered and self.selection == Selection(0, len(self.value))

    def action_cursor_left(self, select: bool = False) -> None:
        """Move left; from a line that the program has selected, before its last character."""
        if self._is_offered and not select:
            self.selection = Selection.cursor(len(self.value))
        super().action_cursor_left(select)

    def action_delete_left(self) -> None:
        """Delete what is selected, else the character before the cursor."""
        if self._is_offered:
            self.selection = Selection.cursor(len(self.value))
        self._rubs_out = True
        super().action_delete_left()

    def on_key(self, event: events.Key) -> None:
        """Suggest again what begins as it is typed."""
        if event.is_printable:
            self._rubs_out = False

    def on_suggestion_ready(self, event: SuggestionReady) -> None:
        """Show no suggestion behind what was deleted."""
        if self._rubs_out:
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Take a paste of several lines."""
        lines = [line.strip() for line in event.text.splitlines() if line.strip()]
        if len(lines) < 2:
            return
        event.prevent_default()
        event.stop()
        if self.several is None:
            self.replace(" ".join(lines), *self.selection)
        else:
            with self.prevent(Input.Changed):  # what is said of the paste stays
                self.delete_selection()
            self.several("\n".join(lines))

    async def action_complete(self) -> None:
        """Take the suggestion for what is typed by now, else go to the next field."""
        suggestion = None
        if self.suggester is not None and self.cursor_at_end:
            suggestion = await self.suggester.get_suggestion(self.value)
        if suggestion is None or suggestion == self.value:
            self.screen.focus_next()
            return
        self.value = suggestion
        self.action_end()


class TextLine(Modal[str | None]):
    """Asks for a line; returns None when the GM leaves with Escape.

    `start` is the first text; with `replace` the first typed key replaces it.
    `preview` describes what the typed text would do; None = nothing.
    `check` is called with the text on Enter; a Refusal that it raises is shown, and the text
    stays, selected, to be mended or replaced. With `several`, lines that are pasted into the empty
    or selected line are returned at once, not checked. Up and Down go through the `earlier` lines,
    the newest of which is the last.
    """

    CSS_PATH = "text_line.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("up", "recall(-1)", "the line before", show=False, id="line-before"),
        Binding("down", "recall(1)", "the line after", show=False, id="line-after"),
    ]

    def __init__(
        self,
        prompt: Message,
        start: str = "",
        check: Callable[[str], object] | None = None,
        suggester: Suggester | None = None,
        *,
        replace: bool = False,
        preview: Callable[[str], Words | None] | None = None,
        several: bool = False,
        earlier: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._earlier = tuple(earlier)
        self._place = len(self._earlier)
        self._begun = ""
        """What was typed before earlier lines were looked at."""
        self._preview = preview
        self._several = several
        self._prompt = prompt
        self._start = start
        self._check = check
        self._suggester = suggester
        self._replace = replace

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self.told(self._prompt), id="prompt")
            yield label(id="would")
            yield label(id="wrong")
            line = LineInput(
                self._start, suggester=self._suggester, compact=True, select_on_focus=self._replace
            )
            line.several = self._pasted if self._several else None
            if self._replace:
                line.offered = self._start
            yield line

    def action_recall(self, step: int) -> None:
        """Put the earlier line before or after into the line; behind the newest what was typed."""
        line = self.query_one(LineInput)
        if self._place == len(self._earlier):
            self._begun = line.value
        self._place = max(0, min(self._place + step, len(self._earlier)))
        line.value = (*self._earlier, self._begun)[self._place]
        line.action_end()

    def _pasted(self, text: str) -> None:
        line = self.query_one(LineInput)
        if line.value.strip():
            line.insert_text_at_cursor(text.replace("\n", " "))
        else:
            self.dismiss(text)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self.write("wrong", None)
        if self._preview is not None:
            message = self._preview(event.value)
            self.write("would", None if message is None else self.told(message))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            if self._check is not None:
                self._check(event.value)
        except Refusal as refusal:
            self.refuse_line(event.input, self.told(refusal.message))
            self._remember(event.value)
            return
        self.dismiss(event.value)

    def _remember(self, text: str) -> None:
        # a refused line, which the next key replaces: Up has it again
        if text.strip() and text not in self._earlier[-1:]:
            self._earlier = (*self._earlier, text)
        self._place = len(self._earlier)
