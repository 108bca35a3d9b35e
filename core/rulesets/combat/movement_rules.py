"""How far one charges, swims or climbs without such a speed, and what getting up brings.

The catalogue is silent on all of it (it has a charge's ground, C-030, and says that a check is
needed where there is no special speed, C-129): these are what a game master of each system
expects, and receipts say that they are house defaults.
"""

from __future__ import annotations

from core.rulesets.quantity_types import Count, Exact, Frozen, Many


class MovementRules(Frozen):
    """The figures of movement in a fight that go beyond the catalogue.

    A charge covers up to `charge` times the speed (0 = there is none), `charge_least` squares at
    least. `withdraw`: there is that action, of up to `withdraw_times` the speed. Without a speed
    of its own one climbs and swims at `unskilled` of the walking speed, a square at least. Who
    lies on the ground crawls `crawl` squares with an action; the step over the edge of the board
    costs `leaving` squares. `rising_provokes`: getting up lets
    enemies strike. `reactions`: so many opportunities each creature has in a round; one that
    `reacts_always` has its Dexterity modifier more.
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
