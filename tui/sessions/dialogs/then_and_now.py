"""Then and now: the entries that would be decided differently today, as they are found.

Shown with `push_screen_wait(ThenAndNow(title, compare, region))`, which returns the `seq`
of the entry to go to, or None. `compare` is called with its last result until that is finished.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList

from core.messages import N_, Message
from core.travel.regionmap import RegionMap
from tui.kit.choose import Choices, option
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.view import named

if TYPE_CHECKING:
    from saves.history.fixing import Change
    from saves.history.redecision import Again, Compared

Compare: TypeAlias = "Callable[[Compared | None], Awaitable[Compared]]"


def compared(one: Again | Change, says: Callable[[Message], str], asked: str) -> list[str]:
    """An entry's lines as it was and as it would be; `asked` is the template of a question."""
    lines = [phrase("then: {what}", what=says(line)) for line in one.then]
    lines += [phrase("now: {what}", what=says(line)) for line in one.now]
    if one.refusal is not None:
        lines.append(phrase("now: refused. {why}", why=says(one.refusal)))
    return [*lines, *(phrase(asked, what=each.label, dice=each.dice) for each in one.questions)]


class ThenAndNow(Modal[int | None]):
    """The entries that differ, listed while the search goes on; Enter returns one."""

    CSS_PATH = "then_and_now.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy", "copy", id="then-copy"),
    ]

    def __init__(
        self, title: Message | str, compare: Compare, region: RegionMap | None = None
    ) -> None:
        super().__init__()
        self._title, self._compare, self._region = title, compare, region
        self._found: tuple[Again, ...] = ()
        self._how_far = Message("Deciding again ...")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("then and now: {title}", title=self._title), id="head")
            yield label(self._how_far, id="far")
            yield Choices(compact=True)
            with VerticalScroll(id="whole"):
                yield label(id="lines")
            yield label(Message("Enter goes to that entry   y copy   Esc leaves"), id="keys")

    def on_mount(self) -> None:
        """Begin to look."""
        self.query_one(Choices).focus()
        self._look()

    @work(exclusive=True)
    async def _look(self) -> None:
        here: Compared | None = None
        while here is None or not here.finished:
            here = await self._compare(here)
            if not self.is_attached:
                return
            self._take(here)

    def _take(self, here: Compared) -> None:
        self._how_far = Message(
            "{different} of {entries:entry|entries} decided differently under {rules} of today"
            if here.finished
            else "{different} of {entries:entry|entries} decided differently so far; "
                 "row {done} of {of} ...",
            different=len(here.different), entries=here.entries,
            rules=here.rules.display_name(), done=here.done, of=here.of,
        )  # fmt: skip
        self.write("far", self._how_far)
        fresh = here.different[len(self._found) :]
        self._found = here.different
        rows = self.query_one(Choices)
        rows.add_options([option(self._row(one), str(one.seq)) for one in fresh])
        if fresh and rows.highlighted is None:
            rows.highlighted = 0
        if here.finished and not self._found:
            self._tell(phrase("Every entry would be decided the same way."))

    def _says(self, message: Message) -> str:
        return say(named(message, self._region))

    def _row(self, one: Again) -> str:
        match one.outcome:
            case "refused":
                what = phrase("would be refused")
            case "asks":
                labels = tuple(question.label for question in one.questions)
                what = phrase("would ask for more: {what}", what=labels)
            case _:
                what = "; ".join(map(self._says, one.now or one.then))
        return f"{one.seq:>5}  {' '.join(one.rules):<12}  {what}"

    def _lines(self, one: Again) -> list[str]:
        lines = compared(one, self._says, N_("now: {what} would be asked for, {dice}"))
        if one.unused:
            lines.append(phrase("answers no longer asked for: {keys}", keys=one.unused))
        return [
            *lines,
            phrase(
                "rules {rules}" if one.rules else "no receipt names a rule for it", rules=one.rules
            ),
        ]

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._tell("\n".join(self._lines(self._found[event.option_index])))

    def _tell(self, text: str) -> None:
        self.write("lines", text)
        self.query_one("#whole", VerticalScroll).scroll_home(animate=False)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._found[event.option_index].seq)

    def action_copy(self) -> None:
        """Copy all of it as text."""
        lines = [say(self._how_far)]
        for one in self._found:
            lines += [self._row(one), *(f"       {line}" for line in self._lines(one))]
        self.copy("\n".join(lines))
