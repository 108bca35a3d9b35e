"""Conditions as they may be written: by their slugs, or by their names however they are spelt."""

from __future__ import annotations

from collections.abc import Iterable

from core.characters import plain
from core.rulesets.combat_schema import Combat, EffectRow


def listed_conditions(combat: Combat) -> tuple[str, ...]:
    """Return the slugs of the conditions and traits that lists show: no situations of the grid."""
    rows = combat.conditions.items()
    return tuple(slug for slug, row in rows if row.listed and not row.situation)


def condition_of(text: str, combat: Combat) -> str:
    """Return the slug of the condition that `text` is, by slug or name; "" where it is none.

    Case, blanks, hyphens and underscores do not matter: "flat_footed", "Flat-footed" and "flat
    footed" are one, and "paralyzed" is what a list shows as "paralysed".
    """
    if text in combat.conditions:
        return text
    return combat.condition_words.get(plain(text), "")


def effect_of(text: str, combat: Combat) -> str:
    """Return the row of the condition or effect that `text` is; "" where it is none.

    An effect of a campaign is found by its name, of those of one name the newest. What follows
    from the board, as cover, is none.
    """
    row = condition_of(text, combat)
    if row and not combat.conditions[row].situation:
        return row
    named = [
        key
        for key, effect in combat.conditions.items()
        if isinstance(effect, EffectRow) and plain(effect.name_in()) == plain(text)
    ]
    return next(reversed(named), "")


def effect_names(combat: Combat) -> tuple[str, ...]:
    """Return the names that `effect_of` knows, as they are shown."""
    rows = combat.conditions.values()
    return tuple(sorted({row.name_in() for row in rows if not row.situation}))


def conditions_of(names: Iterable[str], combat: Combat) -> tuple[str, ...]:
    """Return the slugs of conditions; a name that is none stays as it is."""
    return tuple(condition_of(name, combat) or name for name in names)
