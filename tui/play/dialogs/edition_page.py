"""The page of a newer edition of the campaign's rules: what it changes, and whether to take it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll

from core.files import FileError
from core.messages import Message, Template
from core.rulesets.comparison import How, RuleChange
from core.rulesets.schema import Ruleset
from core.rulesets.switches import setting_words
from tui.kit.lines_view import sentence
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.play.application.editions import find_newer, why_not
from tui.play.performing.performer import PartHost, Performer

if TYPE_CHECKING:
    from saves.library.editions import Edition

HOW: Mapping[How, Template] = {
    "added": "new: {where}",
    "removed": "gone: {where}",
    "changed": "{where}: {before}, now {after}",
}
MOST = 96
FRAME = 6
"""Columns of the page, and those of them that frame its lines."""
INDENT = "    "
LEAST = 3
AROUND = 9
"""Lines of the list at least, and the lines of the page around it."""


def change_text(change: RuleChange) -> str:
    """A change on one line: where it is, and both values."""
    nothing = Message("none")
    before = nothing if change.before is None else change.before
    after = nothing if change.after is None else change.after
    return phrase(HOW[change.how], where=change.where, before=before, after=after)


def page(edition: Edition, played: Ruleset) -> Iterator[str]:
    """The lines of what an edition changes in the rules as the campaign plays them.

    Of a switch also the sentence that says what it changes, and whether a house rule stays in
    force; what is only words comes last.
    """
    switches = {row.name_in(): name for name, row in edition.rules.switches.items()}
    figures = [change for change in edition.changes if not change.words]
    words = [change for change in edition.changes if change.words]
    for change in figures:
        yield change_text(change)
        if change.where[0] == "switches" and change.where[-1] in switches:
            name = switches[change.where[-1]]
            yield INDENT + edition.rules.switches[name].sentence()
            yield from _house_rule(played, name)
    if not figures:
        yield phrase("No figure changes.")
    if words:
        yield phrase("Only in words, such as names and sources:")
        yield from (INDENT + change_text(change) for change in words)


def _house_rule(played: Ruleset, name: str) -> Iterator[str]:
    if played.is_house_rule(name):
        value = setting_words(played.switches[name].value)
        yield INDENT + phrase("Here it stays {value}: house rule of this campaign.", value=value)


class EditionPage(Modal[bool]):
    """What a newer edition changes; Enter returns True, to take it."""

    SHARED = True
    CSS_PATH = "edition_page.tcss"
    BINDINGS = [
        Binding("enter", "take", "take it", id="edition-take"),
        Binding("y", "copy", "copy", id="edition-copy"),
    ]

    def __init__(self, edition: Edition, played: Ruleset) -> None:
        super().__init__()
        figures = sum(1 for change in edition.changes if not change.words)
        self._head = phrase(
            "A newer edition of {rules}: {count:change|changes}",
            rules=edition.rules.display_name(),
            count=figures,
        )
        self._lines = tuple(page(edition, played))

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._head, id="head")
            yield label(
                Message(
                    "Until you take it the campaign plays as before. Taking it is one entry, which"
                    " u undoes."
                ),
                id="hint",
            )
            with VerticalScroll(id="whole"):
                yield label(self._broken(), id="lines")
            yield label(Message("Enter take it   y copy   Esc leave it for now"), id="keys")

    def on_mount(self) -> None:
        """Let the keys scroll the list."""
        super().on_mount()
        self.query_one("#whole", VerticalScroll).focus()

    def on_resize(self) -> None:
        """Break the lines again, once this layout is done, and leave room for the keys."""
        room = max(LEAST, self.app.size.height - AROUND)
        self.query_one("#whole", VerticalScroll).styles.max_height = room
        self.call_after_refresh(lambda: self.write("lines", self._broken()))

    def _broken(self) -> str:
        width = min(MOST, self.app.size.width) - FRAME
        rows = []
        for line in self._lines:
            lead = line[: len(line) - len(line.lstrip())]
            rows += sentence(line.lstrip(), width, lead, f"{lead}  ")
        return "\n".join(rows)

    def action_take(self) -> None:
        """Take the edition."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Leave it for now."""
        self.dismiss(False)

    def action_copy(self) -> None:
        """Copy all changes as text."""
        self.copy("\n".join((self._head, *self._lines)))


class EditionHost(PartHost, Protocol):
    """A screen of the open campaign that performs commands."""

    performer: Performer


async def show_edition(screen: EditionHost) -> None:
    """Show what a newer edition changes, and take it if the GM says so."""
    rules = screen.view.assets.rules
    reason = why_not(screen.view)
    if reason is not None:
        screen.gm.say_message(reason)
        return
    try:
        edition = await find_newer(rules)
    except FileError as wrong:
        screen.gm.say_message(
            "{file}: {key}: {problem}", file=wrong.file, key=wrong.key, problem=wrong.message
        )
        return
    if edition is None:
        screen.gm.say_message(await asyncio.to_thread(_why_none, rules))
        return
    if await screen.app.push_screen_wait(EditionPage(edition, rules)):
        newer = edition.rules
        if await screen.performer.write(lambda campaign: campaign.adopt_ruleset(newer)):
            screen.gm.say_message("The newer edition is in force. u takes it back.")


def _why_none(rules: Ruleset) -> Message:
    from saves.library.editions import newest
    from saves.paths import rulesets

    if newest(rules.id) is not None:
        return Message("{rules}: this campaign has the newest edition.", rules=rules.display_name())
    return Message(
        "No folder in {folder} has the ruleset {id}, so there is no other edition of it.",
        folder=str(rulesets()),
        id=rules.id,
    )
