"""The whole of a system's combat grid, as `rules.combat`."""

from __future__ import annotations

from pydantic import Field

from core.rulesets.combat.blows import Blows
from core.rulesets.combat.bodies import Condition, Ground, Size
from core.rulesets.combat.figures import (
    Concealed,
    CoverFigures,
    Falls,
    Flanked,
    Flights,
    Helpless,
    Measures,
    Obstacles,
    Squeezed,
)
from core.rulesets.combat.mechanisms import Tactics
from core.rulesets.combat.movement_rules import MovementRules
from core.rulesets.combat.special_movements import Movement
from core.rulesets.combat.turning import Dying, TurnRules
from core.rulesets.quantity_types import Frozen, Table


class Combat(Frozen):
    """The combat grid of one system: everything its calculators look up."""

    mechanisms: Tactics
    measures: Measures
    sizes: Table[Size]
    ground: Table[Ground]
    conditions: Table[Condition]
    obstacles: Obstacles
    cover: CoverFigures
    concealment: Concealed
    flanking: Flanked
    helpless: Helpless = Helpless()
    squeezing: Squeezed = Squeezed()
    falling: Falls
    flight: Flights = Flights()
    blows: Blows
    turn: TurnRules
    dying: Dying
    moving: MovementRules
    movements: Table[Movement] = Field(default_factory=dict)
