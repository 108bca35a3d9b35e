"""Assets of a campaign: the ruleset in force and the maps that its state names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from core.play.state import State
from core.values import Struct

if TYPE_CHECKING:
    from core.combat.board.plan import Board
    from core.rulesets.schema import Ruleset
    from core.travel.regionmap import RegionMap


class Assets(Struct):
    """Assets that state names by sha256: the ruleset, region maps, boards of encounters."""

    rules: Ruleset
    regions: Mapping[str, RegionMap] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    boards: Mapping[str, Board] = msgspec.field(default_factory=lambda: MappingProxyType({}))

    def region(self, state: State) -> RegionMap | None:
        """Return the region map that `state` names, or None."""
        return self.regions.get(state.region)
