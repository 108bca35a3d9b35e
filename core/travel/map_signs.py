"""The signs of terrain on maps of plain characters, on the screen and in records."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

GROUND_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "mountains": "^",
        "forest": "&",
        "deep_forest": "$",
        "jungle": "$",
        "hills": "(",
        "plains": ".",
        "swamp": "%",
        "moor": ",",
        "desert": ":",
        "sandy_desert": ":",
        "frozen_tundra": "-",
        "urban": "#",
        "water": "~",
        "lake": "~",
        "sea": "~",
        "river": "~",
    }
)
"""The sign of a terrain row, or of water, on a map of plain characters; letters are people's."""
