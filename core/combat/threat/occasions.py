"""What enemies see of a mover's way, place by place (C-106 to C-118)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.board.creatures import Creature
from core.combat.board.squares import Square
from core.combat.board.strikes import Strike
from core.combat.sight.concealment import Concealment
from core.combat.sight.cover_result import Cover

Excuse: TypeAlias = Literal["", "unable", "no_reaction", "flat_footed", "already", "tumbled"]
"""Why an enemy does not strike wherever the mover goes ("" = it may)."""
Verdict: TypeAlias = Literal["strikes", "covered", "concealed", "withdraws"]


@dataclass(frozen=True, slots=True)
class Occasion:
    """A place that a mover leaves within an enemy's reach, and whether that enemy may strike.

    `at` is the anchor before the step. `entering`: it steps into the enemy's own space (C-110).
    `denied` is the cover or concealment that keeps the enemy from striking. `unseen`: it
    withdraws from an enemy that it does not see (C-116). `rise` is how much higher than the
    enemy the mover is there, in squares.
    """

    at: Square
    verdict: Verdict
    entering: bool = False
    unseen: bool = False
    denied: Cover | Concealment | None = None
    rise: int = 0


@dataclass(frozen=True, slots=True)
class Watch:
    """An enemy, how far it strikes, and why it will not if it will not.

    `near` are the squares within its reach as bits, walls apart, its own if it can strike there.
    """

    by: Creature
    reach: Strike
    near: int
    excuse: Excuse


@dataclass(frozen=True, slots=True)
class Watched:
    """What one enemy saw of a path: the places left within its reach, in order."""

    watch: Watch
    occasions: tuple[Occasion, ...]

    @property
    def strikes(self) -> tuple[Square, ...]:
        """The places, each once, where it may strike."""
        found = (occasion.at for occasion in self.occasions if occasion.verdict == "strikes")
        return tuple(dict.fromkeys(found))
