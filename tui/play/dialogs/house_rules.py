"""The page of house rules: each switch, its value in this campaign, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList

from core.messages import Message, Refusal, Template
from core.play.facts.table.commands import SetHouseRule
from core.rulesets.schema import Ruleset
from core.rulesets.switches import setting_words
from tui.kit.lines_view import fit, trimmed
from tui.kit.modal import ELSEWHERE, HERE, Choices, Modal, label, option
from tui.kit.phrases import Words, phrase, say
from tui.kit.text_line import TextLine
from tui.view import CampaignView

if TYPE_CHECKING:
    from saves.campaign.campaign import Campaign
    from tui.play.application.campaign_app import CampaignApp

NAME = 34
VALUE = 16
"""Columns of a switch's name and of its value."""

LEAST = 3
BELOW = 15
"""Rows of the list at least, and the lines of the page that are not of the list."""

PROVENANCE: Mapping[str, Template] = {
    "source": "Default: {value}, by the documents",
    "open rules": "Default: {value}, by the open rules of the system",
    "house": "Default: {value}, Outrider's choice",
}
Writing: TypeAlias = "Callable[[Campaign], object]"


def next_setting(rules: Ruleset, name: str) -> bool | str:
    """The value that follows the one in force; after the last choice the first."""
    row = rules.switches[name]
    at = row.settings.index(row.value)
    return row.settings[(at + 1) % len(row.settings)]


def row_text(rules: Ruleset, name: str) -> str:
    """A switch as a row: its name, its value, and whether that is a house rule."""
    row = rules.switches[name]
    mark = ""
    if rules.is_house_rule(name):
        mark = phrase("house rule; else {value}", value=setting_words(rules.default_of(name)))
    value = trimmed(say(setting_words(row.value)), VALUE - 2)
    return f"{fit(trimmed(row.name_in(), NAME - 2), NAME)}{fit(value, VALUE)}{mark}".rstrip()


def explained(rules: Ruleset, name: str) -> Iterator[str]:
    """What a switch changes, its default and where that is from, its value by the documents."""
    row = rules.switches[name]
    yield row.sentence()
    yield phrase(PROVENANCE[row.provenance], value=setting_words(rules.default_of(name)))
    yield phrase("Source: {source}", source=row.source)
    yield phrase("By the documents alone: {value}", value=setting_words(row.sources))
    if row.choices:
        yield phrase("Choices: {choices}", choices=tuple(map(setting_words, row.choices)))


def last_house_rule(view: CampaignView) -> Message | None:
    """The house rule that undo would take back; None where the last action was another."""
    newest = (entry for entry in reversed(view.entries) if entry.seq == view.tip)
    entry = next(newest, None)
    if entry is None or not isinstance(entry.command, SetHouseRule):
        return None
    return view.undo_title


def keys_line(view: CampaignView, name: str) -> Message:
    """The keys of the page and what they do to the switch `name`."""
    if view.read_only:
        return Message("This campaign is open for reading only.   y copy   Esc leaves")
    value = setting_words(next_setting(view.assets.rules, name))
    if last_house_rule(view) is None:
        return Message("Enter {value}   r with a reason   y copy   Esc leaves", value=value)
    return Message("Enter {value}   r with a reason   u undo   y copy   Esc leaves", value=value)


def row_called(rules: Ruleset, text: str) -> int:
    """The index of the first switch whose name begins with, or else has, the text; 0 for none."""
    wanted = text.strip().lower()
    names = [row.name_in().lower() for row in rules.switches.values()]
    starts = [at for at, name in enumerate(names) if name.startswith(wanted)]
    holds = [at for at, name in enumerate(names) if wanted in name]
    return next(iter([*starts, *holds]), 0)


class HouseRules(Modal[None]):
    """All switches of the campaign's rules; Enter gives the one under the cursor its next value.

    Each flip is an entry of the campaign, undone like any other. `start` is the beginning of the
    name of the switch that the cursor is on first.
    """

    app: CampaignApp
    SHARED = True
    CSS_PATH = "house_rules.tcss"
    BINDINGS = [
        Binding("r", "reason", "with a reason", id="house-reason"),
        Binding("u", "undo", "undo", id="house-undo"),
        Binding("y", "copy", "copy", id="house-copy"),
    ]

    def __init__(self, view: CampaignView, start: str = "") -> None:
        super().__init__()
        self._view = view
        self._start = row_called(view.assets.rules, start)
        self._writing = False

    @property
    def _rules(self) -> Ruleset:
        return self._view.assets.rules

    @property
    def _here(self) -> str:
        return self.query_one(Choices).here or next(iter(self._rules.switches))

    def compose(self) -> ComposeResult:
        with Vertical():
            title = Message(
                "House rules of this campaign ({rules})", rules=self._rules.display_name()
            )
            yield label(title, id="head")
            rules = self._rules
            yield Choices(
                *(option(row_text(rules, name), name) for name in rules.switches), compact=True
            )
            yield label(id="lines")
            yield label(id="told")
            yield label(id="keys")

    def on_mount(self) -> None:
        """Follow the campaign, with the cursor on the switch asked for."""
        super().on_mount()
        choices = self.query_one(Choices)
        choices.focus()
        choices.highlighted = self._start
        self.watch(self.app, "view", self._follow, init=False)

    def on_resize(self) -> None:
        """Leave room for what is told below the list, and keep the cursor in sight."""
        room = max(LEAST, self.app.size.height - BELOW)
        choices = self.query_one(Choices)
        choices.styles.max_height = room
        self.call_after_refresh(choices.scroll_to_highlight)

    def _follow(self, view: CampaignView | None) -> None:
        if view is None or view.assets.rules.switches.keys() != self._rules.switches.keys():
            self.dismiss(None)
            return
        self._view = view
        choices = self.query_one(Choices)
        for place, name in enumerate(self._rules.switches):
            if place == choices.highlighted:
                mark = HERE
            else:
                mark = ELSEWHERE
            prompt = Content(mark + row_text(self._rules, name))
            choices.replace_option_prompt_at_index(place, prompt)
        self._explain()

    def _explain(self) -> None:
        self.write("lines", "\n".join(explained(self._rules, self._here)))
        self.write("keys", keys_line(self._view, self._here))

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self.write("told", None)
        self._explain()

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self._flip("")

    @work
    async def action_reason(self) -> None:
        """Flip the switch, for a reason that is asked for."""
        if self._view.read_only:
            return
        asked = TextLine(Message("Why? (kept in the log, for the GM only)"))
        reason = await self.app.push_screen_wait(asked)
        if reason is not None:
            self._flip(reason.strip())

    def _flip(self, reason: str) -> None:
        name = self._here
        command = SetHouseRule(name, next_setting(self._rules, name), reason)
        self._write(lambda campaign: campaign.record(command))

    def action_undo(self) -> None:
        """Take the last house rule back, if nothing was done since."""
        if last_house_rule(self._view) is None:
            self.write(
                "told", Message("The last action was no house rule; u on the screen undoes it.")
            )
        elif self._view.undo_of:
            others = Message(
                "The last entry is by {who}; u on the screen undoes it.", who=self._view.undo_of
            )
            self.write("told", others)
        else:
            self._write(lambda campaign: campaign.undo())

    def action_copy(self) -> None:
        """Copy all switches as text."""
        lines = []
        for name in self._rules.switches:
            lines.append(row_text(self._rules, name))
            lines += [f"  {line}" for line in explained(self._rules, name)]
        self.copy("\n".join(lines))

    def _write(self, act: Writing) -> None:
        # A key that is pressed while one is being written would flip it by an older view.
        if self._writing or self._view.read_only:
            return
        self._writing = True
        self._record(act)

    @work
    async def _record(self, act: Writing) -> None:
        reason: Words | None = None
        try:
            self.app.view = await self.app.worker.write(act)
        except Refusal as refusal:
            reason = refusal.message
        finally:
            self._writing = False
        self.write("told", reason)
