"""Odds of getting past enemies by an acrobatic check (C-063, C-117).

The sources give no difficulty, so it is entered for each enemy.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from core.dice import chance_of_success, products
from core.messages import Chance, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct


class Tumble(Struct):
    """The odds of acrobatic checks: `each` enemy by id in the order given, and `every` one."""

    each: tuple[tuple[str, Fraction], ...]
    every: Fraction
    receipt: Receipt


def tumble(
    rules: Ruleset, modifier: int, difficulties: Mapping[str, int], *, one_roll: bool = False
) -> Tumble:
    """Return the chances of d20 + `modifier` against each enemy's difficulty and all (C-063).

    One check for each enemy; with `one_roll` a single one is held against all of them. A natural
    20 or 1 decides nothing. In pf2 that is Tumble Through (C-068). Refusal "nobody".
    """
    if not difficulties:
        raise Refusal("nobody", "Name at least one enemy to get past.")
    chances_by_enemy = tuple(
        (id, chance_of_success(dc, modifier)) for id, dc in difficulties.items()
    )
    chances = [chance for _, chance in chances_by_enemy]
    if one_roll:
        every = min(chances)
    else:
        every = products(chances)[-1]
    if rules.states("C-063"):
        rule = "C-063"
    else:
        rule = "C-068"
    parts = tuple(
        rules.cite(
            rule,
            "past {id}: {modifier:+} against {dc}",
            Chance(chance),
            id=id,
            modifier=modifier,
            dc=difficulties[id],
        )
        for id, chance in chances_by_enemy
    )
    label = Message(
        "chance to get past all with one roll"
        if one_roll
        else "chance to get past all, a roll for each"
    )
    return Tumble(
        chances_by_enemy, every, rules.cite(rule, label, Chance(every), *parts, _entered(rules))
    )


def beaten(difficulties: Mapping[str, int], totals: Mapping[str, int] | int) -> tuple[str, ...]:
    """Return the ids whose difficulty was met: `tumble_success` of a move (C-063, C-117).

    `totals` are the totals of the checks by id, or the one total held against all. Who has no
    total was not beaten.
    """
    if isinstance(totals, int):
        return tuple(id for id, dc in difficulties.items() if totals >= dc)
    return tuple(id for id, dc in difficulties.items() if id in totals and totals[id] >= dc)


def _entered(rules: Ruleset) -> Receipt:
    if rules.states("C-117"):
        rule = "C-117"
    else:
        rule = "C-068"
    return rules.cite(
        rule, "the difficulties are entered: the sources give none", Message("the GM's ruling")
    )
