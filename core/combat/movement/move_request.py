"""A mover, its manner and all that decides its steps: the spaces it meets and who opens them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.combat.board.scene import Creature, Manner, Scene, called
from core.combat.board.squares import Block, Square
from core.combat.movement.footing import Footing, footing
from core.combat.movement.occupants import Right
from core.combat.movement.step_sets import ON_THE_GROUND
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
        /,
        *parts: Receipt,
        asks: str = "",
        default: bool = False,
        **values: Value,
    ) -> Receipt:
        """Return a receipt; of the questions in `asks` only those of the rule count.

        `default`: the answer rests on the part of the rule that the system's document leaves out
        (for rules stated in part).
        """
        rules, entry = self.scene.rules, self.scene.rules.rules[rule]
        questions = " ".join(name for name in asks.split() if name in entry.questions)
        default = default and entry.basis == "part"
        said = Message(label, **values) if isinstance(label, str) else label
        return rules.cite(rule, said, value, *parts, questions=questions, default=default)


def going_of(scene: Scene, mover: Creature, manner: Manner) -> MoveRequest:
    """Return the mover with its footing. Refusals: those of `check_manner` in `footing`."""
    return MoveRequest(scene, mover, manner, footing(scene, mover, manner))


def met(going: MoveRequest, at: Square) -> Iterator[tuple[Creature, Right]]:
    """Yield the creatures whose spaces the mover's new space meets, by the order of the scene."""
    under = going.under(at)
    for other, right in going.foot.occupants.rights:
        if under & going.scene.taken(other):
            yield other, right


def open_spaces(going: MoveRequest, at: Square, *, stops: bool = False) -> Iterator[Receipt]:
    """Yield the rule that opens each space entered, and the body that hampers (C-056, C-068).

    `stops`: for a stopping place, which no body makes dearer.
    """
    doubled = False
    for other, right in met(going, at):
        if not right.closed:
            bodies = () if stops else _body(going, right, doubled)
            yield _space(going, other, right, *bodies)
            doubled = doubled or right.hampers


def closed_spaces(going: MoveRequest, at: Square) -> Iterator[Receipt]:
    """Yield each creature that closes a space, the rule, and the rules that do not open it."""
    for other, right in met(going, at):
        if right.closed:
            parts = _not_opened(going, other) if right.closed == "occupied" else ()
            yield _space(going, other, right, *parts)


def space_label(other: Creature) -> Message:
    """Return the label of the space of a creature."""
    return Message("the space of {creature}", creature=called(other))


def _space(going: MoveRequest, other: Creature, right: Right, *parts: Receipt) -> Receipt:
    has, friends = going.scene.has, going.scene.bearer(going.mover).side == other.side
    rests = {
        "QC-28": True,
        "QC-36": right.closed and has(other, "cannot_move") and not has(other, "fallen"),
        "QC-41": not (has(other, "helpless") or has(other, "dead")),
        "QC-43": right.shared and friends and going.manner.action == "charge",
        "QC-48": has(other, "defenceless"),
    }  # fmt: skip
    return going.cite(
        right.rule,
        space_label(other),
        Message(right.says),
        *parts,
        asks=" ".join(name for name, so in rests.items() if so),
        default=right.closed == "ally_charge",
    )


def _body(going: MoveRequest, right: Right, doubled: bool) -> Iterator[Receipt]:
    # G-5
    if not right.hampers or going.adding:
        return
    asks = "QC-19" if going.scene.combat.mechanisms.bodies == "large" else ""
    label, mode = Message("a big body counts double"), going.manner.mode
    if mode not in ON_THE_GROUND:
        yield going.cite("C-044", label, Message("{mode}: ignored", mode=mode))
    elif doubled:
        yield going.cite("C-060", label, Message("counted already"), asks=asks)
    else:
        yield going.cite("C-060", label, Message("one more doubling"), asks=asks)


def _not_opened(going: MoveRequest, other: Creature) -> Iterator[Receipt]:
    scene = going.scene
    mine, theirs = scene.size(scene.bearer(going.mover)), scene.size(other)
    yield going.cite(
        "C-074" if going.willing else "C-065",
        "sizes apart, {least} or more would let one pass",
        abs(mine.rank - theirs.rank),
        least=scene.combat.measures.passing_sizes,
    )
    if going.willing and (scene.has(other, "fallen") or scene.has(other, "prone")):
        label = Message("{creature} lies there", creature=called(other))
        if theirs.rank > mine.rank:
            climbing = going.cite("C-073", "climbing onto a bigger body",
                                  Message("only if the GM says so"))  # fmt: skip
            yield going.cite("C-071", label, Message("but is larger"), climbing)
        else:
            yield going.cite("C-071", label, Message("but is unwilling"), asks="QC-36")
    if going.foot.squeezes:
        opens = Message("opens no closed square")
        yield going.cite("C-080", "squeezing past an enemy", opens, asks="QC-20")
    if not going.willing and going.manner.action == "charge":
        yield going.cite(
            "C-062", "overrunning an enemy in a charge", Message("is resolved at the table")
        )
