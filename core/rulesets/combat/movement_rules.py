"""Distances of charging, swimming and climbing without such a speed; getting up.

The catalogue has only a charge's ground (C-030) and the check without a special speed (C-129):
these are house defaults, and receipts say so.
"""

from __future__ import annotations

from core.rulesets.quantity_types import Count, Exact, Frozen, Many


class MovementRules(Frozen):
    """The figures of movement in a fight that go beyond the catalogue.

    A charge covers up to `charge` times the speed (0 = none), at least `charge_least` squares.
    `withdraw`: that action exists, of up to `withdraw_times` the speed. Without such a speed a
    creature climbs and swims at `unskilled` of its walking speed, at least a square. A prone one
    crawls `crawl` squares with an action; the step over the edge of the board costs `leaving`
    squares. `rising_provokes`: standing up provokes. `reactions`: opportunities of each creature
    in a round; with the effect `reacts_always` its Dexterity modifier more.
    """

    charge: Count = 0
    charge_least: Count = 0
    withdraw: bool = False
    withdraw_times: Many = 2
    unskilled: Exact
    crawl: Many = 1
    leaving: Count = 1
    rising_provokes: bool = False
    reactions: Many = 1
