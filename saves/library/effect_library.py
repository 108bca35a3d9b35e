"""Effects by name: those that come with Outrider, and those that the GM keeps for all campaigns."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from core.characters import plain
from core.effects.effect import Effect, KnownEffect, typed_effects
from core.effects.effect_file import parse_effects, write_effects
from core.files import FileError
from core.messages import Message, Refusal
from core.play.facts.state import State
from core.rulesets.schema import Ruleset
from saves.library.bestiary import LARGEST, base_of
from saves.paths import home

KEPT = "effects.toml"
"""The GM's file within Outrider's folder."""


def kept_file() -> Path:
    """The file of the effects that the GM keeps, which may not exist."""
    return home() / KEPT


@cache
def packaged_effects(ruleset: str) -> tuple[Effect, ...]:
    """The effects that come with Outrider for a packaged ruleset."""
    file = files("saves") / "library" / "effects" / f"{ruleset}.toml"
    return parse_effects(file.read_text(encoding="utf-8"))


def effects_for(rules: Ruleset, *, kept: bool = True) -> tuple[Effect, ...]:
    """All effects for a ruleset: those that come with Outrider; the GM's replace them by name.

    `kept` reads the GM's file. Refusal "unreadable_effects".
    """
    found = {effect.name: effect for effect in packaged_effects(base_of(rules))}
    if kept:
        found |= {effect.name: effect for effect in kept_effects()}
    return tuple(found.values())


def known_effects(state: State, rules: Ruleset, *, kept: bool = True) -> dict[str, Effect]:
    """The effects by name: Outrider's, the GM's, then those that were typed in this campaign.

    `kept` reads the GM's file; who does without is not stopped by one that cannot be read. Refusal
    "unreadable_effects".
    """
    found = {effect.name: effect for effect in effects_for(rules, kept=kept)}
    return found | typed_effects(state.effects)


def kept_effects() -> tuple[Effect, ...]:
    """The effects that the GM keeps for all campaigns. Refusal "unreadable_effects"."""
    path = kept_file()
    if not path.is_file():
        return ()
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError
        return parse_effects(path.read_text(encoding="utf-8-sig"))
    except FileError as wrong:
        raise Refusal(
            "unreadable_effects",
            "{file}, {key}: {message}",
            file=KEPT,
            key=wrong.key or wrong.line,
            message=wrong.message,
        ) from wrong
    except (OSError, ValueError):
        said = Message("This file cannot be read as text, or is too large.")
        raise Refusal("unreadable_effects", "{file}: {message}", file=KEPT, message=said) from None


def keep_effect(effect: Effect) -> None:
    """Keep an effect for all campaigns, in place of one of its name.

    Refusals: "unreadable_effects", "not_written".
    """
    others = [kept for kept in kept_effects() if kept.name != effect.name]
    path = kept_file()
    making = path.with_suffix(".tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        making.write_text(write_effects((*others, effect)), encoding="utf-8")
        os.replace(making, path)
    except OSError as error:
        raise Refusal(
            "not_written",
            "{file} could not be written: {why}",
            file=str(path),
            why=error.strerror or "",
        ) from error


def lay_effects(rules: Ruleset, names: Iterable[str]) -> Ruleset:
    """Return the ruleset with the effects of these names in the library, by their names.

    `names` are those that a file lists, conditions among them; what is in no library is left out.
    Refusal "unreadable_effects".
    """
    wanted = {plain(name) for name in names}
    found = (effect for effect in effects_for(rules) if plain(effect.name) in wanted)
    return rules.with_effects(KnownEffect(effect.name, effect) for effect in found)
