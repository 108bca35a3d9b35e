"""A creature's conditions and situations, and the rows of the tables that count (C-250)."""

from __future__ import annotations

from collections.abc import Iterable

from core.messages import Refusal
from core.rulesets.bodies import Condition, Effect
from core.rulesets.combat_schema import Combat
from core.rulesets.schema import Ruleset
from core.values import Struct, replace


class Held(Struct):
    """A condition or situation of a creature, by the `name` of its row `own`.

    `slug` names the `row` that it counts as, usually its own. `spared_by` is the condition that
    keeps it from counting as another ("" = none, C-139); `beside` the one of the same row of the
    tables that counts instead ("" = this one counts, C-220).
    """

    name: str
    own: Condition
    slug: str
    row: Condition
    spared_by: str = ""
    beside: str = ""

    def has(self, effect: Effect) -> bool:
        """Whether it has an effect, of its own or as what it counts as."""
        return effect in self.own.effects or effect in self.row.effects


def held(names: Iterable[str], rules: Ruleset) -> tuple[Held, ...]:
    """Return the conditions of these names in their order; those of one row count once (C-220).

    Refusal("unknown_condition") for a name that the system has no row for.
    """
    table, given = rules.combat.conditions, tuple(names)
    for name in given:
        if name not in table:
            raise Refusal("unknown_condition", "There is no condition {name}.", name=name)
    found = [standing_for(name, given, rules.combat) for name in given]
    best: dict[str, Held] = {}
    for one in found:
        other = best.setdefault(_row(one), one)
        if one.row.rank > other.row.rank:
            best[_row(one)] = one
    return tuple(
        one if best[_row(one)] is one else replace(one, beside=best[_row(one)].slug)
        for one in found
    )


def has_effect(names: Iterable[str], effect: Effect, combat: Combat) -> bool:
    """Whether one of these conditions has an effect, of its own or as what it counts as.

    Names that the system has no row for have none.
    """
    known = tuple(name for name in names if name in combat.conditions)
    return any(standing_for(name, known, combat).has(effect) for name in known)


def standing_for(name: str, names: tuple[str, ...], combat: Combat) -> Held:
    """Return what a condition counts as; all `names` have rows (C-129, C-139)."""
    table = combat.conditions
    own, slug = table[name], table[name].counts_as
    if own.figures == "squeezing" and combat.mechanisms.squeezing == "entangled":
        slug = combat.squeezing.condition
    if not slug:
        return Held(name, own, name, own)
    unless = own.unless
    spared = "" if unless is None else next((n for n in names if unless in table[n].effects), "")
    if spared:
        return Held(name, own, name, own, spared_by=spared)
    return Held(name, own, slug, table[slug])


def _row(one: Held) -> str:
    return one.row.row or one.slug
