"""The conditions of a creature as effects on its figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from core.effects.changes import ACTIONS, Change
from core.effects.running_effects import RunningEffect
from core.rulesets.combat_schema import BY_VALUE, Combat, Condition
from core.rulesets.condition_names import condition_of
from core.values import Struct

ONE_ACTION = Change(to="actions", op="set", amount=Fraction(ACTIONS.index("one")))
LOWERED_BY_VALUE = tuple(
    Change(to=figure, op="add", amount=Fraction(-1), type=BY_VALUE, by_value=True)
    for figure in ("attack", "saves")
)
FEWER_ACTIONS = Change(to="actions", op="add", amount=Fraction(-1), by_value=True)


class ConditionHeld(Struct):
    """A condition as it is written, by slug or name, and its value (frightened 2; 0 = none)."""

    name: str
    value: int = 1


def running_conditions(held: Iterable[ConditionHeld], combat: Combat) -> tuple[RunningEffect, ...]:
    """Return the effects of conditions; of what the system has no row for there is none."""
    conditions = tuple(held)
    slugs = [condition_of(each.name, combat) for each in conditions]
    flags = frozenset(flag for slug in slugs if slug for flag in combat.rows[slug].effects)
    return tuple(
        effect for each in conditions for effect in _effects_of(each, slugs, flags, combat)
    )


def _effects_of(
    held: ConditionHeld, slugs: Collection[str], flags: Collection[str], combat: Combat
) -> Iterator[RunningEffect]:
    slug = condition_of(held.name, combat)
    if not slug:
        return
    for origin in _origins(slug, slugs, flags, combat):
        row = combat.rows[origin]
        yield RunningEffect(
            name=held.name,
            label=_label(slug, held.value, row, combat),
            origin=origin,
            changes=(*row.parsed, *_of_tables(origin, held.value, combat)),
            flags=frozenset(row.effects),
            value=max(1, held.value),
            row=row.row,
            rank=row.rank,
            rule=_rule(row),
            source=_source(row, combat),
        )


def _label(slug: str, value: int, row: Condition, combat: Combat) -> str:
    # With its value where that is what it takes: frightened 2.
    name = combat.rows[slug].name_in()
    by_value = slug in combat.blows.by_value or any(change.by_value for change in row.parsed)
    if value and by_value:
        return f"{name} {value}"
    return name


def _origins(
    slug: str, slugs: Collection[str], flags: Collection[str], combat: Combat
) -> Iterator[str]:
    # The rows whose changes a condition has: its own, what it counts as, what it brings along if
    # that is not among `slugs` by itself.
    # `flags` are those of all conditions of the creature: some spare it from counting as another.
    row = combat.rows[slug]
    yield slug
    if row.figures == "squeezing" and combat.mechanisms.squeezing == "entangled":
        yield combat.squeezing.condition
    if row.counts_as and row.unless not in flags:
        yield row.counts_as
    yield from (brought for brought in row.brings if brought not in slugs)


def _of_tables(slug: str, value: int, combat: Combat) -> Iterator[Change]:
    # Tables of their own have the figures of squeezing, and name the conditions that take actions
    # of a turn; the documents' those that take their value from attacks and saves.
    if combat.rows[slug].figures == "squeezing" and combat.squeezing.attack:
        yield Change(to="attack", op="add", amount=Fraction(combat.squeezing.attack))
    if combat.rows[slug].figures == "squeezing" and combat.squeezing.ac:
        yield Change(to="ac", op="add", amount=Fraction(combat.squeezing.ac))
    if slug in combat.turn.limiting:
        yield ONE_ACTION
    if slug in combat.turn.slowing:
        yield FEWER_ACTIONS
    if value and slug in combat.blows.by_value and not combat.has_open_rules:
        yield from LOWERED_BY_VALUE


def _rule(row: Condition) -> str:
    if row.open is not None:
        return row.open.rule
    return row.rule


def _source(row: Condition, combat: Combat) -> str:
    if row.open is not None and row.open.source:
        return row.open.source
    return row.source
