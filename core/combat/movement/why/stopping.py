"""Receipts of a place to stop: why it is one, or not."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.places import called, first, wall_between
from core.combat.board.squares import Block, Square
from core.combat.movement.going import Going
from core.combat.movement.occupants import bearer
from core.combat.movement.why.passing import SAYS, met
from core.combat.movement.why.passing import passed as allowed
from core.messages import N_, Message
from core.receipts import Receipt

YES, NO = N_("one may stop"), N_("one may not stop")


def stop_receipt(going: Going, at: Square, reason: str) -> Receipt:
    """The receipt of stopping at an anchor; `reason` is "" where it is allowed.

    Rules: C-040, C-044, C-045, C-055, C-061, C-067, C-069.
    """
    label = Message(N_("stopping at {square}"), square=str(at))
    match reason:
        case "blocked":
            return _blocked(going, at, label)
        case "obstacle_end":
            on = first(going.scene.field, going.under(at) & going.scene.field.no_stop)
            why = Message(N_("the obstacle at {square} is no place to stop"), square=str(on))
            return going.cite("C-040", label, why, asks=("QC-25",))
        case "end_full":
            return going.cite(
                "C-067", label, Message(N_("there is no room left")), *_crowd(going, at)
            )
        case "end_occupied":
            return going.cite(_rule(going), label, Message(NO), *_taken(going, at))
    return going.cite("C-044", label, Message(YES), *_shared(going, at))


def _rule(going: Going) -> str:
    return "C-069" if going.willing else "C-061"


def _blocked(going: Going, at: Square, label: Message) -> Receipt:
    field, under = going.scene.field, going.under(at)
    if not going.foot.passage.fits & going.bit(at):
        return going.cite("C-008", label, Message(N_("it is not wholly on the map")))
    if under & field.solid:
        on = str(first(field, under & field.solid))
        ghost = going.manner.mode == "incorporeal"  # no document has it stop short of solid matter
        says = Message(N_("{square} is solid"), square=on)
        return going.scene.rules.cite("C-044", label, says, default=ghost)
    wall = wall_between(field, going.foot.passage.side, (at,))
    if wall and going.manner.mode != "incorporeal":
        return going.cite("C-055", label, Message(N_("the wall {border} is inside"), border=wall))
    return going.cite(
        "C-045", label, Message(N_("{mode}: not on this ground"), mode=going.manner.mode)
    )


def _taken(going: Going, at: Square) -> Iterator[Receipt]:
    for other, right in met(going, at):
        if right.closed or not right.shared:
            label = Message(N_("the space of {creature}"), creature=called(other))
            yield going.cite(_rule(going), label, Message(SAYS[right.because]))


def _shared(going: Going, at: Square) -> Iterator[Receipt]:
    there = tuple(met(going, at))
    if there:
        says = N_("with others there")
        them = allowed(going, at, stops=True)
        yield going.cite(_rule(going), Message(says), Message(YES), *them)
        if going.manner.next_move_action and going.willing:
            label = Message(N_("another move action leaves at once"))
            yield going.cite("C-069", label, Message(YES))
        yield from _crowd(going, at)


def _crowd(going: Going, at: Square) -> Iterator[Receipt]:
    # C-067
    scene = going.scene
    mine = scene.size(bearer(scene, going.mover)).share
    small = [other for other, _ in met(going, at) if scene.size(other).share]
    if not mine or not small:
        return
    taken = max(
        sum(scene.size(other).share for other in small if scene.body(other).overlaps(square))
        for square in (Block(*square, 1) for square in going.space(at).squares())
    )
    label = Message(N_("hundredths of a square taken up, {most} at most"),
                    most=scene.combat.measures.crowd)  # fmt: skip
    parts = {scene.size(other).share for other in small} | {mine}
    yield going.cite("C-067", label, taken + mine, asks=("QC-44",) if len(parts) > 1 else ())
