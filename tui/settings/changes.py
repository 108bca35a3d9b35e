"""Settings changed: asked for, written to the file, and in force at once."""

from __future__ import annotations

from typing import Protocol

from core.messages import Message, Refusal
from saves.exchange.settings_writing import UNREADABLE, put_aside, put_keys, put_setting
from saves.settings import PREFIX, settings_file, wrong_setting
from tui.kit.choose import Choice
from tui.kit.keys import keymap, shown
from tui.kit.searching import Cursored, take_hits
from tui.play.conversation import Conversation, SpokenHost
from tui.play.preferences import preferences
from tui.settings.model import SettingRow
from tui.settings.press_key import PressKey
from tui.settings.setting_list import SettingList


class ChangesHost(SpokenHost, Cursored[str], Protocol):
    """The Settings screen as its parts see it; `SettingsScreen` says what each member is."""

    @property
    def gm(self) -> Conversation: ...
    @property
    def list(self) -> SettingList: ...


async def ask(screen: ChangesHost, row: SettingRow) -> None:
    """Ask for another value of a row, and write it."""
    if row.choices:
        value = await _choose(screen, row)
    elif row.of_keys:
        value = await _press(screen, row)
    else:
        prompt = Message("{name}: hours, as 4 or 2.5; 0: never", name=row.name)
        value = await screen.gm.line(
            prompt, row.value, lambda text: _refuse_wrong(row.name, text.strip()), replace=True
        )
    if value is not None and (value or row.choices):
        await put(screen, row, value)


async def put(screen: ChangesHost, row: SettingRow, value: str | None) -> None:
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
        return
    screen.app.preferences = preferences()
    file = settings_file().name
    if not row.of_keys and row.name in screen.app.preferences.overridden:
        screen.gm.say_message(
            "{name} is written to {file}, but {variable} is set and goes first.",
            name=row.name, file=file, variable=PREFIX + row.name.upper(),
        )  # fmt: skip
    elif value is None:
        screen.gm.say_message("{name} is as Outrider comes again.", name=row.name)
    else:
        said = " ".join(shown(key) for key in value.split(",")) if row.of_keys else value
        screen.gm.say_message(
            '{name} = "{value}" is in {file}.', name=row.name, value=said, file=file
        )


async def search(screen: ChangesHost) -> None:
    """Ask for a word, and go to the first row that has it."""
    wanted = (await screen.gm.line(Message("/ setting or key"))).casefold()
    found = [
        row.id
        for row in screen.list.rows
        if any(wanted in text.casefold() for text in (row.name, row.tip.template))
    ]
    if wanted and not take_hits(screen, found):
        screen.gm.say_message("Nothing found.")


async def _choose(screen: ChangesHost, row: SettingRow) -> str | None:
    words = [value or Message("(by terminal)") for value in row.choices]
    choices = tuple(
        Choice(value, str(number) if number < 10 else "", Message("{words}", words=said))
        for number, (value, said) in enumerate(zip(row.choices, words, strict=True), 1)
    )
    return await screen.gm.choose(Message("{name}", name=row.name), choices)


async def _press(screen: ChangesHost, row: SettingRow) -> str | None:
    own = screen.app.preferences.settings.keys
    prompt = Message("Press the key for {name}: {tip} Now: {keys}",
                     name=row.name, tip=row.tip, keys=row.words)  # fmt: skip
    return await screen.app.push_screen_wait(
        PressKey(prompt, lambda key: keymap(own={**own, row.name: key}))
    )


def _refuse_wrong(name: str, value: str) -> None:
    wrong = wrong_setting(name, value)
    if wrong is not None:
        raise Refusal("bad_setting", "{wrong}", wrong=wrong)


async def _write(screen: ChangesHost, row: SettingRow, value: str | None) -> None:
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
