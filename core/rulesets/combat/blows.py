"""How an attack is rolled: critical hits, further attacks of a turn, ranges, damage, saves.

The catalogue has no rule for any of it: these are what a game master of each system expects, and
receipts say that they are house defaults.
"""

from __future__ import annotations

from typing import Literal

from core.rulesets.quantity_types import Count, Frozen, Many


class Blows(Frozen):
    """The figures and named choices of a blow.

    `critical`: a face in the weapon's range threatens and a second roll confirms it ("threat"),
    or the total beats the Armour Class by `margin` or the die shows its highest ("degrees").
    `repeated`: a full attack goes down the bonuses of the sheet ("full_attack"), or each attack of
    a turn after the first is made at a penalty of `further`, of `agile` for agile weapons, the
    last for all after it ("penalty").
    `saves`: to save is to take what the effect says ("plain"); or one by `margin` better takes
    nothing and one by `margin` worse double ("degrees").
    `increment` is added for each range increment beyond the first, `increments` and
    `thrown_increments` how many there are at most. `miss_die` is thrown for a miss chance.
    A hit deals `least_damage` at least. `heals_nonlethal`: healing takes as much nonlethal damage
    away as it heals lethal damage. One who has charged this turn has `charge` on the attack, and
    `charge_ac` on its Armour Class until its next turn. `ac` is the Armour Class of one who has
    none written down. The value of a condition in `by_value` is taken off attack rolls and saves.
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
