"""Files of effects: those that come with Outrider, and those that a GM keeps."""

from __future__ import annotations

import json
from collections.abc import Iterable

from core.effects.effect import Effect
from core.file_schema import read_file


def parse_effects(text: str) -> tuple[Effect, ...]:
    """Return the effects of a file. Raises FileError, which names the key."""
    from core.effects.effect_schema import EffectTables  # pydantic's models: when one is read

    tables = read_file(EffectTables, text).effects
    return tuple(
        Effect(
            name=table.name,
            changes=table.changes,
            flags=table.flags,
            lasts=table.lasts,
            note=table.note,
            source=table.source,
            value=table.value,
            does=table.does,
            brings=table.brings,
        )
        for table in tables
    )


def write_effects(effects: Iterable[Effect]) -> str:
    """Return the text of a file with these effects: `parse_effects` makes them again."""
    return "\n".join(map(_write_effect, effects))


def _write_effect(effect: Effect) -> str:
    lines = ["[[effects]]", f"name = {_quoted(effect.name)}"]
    for key in ("changes", "does", "brings", "flags"):
        words: tuple[str, ...] = getattr(effect, key)
        if words:
            lines.append(f"{key} = [{', '.join(map(_quoted, words))}]")
    for key in ("lasts", "note", "source"):
        text: str = getattr(effect, key)
        if text:
            lines.append(f"{key} = {_quoted(text)}")
    if effect.value:
        lines.append(f"value = {effect.value}")
    return "\n".join((*lines, ""))


def _quoted(text: str) -> str:
    # What JSON escapes in a text, TOML reads in a basic string.
    return json.dumps(text)
