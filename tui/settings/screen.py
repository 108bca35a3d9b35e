"""The Settings screen: what the GM prefers, changed at once and written at once."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from pathlib import Path

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.theme import Theme
from textual.widgets import Static
from textual.widgets.option_list import Option

from core.messages import Message, Refusal, Template
from core.values import Struct
from saves.exchange.settings_writing import UNREADABLE, put_aside, put_keys, put_setting
from saves.exchange.writing import UNSYNCED
from saves.settings import CHOICES, PREFIX, Settings, settings_file, wrong_setting
from tui.kit import theming
from tui.kit.actions import ACTIONS, PRESETS
from tui.kit.keys import bindings, keymap, shown
from tui.kit.lines_view import Pane, TitleLine, TitleWords, columns, trimmed
from tui.kit.modal import ELSEWHERE, Choice, Choices, Modal, headed, label, option
from tui.kit.phrases import phrase, say
from tui.kit.searching import round_to, take_hits
from tui.play.application.preferences import Preferences, preferences, themes_folder
from tui.play.conversation import KeysLine
from tui.play.list_screen import ListScreen

PRESET = "preset"

_TIPS: Mapping[str, Template] = {
    "look": "How maps and boards are drawn: lines has lines and shades, ascii is ASCII"
    " alone, high contrast is ascii in strong colours; without it, as the terminal can.",
    "theme": "The colours; your own are TOML files in the folder themes beside the settings.",
    "units": "What figures are shown in: kilometres and metres, or miles and feet.",
    "players_call": "What you type for a player's roll: the die alone, or the total with"
    " its bonus.",
    "session_hours": "After so many hours without play another session begins; 0: only"
    " when you say so.",
    "name": "What your entries are signed with where others play too; without it, your name on"
    " the server.",
    "motion": "Whether tokens walk their way and the hours run: on or off.",
}


_UNSET: Mapping[str, Template] = {"name": "(by server)"}
"""What stands for no value, where that is not by the terminal."""
_PROMPTS: Mapping[str, Template] = {
    "session_hours": "{name}: hours, as 4 or 2.5; 0: never",
    "name": "{name}: as others are to read it",
}
"""What asks for a value that is typed."""


class SettingRow(Struct, kw_only=True):
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
        if self.of_keys:
            return f"keys.{self.name}"
        return self.name

    def beside(self, step: int) -> str | None:
        """The value so many places on in its list, cyclically; None without a list."""
        if self.choices:
            return round_to(self.choices, self.value, step)
        return None


def setting_rows(now: Preferences, themes: Iterable[Theme]) -> tuple[SettingRow, ...]:
    """All rows: the settings, the preset of the keys, then the actions as in the table."""
    plain = Settings()
    names = ("", *(theme.name for theme in themes))
    rows = []
    for name, tip in _TIPS.items():
        value = str(getattr(now.settings, name))
        words = value or phrase(_UNSET.get(name, "(by terminal)"))
        if name == "theme":
            choices = names
        else:
            choices = CHOICES.get(name, ())
        own = value != getattr(plain, name)
        rows.append(
            SettingRow(
                name=name, value=value, words=words, tip=Message(tip), choices=choices, own=own
            )
        )
    preset = now.settings.keys.get(PRESET, PRESETS[0])
    tip = "The keys to begin with; those of your own replace some of them."
    rows.append(
        SettingRow(
            name=PRESET,
            value=preset,
            words=preset,
            tip=Message(tip),
            choices=PRESETS,
            of_keys=True,
            own=preset != PRESETS[0],
        )
    )
    for action in ACTIONS:
        if action.on:
            keys = now.keys.keys(action.id)
            words = " ".join(map(shown, keys))
            own = action.id in now.settings.keys
            rows.append(
                SettingRow(
                    name=action.id,
                    value=",".join(keys),
                    words=words,
                    tip=Message(action.tip),
                    choices=(),
                    of_keys=True,
                    own=own,
                )
            )
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
        self.rows = rows
        before = self.row
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


def _written_to() -> str:
    path = settings_file()
    home = Path.home()
    if path.is_relative_to(home):
        return f"~/{path.relative_to(home)}"
    return str(path)


class SettingsScreen(ListScreen):
    """Lists the settings and the keys, and changes the one under the cursor."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE = "settings"
    BINDINGS = [
        *bindings("settings"),
        *bindings("settings", cursor=True),
    ]

    known: theming.LoadedThemes

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        yield Static(
            phrase(
                "Left and Right change a setting at once, Enter lists what it can be or waits"
                " for a key; Delete: as Outrider comes (* is yours)."
            ),
            id="about",
            markup=False,
        )
        yield Static("", id="wrong", markup=False)
        yield SettingList(id="list", compact=True)
        yield Static("", id="tip", markup=False)
        yield Static("", id="sentence", markup=False)
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Follow the settings and the curtain."""
        self.query_one(TitleLine).shown = TitleWords(phrase("Outrider   settings"), _written_to())
        self.watch(self.app, "preferences", self._show, init=False)
        self.watch(self.app, "player_view", self._show_curtain)
        self.list.focus()

    def on_screen_resume(self) -> None:
        """Read the files again: they may have been mended meanwhile."""
        self.known = theming.every(themes_folder())
        before = self.app.preferences
        self.app.preferences = preferences()
        if self.app.preferences == before:
            self._show(before)

    @property
    def list(self) -> SettingList:
        """The list."""
        return self.query_one(SettingList)

    def _show(self, now: Preferences) -> None:
        for pane in self.query(Pane):
            pane.look = now.look
        wrong = self.query_one("#wrong", Static)
        warnings = dict.fromkeys((*now.warnings, *self.known.complaints))
        wrong.update("\n".join(map(say, warnings)))
        wrong.set_class(bool(warnings), "shown")
        self.list.show(setting_rows(now, self.known.themes))
        self.query_one(KeysLine).show(now.keys.footer(self.TABLE))

    def _show_curtain(self, drawn: bool) -> None:
        self.query_one(TitleLine).player_view = drawn

    # the list

    def on_resize(self) -> None:
        """Cut the rows to the new width."""
        if self.list.rows:
            self.list.show(self.list.rows)

    def on_option_list_option_highlighted(self) -> None:
        """Say all of what the row is about."""
        row = self.list.row
        self.query_one("#tip", Static).update("" if row is None else say(row.tip))

    def on_option_list_option_selected(self) -> None:
        """Offer other values, or wait for another key."""
        self._change(ask)

    def action_remove(self) -> None:
        """Take the setting out of the file."""
        self._change(put, None)

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Move the cursor; left and right change the value."""
        row = self.list.row
        if direction not in ("left", "right"):
            super().action_cursor(direction, times)
        elif row is not None:
            value = row.beside(1 if direction == "right" else -1)
            if value is None:
                self.gm.say_message("Press Enter to change {name}.", name=row.name)
            else:
                self._change(put, value)

    def _change(self, change: Callable[..., Coroutine[None, None, None]], *to: str | None) -> None:
        if self.list.row is not None:
            self.run_worker(change(self, self.list.row, *to), exclusive=True, group="change")

    @work
    async def action_search(self) -> None:
        """Ask for a word, and go to the first row that has it."""
        wanted = (await self.gm.line(Message("/ setting or key"))).casefold()
        texts = [
            row.id
            for row in self.list.rows
            if any(wanted in text.casefold() for text in (row.name, row.tip.template))
        ]
        if wanted and not take_hits(self, texts):
            self.gm.say_message("Nothing found.")

    # the program

    def action_close(self) -> None:
        """Go back to the screen before."""
        self.app.go_back()

    action_go = action_close


async def ask(screen: SettingsScreen, row: SettingRow) -> None:
    """Ask for another value of a row, and write it."""
    if row.choices:
        words = [value or Message("(by terminal)") for value in row.choices]
        choices = tuple(
            Choice(value, str(number) if number < 10 else "", Message("{words}", words=said))
            for number, (value, said) in enumerate(zip(row.choices, words, strict=True), 1)
        )
        value = await screen.gm.choose(Message("{name}", name=row.name), choices)
    elif row.of_keys:
        own = screen.app.preferences.settings.keys
        prompt = Message(
            "Press the key for {name}: {tip} Now: {keys}",
            name=row.name,
            tip=row.tip,
            keys=row.words,
        )
        press = PressKey(prompt, lambda key: keymap(own={**own, row.name: key}))
        value = await screen.app.push_screen_wait(press)
    else:

        def check(text: str) -> None:
            wrong = wrong_setting(row.name, text.strip())
            if wrong is not None:
                raise Refusal("bad_setting", "{wrong}", wrong=wrong)

        prompt = Message(_PROMPTS[row.name], name=row.name)
        value = await screen.gm.line(prompt, row.value, check, replace=True)
    if value is not None and (value or row.choices):
        await put(screen, row, value)


async def put(screen: SettingsScreen, row: SettingRow, value: str | None) -> None:
    """Write a value, or with None take the setting out of the file; it is in force at once.

    A file that cannot be read is put aside only if the GM says so.
    """
    if value is None and not row.own:
        screen.gm.say_message("{name} is as Outrider comes already.", name=row.name)
        return
    try:
        await _write(screen, row, value)
    except Refusal as refusal:
        screen.gm.say_message(refusal.message)
        if refusal.code == UNSYNCED:
            screen.app.preferences = preferences()  # it is in the file
        return
    screen.app.preferences = preferences()
    file = settings_file().name
    if not row.of_keys and row.name in screen.app.preferences.overridden:
        screen.gm.say_message(
            "{name} is written to {file}, but {variable} is set and goes first.",
            name=row.name,
            file=file,
            variable=PREFIX + row.name.upper(),
        )
    elif value is None:
        screen.gm.say_message("{name} is as Outrider comes again.", name=row.name)
    else:
        if row.of_keys:
            said = " ".join(shown(key) for key in value.split(","))
        else:
            said = value
        screen.gm.say_message(
            '{name} = "{value}" is in {file}.', name=row.name, value=said, file=file
        )


async def _write(screen: SettingsScreen, row: SettingRow, value: str | None) -> None:
    if row.of_keys:
        own = dict(screen.app.preferences.settings.keys)
        own.pop(row.name, None)
        keymap(own=own if value is None else own | {row.name: value})
    write = put_keys if row.of_keys else put_setting
    try:
        write(row.name, value)
    except Refusal as refusal:
        if refusal.code != UNREADABLE:
            raise
        choices = (
            Choice("leave", "l", Message("Leave it: mend the line, then choose again")),
            Choice("aside", "n", Message("A new file: the old one is kept under another name")),
        )
        if await screen.gm.choose(refusal.message, choices) != "aside":
            raise
        put_aside()
        write(row.name, value)


class PressKey(Modal[str | None]):
    """Returns the name of the pressed key, None for Esc.

    `check` is called with it; a Refusal that it raises is shown, and another may be pressed.
    """

    CSS_PATH = "press_key.tcss"

    def __init__(self, prompt: Message, check: Callable[[str], object]) -> None:
        super().__init__()
        self._prompt = prompt
        self._check = check

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._prompt, id="prompt")
            yield label(id="wrong")
            yield label(Message("Esc leaves it as it is"), id="keys")

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            return
        event.stop()
        event.prevent_default()
        try:
            self._check(event.key)
        except Refusal as refusal:
            self.write("wrong", refusal.message)
            return
        self.dismiss(event.key)
