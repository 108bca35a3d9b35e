"""An effect with figures: one that the GM types, or one of a library."""

from __future__ import annotations

from collections.abc import Mapping

from core.characters import plain
from core.effects.changes import Change, parse_change
from core.effects.workings import Working, parse_working
from core.messages import Refusal
from core.values import Struct

LONGEST_NAME = 40
"""The most characters of an effect's name."""
MOST_CHANGES = 20


class Effect(Struct, kw_only=True):
    """An effect: its name, and a line for each figure that it changes.

    `changes` are lines of `core.effects.changes`, `does` those of `core.effects.workings`. `brings`
    are the conditions that come with it, by their rows. `flags` are what it forbids or takes, in
    words of the conditions. `lasts` is how long, as its rules say it ("1 min a level"), `note`
    what it does that is not counted. `value` is that of changes by value where none is said (0 =
    they have none). `source` is the rule that it is from ("" = the GM typed it).
    """

    name: str
    changes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    lasts: str = ""
    note: str = ""
    source: str = ""
    value: int = 0
    does: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()

    @property
    def parsed(self) -> tuple[Change, ...]:
        """Its changes. Raises Refusal, as `parse_change`."""
        return tuple(map(parse_change, self.changes))

    @property
    def workings(self) -> tuple[Working, ...]:
        """What it does beside them. Raises Refusal, as `parse_working`."""
        return tuple(map(parse_working, self.does))


class KnownEffect(Struct):
    """An effect of a campaign, by the `key` that its creatures have it by."""

    key: str
    effect: Effect


def refuse_without_value(effect: Effect, value: int) -> None:
    """Raise Refusal "needs_value" where an effect is by a value, and neither it nor `value` is."""
    by_value = any(working.is_by_value for working in effect.workings)
    if by_value and not value and not effect.value:
        raise Refusal(
            "needs_value",
            "{name} needs its number: {example}.",
            name=effect.name,
            example=f"{effect.name} =15",
        )


def key_of(effect: Effect, known: tuple[KnownEffect, ...]) -> str:
    """Return the key of an effect: that of the same one before, else a new one.

    Effects of one name with other figures have other keys: "song#1", "song#2".
    """
    same = next((one.key for one in known if one.effect == effect), "")
    if same:
        return same
    number = sum(1 for one in known if one.effect.name == effect.name) + 1
    return f"{effect.name}#{number}"


def typed_effects(known: tuple[KnownEffect, ...]) -> dict[str, Effect]:
    """Return the effects that were typed in a campaign by their names, of each the newest."""
    return {one.effect.name: one.effect for one in known if not one.effect.source}


def find_effect(name: str, effects: Mapping[str, Effect]) -> Effect | None:
    """Return the effect of this name among those by name, however it is spelt; None: none is."""
    wanted = plain(name)
    return next((effect for key, effect in effects.items() if plain(key) == wanted), None)


def describe_effect(effect: Effect) -> str:
    """Return what an effect does, in short: "attack +1 morale, saves +1 fear (1 min a level)"."""
    words = ", ".join(filter(None, (*effect.changes, *effect.brings, *effect.does, effect.note)))
    if effect.lasts:
        return f"{words} ({effect.lasts})"
    return words
