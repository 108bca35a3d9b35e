"""Numbers that look like chance and are the same for the same seed, on every machine."""

from __future__ import annotations

MASK = (1 << 64) - 1


class SeededNumbers:
    """A stream of numbers from a seed (splitmix64); any whole number is a seed."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + seed // (MASK + 1)) & MASK

    def below(self, most: int) -> int:
        """Return a whole number from 0 to `most` - 1; 0 when `most` is less than 2."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % most if most > 1 else 0

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, both included; `least` when they are swapped."""
        return least + self.below(max(1, most - least + 1))

    def one_in(self, many: int) -> bool:
        """True about once in so many times."""
        return self.below(many) == 0
