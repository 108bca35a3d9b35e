"""Values made when they are first asked for, and remembered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Made(dict[K, V]):
    """Values by their keys, each made by `make` once; all are forgotten when they are too many."""

    def __init__(self, make: Callable[[K], V], most: int = sys.maxsize) -> None:
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        self[key] = made = self._make(key)
        return made
