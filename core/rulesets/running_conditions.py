"""The conditions of a creature as effects on its figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from core.effects.changes import ACTIONS, Change
from core.effects.running_effects import RunningEffect
from core.rulesets.combat_schema import Combat, Condition
from core.rulesets.condition_names import condition_of
from core.values import Struct

ONE_ACTION = Change(to="actions", op="set", amount=Fraction(ACTIONS.index("one")))
FEWER_ACTIONS = Change(to="actions", op="add", amount=Fraction(-1), by_value=True)


class ConditionHeld(Struct):
    """A condition as it is written, by slug or name, and its value (frightened 2)."""

    name: str
    value: int = 1


def running_conditions(held: Iterable[ConditionHeld], combat: Combat) -> tuple[RunningEffect, ...]:
    """Return the effects of conditions; of what the system has no row for there is none."""
    return tuple(effect for each in held for effect in _effects_of(each, combat))


def _effects_of(held: ConditionHeld, combat: Combat) -> Iterator[RunningEffect]:
    slug = condition_of(held.name, combat)
    if not slug:
        return
    for origin in _origins(slug, combat):
        row = combat.rows[origin]
        yield RunningEffect(
            name=held.name,
            label=combat.rows[slug].name_in(),
            origin=origin,
            changes=(*row.parsed, *_of_the_turn(origin, combat)),
            flags=frozenset(row.effects),
            value=held.value,
            row=row.row,
            rank=row.rank,
            rule=_rule(row),
            source=_source(row, combat),
        )


def _origins(slug: str, combat: Combat) -> Iterator[str]:
    # The rows whose changes a condition has: its own, what it counts as, what it brings along.
    row = combat.rows[slug]
    yield slug
    if row.figures == "squeezing" and combat.mechanisms.squeezing == "entangled":
        yield combat.squeezing.condition
    if row.counts_as and row.unless is None:
        yield row.counts_as
    yield from row.brings


def _of_the_turn(slug: str, combat: Combat) -> Iterator[Change]:
    # The tables of a turn name the conditions that take its actions.
    if slug in combat.turn.limiting:
        yield ONE_ACTION
    if slug in combat.turn.slowing:
        yield FEWER_ACTIONS


def _rule(row: Condition) -> str:
    if row.open is not None:
        return row.open.rule
    return row.rule


def _source(row: Condition, combat: Combat) -> str:
    if row.open is not None and row.open.source:
        return row.open.source
    return row.source
