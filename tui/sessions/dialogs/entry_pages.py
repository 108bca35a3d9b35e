"""Pages that list entries of the past: rulings, then and now, what an overruled entry changes.

Each is shown with `push_screen_wait`, which returns None when the GM leaves.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList

from core.calendars import Calendar
from core.messages import N_, Message
from core.play import times
from core.play.facts.state import State
from core.play.table.narration import narrate_correction
from core.travel.regionmap import RegionMap
from core.values import Struct
from saves.history.fixing import Change, Consequences
from saves.history.joint_changes import joint_changes
from saves.history.redecision import Again, Compared, OtherOutcome
from saves.history.rulings import RulingAt
from tui.kit.failures import catching
from tui.kit.modal import ELSEWHERE, HERE, Choices, Modal, Result, label, option
from tui.kit.phrases import Words, phrase, say
from tui.view import named

Compare: TypeAlias = Callable[[Compared | None], Awaitable[Compared]]


class EntryRow(Struct):
    """An entry in a list: its number, its row, and all that is told of it below."""

    seq: int
    text: str
    lines: tuple[str, ...]


class EntryPage(Modal[Result]):
    """Entries under a heading; all of the one under the cursor is told below the list.

    Enter on an entry returns what `pick` makes of its number.
    """

    CSS_PATH = "entry_pages.tcss"
    KEYS = Message("Enter goes to that entry   y copy   Esc leaves")
    BINDINGS = [Binding("y", "copy", "copy", id="entries-copy")]

    def __init__(
        self, heading: Message, pick: Callable[[int], Result], region: RegionMap | None = None
    ) -> None:
        super().__init__()
        self.heading = heading
        self._pick = pick
        self._region = region
        self.rows: list[EntryRow] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self.heading, id="head")
            yield label(id="far")
            yield Choices(compact=True)
            with VerticalScroll(id="whole"):
                yield label(id="lines")
            yield label(id="marked")
            yield label(self.KEYS, id="keys")

    def add(self, *rows: EntryRow, newest: bool = False) -> None:
        """List these, too, with the cursor at the first, or the `newest`, of the first ones."""
        here = self.query_one(Choices)
        known = len(self.rows)
        if here.highlighted is None:  # later, Tab may have gone on to the text
            here.focus()
        self.rows += rows
        here.add_options(option(row.text, str(known + n)) for n, row in enumerate(rows))
        if rows and here.highlighted is None:
            here.highlighted = len(rows) - 1 if newest else 0

    def tell(self, *lines: str) -> None:
        """Show these lines below the list."""
        self.write("lines", "\n".join(lines))
        self.query_one("#whole", VerticalScroll).scroll_home(animate=False)

    def says(self, message: Message) -> str:
        """A message as text, hexes by their names."""
        return say(named(message, self._region))

    def say_difference(self, other_outcome: OtherOutcome, question_template: str) -> list[str]:
        """An entry as it was and as it would be; a question is said by `question_template`."""
        lines = [phrase("then: {what}", what=self.says(line)) for line in other_outcome.then]
        lines += [phrase("now: {what}", what=self.says(line)) for line in other_outcome.now]
        if other_outcome.refusal is not None:
            lines.append(phrase("now: refused. {why}", why=self.says(other_outcome.refusal)))
        return [
            *lines,
            *(
                phrase(question_template, what=each.label, dice=each.dice)
                for each in other_outcome.questions
            ),
        ]

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.tell(*self.rows[event.option_index].lines)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._pick(self.rows[event.option_index].seq))

    def on_key(self, event: events.Key) -> None:
        """Scroll a long text of the current row with Left and Right."""
        step = {"left": -1, "right": 1}.get(event.key)
        if step is not None:
            event.stop()
            self.query_one("#whole", VerticalScroll).scroll_relative(y=step, animate=False)

    def action_copy(self) -> None:
        """Copy all of it as text."""
        lines = [say(self.heading)]
        for row in self.rows:
            lines += [row.text, *(f"          {line}" for line in row.lines)]
        self.copy("\n".join(lines))


class Rulings(EntryPage[int | None]):
    """All rulings of the GM, each with its date, the newest last and selected."""

    def __init__(self, rulings: tuple[RulingAt, ...], calendar: Calendar) -> None:
        super().__init__(
            Message(
                "{count:ruling|rulings}, {unexplained} unexplained",
                count=len(rulings),
                unexplained=sum(not one.reason for one in rulings),
            ),
            int,
        )
        self._rulings = rulings
        self._calendar = calendar

    def on_mount(self) -> None:
        """List them."""
        with catching(self) as failed:
            self.add(
                *(
                    EntryRow(one.seq, self._told(one, one.what), (say(_whole(one)),))
                    for one in self._rulings
                ),
                newest=True,
            )
        self.write("far", failed.message)
        if not self._rulings:
            self.tell(phrase("There are no rulings in this campaign."))

    def _told(self, ruling: RulingAt, what: Words) -> str:
        when = times.moment(ruling.clock, self._calendar)
        if ruling.round:
            when = Message("{when} R{round}", when=when, round=ruling.round)
        return phrase("{when}  {what}", when=when, what=what)

    def action_copy(self) -> None:
        """Copy all of them as text, a line each."""
        self.copy("\n".join(self._told(one, _whole(one)) for one in self._rulings))


def _whole(ruling: RulingAt) -> Message:
    return Message(
        "entry {seq}, {encounter}: {what} ({reason})"
        if ruling.encounter
        else "entry {seq}: {what} ({reason})",
        seq=ruling.seq,
        encounter=ruling.encounter,
        what=ruling.what,
        reason=ruling.reason or Message("unexplained"),
    )


class ThenAndNow(EntryPage[int | None]):
    """The entries that would be decided differently today, listed while the search goes on.

    `compare` is called with its last result until that is finished.
    """

    def __init__(
        self, title: Message | str, compare: Compare, region: RegionMap | None = None
    ) -> None:
        super().__init__(Message("then and now: {title}", title=title), int, region)
        self._compare = compare

    def on_mount(self) -> None:
        """Begin to look."""
        self.add()
        self.write("far", Message("Deciding again ..."))
        self._look()

    @work(exclusive=True)
    async def _look(self) -> None:
        here = None
        with catching(self) as failed:
            while here is None or not here.finished:
                here = await self._compare(here)
                if not self.is_attached:
                    return
                self._take(here)
        if failed.message is not None:
            self.write("far", failed.message)

    def _take(self, here: Compared) -> None:
        # what is copied begins with how far it is
        self.heading = Message(
            "{different} of {entries:entry|entries} decided differently under {rules} of today"
            if here.finished
            else "{different} of {entries:entry|entries} decided differently so far; "
            "row {done} of {of} ...",
            different=len(here.different),
            entries=here.entries,
            rules=here.rules.display_name(),
            done=here.done,
            of=here.of,
        )
        self.write("far", self.heading)
        self.add(*map(self._row, here.different[len(self.rows) :]))
        if here.finished and not self.rows:
            self.tell(phrase("Every entry would be decided the same way."))

    def _row(self, again: Again) -> EntryRow:
        match again.outcome:
            case "refused":
                what = phrase("would be refused")
            case "asks":
                labels = tuple(question.label for question in again.questions)
                what = phrase("would ask for more: {what}", what=labels)
            case _:
                what = "; ".join(map(self.says, again.now or again.then))
        lines = self.say_difference(again, N_("now: {what} would be asked for, {dice}"))
        if again.unused:
            lines.append(phrase("answers no longer asked for: {keys}", keys=again.unused))
        lines.append(
            phrase("rules {rules}", rules=again.rules)
            if again.rules
            else phrase("no receipt names a rule for it")
        )
        text = f"{again.seq:>5}  {' '.join(again.rules):<12}  {what}"
        return EntryRow(again.seq, text, tuple(lines))


def _reads_alike(one: Change) -> bool:
    """Return whether only what comes of its events differs, such as healing cut short."""
    return one.outcome == "other" and one.now == one.then


MARKED = "[x]"
FREE = "[ ]"
NOTHING = " - "
"""Signs of a row: accepted, not accepted, nothing to correct."""


class ConsequencesDialog(EntryPage[tuple[int, ...] | None]):
    """The entries that an overruled one changes, which is marked at first.

    Entries that hang together are marked together. Returns the numbers of the accepted entries
    (() = none of them). `state` and `region` are those of the present, which is corrected.
    """

    KEYS = Message("Space mark  V all  Enter correct the marked  y copy  Esc none")
    BINDINGS = [
        Binding("space,v", "mark", "mark", id="consequences-mark"),
        Binding("V", "mark_all", "mark all", id="consequences-mark-all"),
    ]

    def __init__(
        self, consequences: Consequences, state: State, region: RegionMap | None = None
    ) -> None:
        super().__init__(
            Message(
                "entry {seq} overruled: {count:entry|entries} would change",
                seq=consequences.seq,
                count=len(consequences.changes),
            ),
            lambda _: tuple(sorted(self._marked)),
            region,
        )
        self._changes = consequences.changes
        self._state = state
        self._together = joint_changes(consequences.changes)
        self._open = frozenset(self._together)
        self._marked = self._together.get(consequences.seq, frozenset())

    def on_mount(self) -> None:
        """List them, the overruled entry first."""
        self.add(*map(self._row, self._changes))
        self._redraw()

    def _row(self, change: Change) -> EntryRow:
        then = self.says(next(iter(change.then), Message("nothing")))
        match change.outcome:
            case "refused":
                what = phrase("would not happen: {what}", what=then)
            case "asks":
                asked = tuple(question.label for question in change.questions)
                what = phrase("would ask for {what}: {then}", what=asked, then=then)
            case "other":
                what = self._outcome(change)
        if change.seq in self._marked:
            mark = MARKED
        elif change.corrections:
            mark = FREE
        else:
            mark = NOTHING
        return EntryRow(change.seq, f"{mark} {change.seq:>5}  {what}", tuple(self._lines(change)))

    def _outcome(self, change: Change) -> str:
        if _reads_alike(change) and change.corrections:
            corrected = tuple(narrate_correction(each, self._state) for each in change.corrections)
            told = tuple(map(self.says, change.now))
            return phrase("{what}: {corrected}", what=told, corrected=corrected)
        if change.now:
            return "; ".join(map(self.says, change.now))
        return phrase("no longer: {what}", what=tuple(map(self.says, change.then)))

    def _lines(self, change: Change) -> list[str]:
        if _reads_alike(change):
            lines = [phrase("then and now: {what}", what=self.says(line)) for line in change.then]
        else:
            question_template = N_("now: {what}, {dice}, would be asked for; left as it was")
            lines = self.say_difference(change, question_template)
        if change.outcome == "other" and not change.now:
            lines.append(phrase("now: nothing of that"))
        lines += [
            phrase("correction: {what}", what=narrate_correction(correction, self._state))
            for correction in change.corrections
        ]
        others = sorted(self._together.get(change.seq, frozenset()) - {change.seq})
        if others:
            lines.append(phrase("marked together with entry {others}", others=tuple(others)))
        if change.gone:
            lines.append(phrase("no longer in play, not corrected: {who}", who=change.gone))
        elif not change.corrections:
            lines.append(phrase("nothing can be corrected"))
        return lines

    def action_mark(self) -> None:
        """Mark or unmark the row, and what hangs together with it, and go to the next."""
        here = self.query_one(Choices)
        seq = self.rows[here.highlighted or 0].seq
        together = self._together.get(seq, frozenset())
        if seq in self._marked:
            self._marked -= together
        else:
            self._marked |= together
        self._redraw()
        here.action_cursor_down()

    def action_mark_all(self) -> None:
        """Mark all, or none when all are marked."""
        self._marked = frozenset() if self._marked == self._open else self._open
        self._redraw()

    def _redraw(self) -> None:
        here = self.query_one(Choices)
        self.rows = [*map(self._row, self._changes)]
        for index, row in enumerate(self.rows):
            if index == here.highlighted:
                mark = HERE
            else:
                mark = ELSEWHERE
            here.replace_option_prompt_at_index(index, Content(mark + row.text))
        self.write(
            "marked",
            Message(
                "{count} marked of {of} that can be corrected",
                count=len(self._marked),
                of=len(self._open),
            ),
        )
