"""A mover, its manner and all that decides its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.combat.board.board_creatures import Creature
from core.combat.board.manner import Manner
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.footing import Footing, footing
from core.messages import Message, Value
from core.receipts import Receipt
from core.values import Struct


class Verdict(NamedTuple):
    """Why a mover may not do something ("" = it may); the receipt is made on request."""

    reason: str
    receipt: Callable[[], Receipt]


class MoveRequest(Struct):
    """A mover with scene, manner and footing; the search runs on the same footing."""

    scene: Scene
    mover: Creature
    manner: Manner
    foot: Footing

    @property
    def willing(self) -> bool:
        """Whether spaces are crossed with their owners' will (C-068) rather than by C-058."""
        return self.scene.combat.mechanisms.passing == "willing"

    @property
    def adding(self) -> bool:
        """Whether hindrances add squares (C-035) rather than double."""
        return self.foot.steps.adding

    def bit(self, anchor: Square) -> int:
        """Return the bit of an anchor, 0 off the map."""
        return self.scene.field.bit(anchor)

    def space(self, anchor: Square) -> Block:
        """Return the space of the body that moves: the whole one, or the leading block (G-8)."""
        return Block(anchor.x, anchor.y, self.foot.passage.side)

    def under(self, anchor: Square) -> int:
        """Return the squares of that space, as far as they are on the map."""
        return self.scene.field.block(self.space(anchor))

    def cite(
        self,
        rule: str,
        label: Message | str,
        value: Value,
        *parts: Receipt,
        asks: tuple[str, ...] = (),
        default: bool = False,
    ) -> Receipt:
        """Return a receipt; of the questions in `asks` only those of the rule count.

        `default`: the answer rests on the part of the rule that the system's document leaves out
        (for rules stated in part).
        """
        rules, entry = self.scene.rules, self.scene.rules.rules[rule]
        questions = tuple(name for name in asks if name in entry.questions)
        default = default and entry.basis == "part"
        return rules.cite(rule, label, value, *parts, questions=questions, default=default)


def going_of(scene: Scene, mover: Creature, manner: Manner) -> MoveRequest:
    """Return the mover with its footing. Refusals: those of `check_manner` in `footing`."""
    return MoveRequest(scene, mover, manner, footing(scene, mover, manner))
