"""The rows of the Settings screen: each setting and each action's keys, with what is in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from textual.theme import Theme
from textual.widgets.option_list import Option

from core.messages import Message, Template
from core.values import Struct
from saves.settings import CHOICES, Settings
from tui.kit.actions import ACTIONS, PRESETS
from tui.kit.choose import ELSEWHERE, Choices, headed, option
from tui.kit.keys import shown
from tui.kit.lines_view import columns, trimmed
from tui.kit.phrases import phrase, say
from tui.kit.searching import round_to
from tui.play.preferences import Preferences

PRESET = "preset"

_TIPS: Mapping[str, Template] = {
    "look": "How maps and boards are drawn: lines has lines and shades, ascii is ASCII"
            " alone, high contrast is ascii in strong colours; without it, as the terminal can.",
    "theme": "The colours; your own are TOML files in the folder themes beside the"
             " settings.",
    "units": "What figures are shown in: kilometres and metres, or miles and feet.",
    "players_call": "What you type for a player's roll: the die alone, or the total with"
                    " its bonus.",
    "session_hours": "After so many hours without play another session begins; 0: only"
                     " when you say so.",
    "motion": "Whether tokens walk their way and the hours run: on or off.",
}  # fmt: skip


class SettingRow(Struct):
    """A setting, or with `of_keys` the keys of an action: its name and value as in the file.

    `choices` are its values where that is a closed list. `own`: it is not as Outrider comes.
    """

    name: str
    value: str
    words: str
    tip: Message
    choices: tuple[str, ...] = ()
    of_keys: bool = False
    own: bool = False

    @property
    def id(self) -> str:
        """The row's id in the list."""
        return f"keys.{self.name}" if self.of_keys else self.name

    def beside(self, step: int) -> str | None:
        """The value so many places on in its list, cyclically; None without a list."""
        return round_to(self.choices, self.value, step) if self.choices else None


def setting_rows(now: Preferences, themes: Iterable[Theme] = ()) -> tuple[SettingRow, ...]:
    """All rows: the settings, the preset of the keys, then the actions as in the table."""
    plain = Settings()
    names = ("", *(theme.name for theme in themes))
    rows = []
    for name, tip in _TIPS.items():
        value = str(getattr(now.settings, name))
        words = value or phrase("(by terminal)")
        choices = names if name == "theme" else CHOICES.get(name, ())
        own = value != getattr(plain, name)
        rows.append(SettingRow(name, value, words, Message(tip), choices, own=own))
    preset = now.settings.keys.get(PRESET, PRESETS[0])
    tip = "The keys to begin with; those of your own replace some of them."
    rows.append(
        SettingRow(PRESET, preset, preset, Message(tip), PRESETS, True, preset != PRESETS[0])
    )
    for action in ACTIONS:
        if action.on:
            keys = now.keys.keys(action.id)
            words = " ".join(shown(key) for key in keys)
            own = action.id in now.settings.keys
            rows.append(SettingRow(action.id, ",".join(keys), words, Message(action.tip), (),
                                   True, own))  # fmt: skip
    return tuple(rows)


class SettingList(Choices):
    """A row for each setting; a star marks those that are not as Outrider comes."""

    rows: tuple[SettingRow, ...] = ()

    @property
    def row(self) -> SettingRow | None:
        """The row under the cursor."""
        here = self.here
        return next((row for row in self.rows if row.id == here), None)

    def show(self, rows: tuple[SettingRow, ...]) -> None:
        """Show these rows, with the cursor where it was."""
        self.rows, before = rows, self.row
        self.clear_options()
        self.add_options(self._written())
        ids = [one.id for one in self.options]
        self.highlighted = ids.index(before.id if before is not None else rows[0].id)

    def _written(self) -> Iterator[Option]:
        width = max(60, self.screen.size.width - 4) - len(ELSEWHERE)
        keys = False
        for row in self.rows:
            if row.of_keys and not keys:
                yield from headed(phrase("Keys"))
                keys = True
            head = columns((row.name, 15), ("*" if row.own else "", 2), (row.words, 20))
            yield option(trimmed(f"{head} {say(row.tip)}", width), row.id)
