"""The key of a file that a refusal of the rules concerns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.files import FileError
from core.messages import Refusal

BAD = frozenset(
    (
        "off_map",
        "ambiguous_place",
        "one_mover",
        "no_speed",
        "no_vehicle_speed",
        "uneven_speed",
        "rides_round",
        "nobody",
    )
)
"""Refusals that mean bad input, besides all whose code begins with unknown_."""


class Refused(Exception):
    """A journey that the rules refuse: the Refusal, and the key of the file that it concerns."""

    def __init__(self, refusal: Refusal, key: str) -> None:
        self.refusal = refusal
        self.key = key
        super().__init__(refusal.code, key)


@contextmanager
def keyed(key: str, below: dict[str, str] | None = None) -> Iterator[None]:
    """Add to a Refusal the key of the file that it concerns; bad input becomes a FileError.

    `below` names a key below `key` by the Refusal's code. Raises FileError and Refused.
    """
    try:
        yield
    except Refusal as refusal:
        path = key
        last = (below or {}).get(refusal.code, "")
        if last:
            path = f"{key}.{last}"
        if refusal.code in BAD or refusal.code.startswith("unknown_"):
            raise FileError(path, refusal.message, code=refusal.code) from None
        raise Refused(refusal, path) from None


MEMBER_KEYS = {
    "overloaded": "load_kg",
    "unknown_mount": "mount",
    "unknown_race": "race",
    "unknown_armor": "armor",
    "unknown_load": "load",
    "unknown_vehicle": "vehicle",
    "unknown_vehicle_class": "vehicle_class",
    "no_powered_vehicles": "vehicle_class",
    "no_vehicle_speed": "vehicle_km_h",
    "uneven_speed": "base_speed_m",
}
LEG_KEYS = {
    "unknown_terrain": "terrain",
    "unknown_way": "way",
    "no_overland_run": "pace",
    "unknown_pace": "pace",
    "vehicle_has_no_hustle": "pace",
    "unknown_boat": "boat",
    "inland_only": "water",
    "upstream": "direction",
    "drift_goes_downstream": "drift_hours",
    "drift_needs_guide": "guide",
    "too_many_hours": "drift_hours",
    "no_oars": "propulsion",
}
