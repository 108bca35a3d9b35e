"""The user's preferences: option > `OUTRIDER_*` > `settings.toml` > default."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

import msgspec
from platformdirs import user_config_path

from core.files import FileError, read_toml
from core.messages import Message, Value
from core.values import Struct, replace
from saves import paths

PREFIX = "OUTRIDER_"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "units": ("metric", "imperial"),
    "look": ("lines", "ascii", "high contrast"),
    "players_call": ("die", "total"),
    "motion": ("on", "off"),
}
LONGEST_NAME = 24
"""Letters of the longest `name`."""
OLDER: Mapping[str, tuple[str, ...]] = {"look": ("plain",)}
"""Words of before: plain is ascii."""


class Settings(Struct):
    """The preferences in force.

    `units` is "metric" or "imperial"; `language` a code ("en"); `look` how maps are drawn and
    `theme` a theme's name, both empty for what suits the terminal; `players_call` what is typed
    into the dice tray, the "die" or the "total"; `session_hours` the hours without a play entry
    after which a new session begins ("0": never by itself); `motion` whether tokens walk their way
    ("on", "off"); `db` the URL of the server that has the campaigns, "" if they are files; `name`
    what the GM's entries are signed with, "" for the user's name on a server, and none in a file;
    `keys` the keys of each action by binding id.
    """

    units: str = "metric"
    language: str = "en"
    look: str = ""
    theme: str = ""
    players_call: str = "die"
    session_hours: str = "4"
    motion: str = "on"
    db: str = ""
    name: str = ""
    keys: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def session_gap(self) -> Fraction:
        """The hours of `session_hours`, exact."""
        return Fraction(self.session_hours)


WORDS = tuple(name for name in Settings.__struct_fields__ if name != "keys")


class LoadedSettings(Struct):
    """The settings in force, and a warning for each setting that could not be used.

    `overridden`: those that the environment or the command line sets, whatever the file says.
    `wrong_db` is the warning about `db`, if that is not in force: campaigns are then neither on a
    server nor files.
    """

    settings: Settings
    warnings: tuple[Message, ...] = ()
    overridden: frozenset[str] = frozenset()
    wrong_db: Message | None = None


def settings_file() -> Path:
    """The path of settings.toml, in `OUTRIDER_HOME` if that is set."""
    own = os.environ.get("OUTRIDER_HOME")
    if own:
        folder = paths.home()
    else:
        folder = user_config_path("outrider", appauthor=False)
    return folder / "settings.toml"


def load(options: Mapping[str, str] | None = None) -> LoadedSettings:
    """The settings in force; never fails. `options` are those of the command line.

    A bad value is named in a warning and the next source of that setting is used, so a bad file
    never keeps the program from starting.
    """
    table, warnings = _read(settings_file())
    environment = {
        name: os.environ[PREFIX + name.upper()]
        for name in WORDS
        if PREFIX + name.upper() in os.environ
    }
    sources: tuple[tuple[Value, Mapping[str, object]], ...] = (
        ("settings.toml", table),
        (PREFIX + "*", environment),
        (Message("the command line"), options or {}),
    )
    settings = Settings()
    wrong_db: Message | None = None
    for source, values in sources:
        for key, value in values.items():
            wrong = wrong_setting(key, value, source)
            if key == "db":
                wrong_db = wrong
            if wrong is not None:
                warnings += (wrong,)
            elif key == "keys" and isinstance(value, dict):
                settings = replace(settings, keys=dict(value))
            else:
                settings = msgspec.structs.replace(settings, **{key: str(value)})
    overridden = frozenset({*environment, *(options or {})})
    return LoadedSettings(settings, warnings, overridden, wrong_db)


def _read(path: Path) -> tuple[Mapping[str, object], tuple[Message, ...]]:
    try:
        return read_toml(path.read_bytes().decode("utf-8-sig"), number=str), ()
    except FileNotFoundError:
        return {}, ()
    except FileError as error:
        reason: Value = error.message
    except (OSError, ValueError) as error:  # bad UTF-8 is a ValueError
        reason = str(error)
    return {}, (Message("{file} cannot be read: {reason}.", file=path.name, reason=reason),)


def wrong_setting(key: str, value: object, source: Value = "settings.toml") -> Message | None:
    """The sentence about a setting of this source that cannot be so; None if it can."""
    names = (*WORDS, "keys")
    if key not in names:
        near = get_close_matches(key, names, n=1)
        if near:
            return Message(
                "{source}: there is no setting {key}; did you mean {near}?",
                source=source,
                key=key,
                near=near[0],
            )
        return Message("{source}: there is no setting {key}.", source=source, key=key)
    if key == "keys":
        if isinstance(value, dict) and all(isinstance(keys, str) for keys in value.values()):
            return None
        return Message('{source}: keys is a table of action = "key".', source=source)
    if key == "db":
        from saves.server_url import wrong_url  # loaded with the first address

        wrong = None if value == "" else wrong_url(value)
        if wrong is None:
            return None
        return Message("{source}: db: {wrong}", source=source, wrong=wrong)
    allowed = CHOICES.get(key)
    if key == "session_hours":
        right = _hours(value)
        wanted = Message("hours, from 0 to 9999")
    elif key == "name":
        right = _is_name(value)
        wanted = Message("a name of up to {count} letters", count=LONGEST_NAME)
    else:
        right = isinstance(value, str) and (not allowed or value in (*allowed, *OLDER.get(key, ())))
        wanted = Message("a word")
    if right:
        return None
    template = "{source}: {key} cannot be {value}; write {wanted}."
    if allowed:
        template = "{source}: {key} cannot be {value}; it is one of: {allowed}."
    return Message(
        template, source=source, key=key, value=str(value), allowed=allowed or "", wanted=wanted
    )


def _is_name(value: object) -> bool:
    return (
        isinstance(value, str)
        and value.isprintable()
        and value == value.strip()
        and len(value) <= LONGEST_NAME
    )


def _hours(value: object) -> bool:
    return not isinstance(value, bool) and bool(re.fullmatch(r"\d{1,4}(\.\d{1,2})?", str(value)))
