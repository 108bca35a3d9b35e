"""The spaces that a mover's own would meet, and the rule that opens or closes each."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.board_creatures import Creature
from core.combat.board.places import called
from core.combat.board.squares import Square
from core.combat.movement.move_request import MoveRequest
from core.combat.movement.occupants import Right
from core.combat.movement.passage import ON_THE_GROUND
from core.messages import Message
from core.receipts import Receipt


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
        right.rule, space_label(other), Message(right.says), *parts,
        asks=tuple(name for name, so in rests.items() if so), default=right.closed == "ally_charge",
    )  # fmt: skip


def _body(going: MoveRequest, right: Right, doubled: bool) -> Iterator[Receipt]:
    # G-5
    if not right.hampers or going.adding:
        return
    asks = ("QC-19",) if going.scene.combat.mechanisms.bodies == "large" else ()
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
    apart = Message("sizes apart, {least} or more would let one pass",
                    least=scene.combat.measures.passing_sizes)  # fmt: skip
    yield going.cite("C-074" if going.willing else "C-065", apart, abs(mine.rank - theirs.rank))
    if going.willing and (scene.has(other, "fallen") or scene.has(other, "prone")):
        yield _lying(going, other, larger=theirs.rank > mine.rank)
    if going.foot.squeezes:
        label = Message("squeezing past an enemy")
        opens = Message("opens no closed square")
        yield going.cite("C-080", label, opens, asks=("QC-20",))
    if not going.willing and going.manner.action == "charge":
        yield going.cite("C-062", "overrunning an enemy in a charge",
                         Message("is resolved at the table"))  # fmt: skip


def _lying(going: MoveRequest, other: Creature, *, larger: bool) -> Receipt:
    label = Message("{creature} lies there", creature=called(other))
    if not larger:
        return going.cite("C-071", label, Message("but is unwilling"), asks=("QC-36",))
    climbing = going.cite("C-073", "climbing onto a bigger body",
                          Message("only if the GM says so"))  # fmt: skip
    return going.cite("C-071", label, Message("but is larger"), climbing)
