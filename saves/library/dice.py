"""Dice, random or seeded."""

from __future__ import annotations

import random

from core.dice import Question, Rolled, parse_dice


class DiceRoller:
    """Rolls questions. Without a `seed` it uses the system's randomness."""

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            self._source: random.Random = random.SystemRandom()
        else:
            self._source = random.Random(seed)

    def roll(self, question: Question) -> Rolled:
        """Roll the dice of a question, without its modifier.

        Refusal "bad_dice" for a wrong expression.
        """
        sides = parse_dice(question.dice).sides
        return Rolled(tuple(self._source.randint(1, most) for most in sides))
