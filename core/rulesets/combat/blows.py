"""Figures of attack rolls: critical hits, further attacks of a turn, ranges, damage, saves.

The catalogue has no rules for these: they are house defaults, and receipts say so.
"""

from __future__ import annotations

from typing import Literal

from core.rulesets.quantity_types import Count, Frozen, Many


class Blows(Frozen):
    """The figures and named choices of attacks.

    `critical`: a face in the weapon's range threatens and a second roll confirms it ("threat"),
    or the total beats the Armour Class by `margin` or the die shows its highest ("degrees").
    `repeated`: a full attack uses the bonuses of the sheet in turn ("full_attack"), or each
    attack after the first has a penalty of `further`, of `agile` for agile weapons, the last
    one for all later ("penalty").
    `saves`: a save has the effect's result ("plain"); or success by `margin` means no damage
    and failure by `margin` double ("degrees").
    `increment` is added for each range increment beyond the first, `increments` and
    `thrown_increments` are their most. `miss_die` is rolled for a miss chance.
    A hit deals at least `least_damage`. `heals_nonlethal`: healing removes as much nonlethal
    damage as it heals lethal damage. A charge gives `charge` on the attack, and `charge_ac` on
    Armour Class until the next turn. `ac` is the Armour Class where none is written down. The
    value of a condition in `by_value` is subtracted from attack rolls and saves.
    """

    critical: Literal["threat", "degrees"]
    repeated: Literal["full_attack", "penalty"]
    saves: Literal["plain", "degrees"]
    margin: Count = 0
    further: tuple[int, ...] = ()
    agile: tuple[int, ...] = ()
    increment: int = 0
    increments: Many = 10
    thrown_increments: Many = 5
    miss_die: Literal["d%", "d20"] = "d%"
    least_damage: Count = 1
    heals_nonlethal: bool = True
    charge: int = 0
    charge_ac: int = 0
    ac: Count = 10
    by_value: tuple[str, ...] = ()
