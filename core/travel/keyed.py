"""Refusals with the key of the file that they concern."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.files import FileError
from core.messages import Refusal

BAD = frozenset(
    ("off_map", "ambiguous_place", "one_mover", "no_speed", "no_vehicle_speed", "uneven_speed",
     "rides_round", "nobody")
)  # fmt: skip
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
        last = (below or {}).get(refusal.code, "")
        path = f"{key}.{last}" if last else key
        if refusal.code in BAD or refusal.code.startswith("unknown_"):
            raise FileError(path, refusal.message, code=refusal.code) from None
        raise Refused(refusal, path) from None
