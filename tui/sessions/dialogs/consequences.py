"""The consequences of overruling an old answer, of which the GM accepts some or none.

Shown with `push_screen_wait(ConsequencesDialog(found, state, region))`, which returns the numbers
of the accepted entries (() = none of them), or None when the GM leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList

from core.messages import Message, Template
from core.play.state import State
from core.play.table.narration import narrate_correction
from core.travel.regionmap import RegionMap
from tui.kit.choose import ELSEWHERE, HERE, Choices, option
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.sessions.dialogs.then_and_now import compared
from tui.view import named

if TYPE_CHECKING:
    from saves.history import fixing
    from saves.history.fixing import Change

MARKED, FREE, NOTHING = "[x]", "[ ]", " - "
"""Signs of a row: accepted, not accepted, nothing to correct."""


class ConsequencesDialog(Modal[tuple[int, ...] | None]):
    """The changed entries; the overruled entry itself is marked at first.

    `state` and `region` are those of the present, which is corrected.
    """

    CSS_PATH = "consequences.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,v", "mark", "mark", id="consequences-mark"),
        Binding("V", "mark_all", "mark all", id="consequences-mark-all"),
        Binding("y", "copy", "copy", id="consequences-copy"),
    ]

    def __init__(
        self, found: fixing.Consequences, state: State, region: RegionMap | None = None
    ) -> None:
        super().__init__()
        self._found, self._state, self._region = found, state, region
        self._marked = self._open & {found.seq}

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._heading(), id="head")
            rows = (option(self._row(one), str(one.seq)) for one in self._found.changes)
            yield Choices(*rows, compact=True)
            with VerticalScroll(id="whole"):
                yield label("\n".join(self._lines(self._found.changes[0])), id="lines")
            yield label(id="marked")
            yield label(
                Message("Space mark  V all  Enter correct the marked  y copy  Esc none"), id="keys"
            )

    def on_mount(self) -> None:
        """Point at the overruled entry."""
        here = self.query_one(Choices)
        here.highlighted = 0
        here.focus()
        self._count()

    def _heading(self) -> Message:
        return Message(
            "entry {seq} overruled: {count:entry|entries} would change",
            seq=self._found.seq,
            count=len(self._found.changes),
        )

    def _says(self, message: Message) -> str:
        return say(named(message, self._region))

    # rows

    def _row(self, one: Change) -> str:
        mark = MARKED if one.seq in self._marked else FREE if one.corrections else NOTHING
        return f"{mark} {one.seq:>5}  {self._short(one)}"

    def _short(self, one: Change) -> str:
        then = self._says(next(iter(one.then), Message("nothing")))
        match one.kind:
            case "refused":
                return phrase("would not happen: {what}", what=then)
            case "asks":
                asked = tuple(question.label for question in one.questions)
                return phrase("would ask for {what}: {then}", what=asked, then=then)
            case "other":
                gone = phrase("no longer: {what}", what=tuple(map(self._says, one.then)))
                return "; ".join(map(self._says, one.now)) or gone

    def _lines(self, one: Change) -> list[str]:
        asked: Template = "now: {what}, {dice}, would be asked for; left as it was"
        lines = compared(one, self._says, asked)
        if one.kind == "other" and not one.now:
            lines.append(phrase("now: nothing of that"))
        lines += [
            phrase("correction: {what}", what=narrate_correction(correction, self._state))
            for correction in one.corrections
        ]
        if one.gone:
            lines.append(phrase("no longer in play, not corrected: {who}", who=one.gone))
        elif not one.corrections:
            lines.append(phrase("nothing can be corrected"))
        return lines

    def _count(self) -> None:
        self.write("marked", Message("{count} marked of {of} that can be corrected",
                                     count=len(self._marked), of=len(self._open)))  # fmt: skip

    # marks

    @property
    def _open(self) -> set[int]:
        return {one.seq for one in self._found.changes if one.corrections}

    @property
    def _here(self) -> Change:
        return self._found.changes[self.query_one(Choices).highlighted or 0]

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self.write("lines", "\n".join(self._lines(self._here)))
        self.query_one("#whole", VerticalScroll).scroll_home(animate=False)

    def on_key(self, event: events.Key) -> None:
        """Scroll a long text of the current row with Left and Right."""
        step = {"left": -1, "right": 1}.get(event.key)
        if step is not None:
            event.stop()
            self.query_one("#whole", VerticalScroll).scroll_relative(y=step, animate=False)

    def action_mark(self) -> None:
        """Mark or unmark the row and go to the next."""
        one = self._here
        if one.corrections:
            self._marked ^= {one.seq}
            self._redraw()
        self.query_one(Choices).action_cursor_down()

    def action_mark_all(self) -> None:
        """Mark all, or none when all are marked."""
        self._marked = set() if self._marked == self._open else self._open
        self._redraw()

    def _redraw(self) -> None:
        here = self.query_one(Choices)
        for at, one in enumerate(self._found.changes):
            mark = HERE if at == here.highlighted else ELSEWHERE
            here.replace_option_prompt_at_index(at, Content(mark + self._row(one)))
        self._count()

    # leaving

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.dismiss(tuple(sorted(self._marked)))

    def action_copy(self) -> None:
        """Copy all of it as text."""
        lines = [say(self._heading())]
        for one in self._found.changes:
            lines += [self._row(one), *(f"          {line}" for line in self._lines(one))]
        self.copy("\n".join(lines))
