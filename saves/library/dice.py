"""Dice: real ones, and seeded ones that fall the same way every time."""

from __future__ import annotations

import random

from core.dice import Question, Rolled, parse_dice
from core.messages import N_, Refusal


class DiceRoller:
    """Rolls what core asks. Without a `seed` the faces come from the system's own randomness."""

    def __init__(self, seed: int | None = None) -> None:
        self._source = random.SystemRandom() if seed is None else random.Random(seed)

    def roll(self, question: Question) -> Rolled:
        """Roll the dice of a question, each face by itself, without its modifier.

        Refusal "no_dice" when it is a choice, "bad_dice" when its expression is nonsense.
        """
        if not question.dice:
            raise Refusal("no_dice", N_("{label} is a choice, not a roll."), label=question.label)
        sides = parse_dice(question.dice).sides
        return Rolled(tuple(self._source.randint(1, most) for most in sides))
