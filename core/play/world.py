"""What a campaign is played by: the ruleset in force and the maps that its state names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.play.state import State

if TYPE_CHECKING:
    from core.combat.board.plan import Board
    from core.rulesets.schema import Ruleset
    from core.travel.regionmap import RegionMap


@dataclass(frozen=True, slots=True)
class World:
    """What state names by sha256: the ruleset in force, the region map, boards of encounters."""

    rules: Ruleset
    regions: Mapping[str, RegionMap] = field(default_factory=lambda: MappingProxyType({}))
    boards: Mapping[str, Board] = field(default_factory=lambda: MappingProxyType({}))

    def region(self, state: State) -> RegionMap | None:
        """The region map that `state` names, or None."""
        return self.regions.get(state.region)
