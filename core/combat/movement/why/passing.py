"""Receipts of the creatures in the way: by which rule a space is open or closed."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.creatures import Creature
from core.combat.board.places import called
from core.combat.board.squares import Square
from core.combat.movement.going import Going
from core.combat.movement.occupants import Because, Right, bearer
from core.combat.movement.passage import ON_THE_GROUND
from core.messages import N_, Message
from core.receipts import Receipt

D20: dict[Because, str] = {
    "fills_space": "C-066", "defenceless": "C-059", "friend": "C-056", "tiny": "C-064",
    "sizes": "C-065", "tumble": "C-063", "able": "C-058", "fallen": "C-059",
    "squeezed": "C-080",
}  # fmt: skip
WILLING: dict[Because, str] = {
    "fills_space": "C-066", "fallen": "C-071", "friend": "C-068", "tiny": "C-075",
    "sizes": "C-074", "tumble": "C-068", "able": "C-068", "defenceless": "C-071",
    "squeezed": "C-080",
}  # fmt: skip
SAYS: dict[Because, str] = {
    "fills_space": N_("fills its space: nobody passes"),
    "defenceless": N_("defenceless: may be crossed and stopped on"),
    "fallen": N_("lies there and is no larger: the space may be shared"),
    "friend": N_("a friend: may be crossed"),
    "tiny": N_("open to the very small, who may also stop there"),
    "sizes": N_("three sizes apart: may be crossed"),
    "tumble": N_("open to a successful acrobatic check"),
    "squeezed": N_("an enemy: one squeezes past, and does not stop there"),
    "able": N_("an enemy: closed"),
}


def met(going: Going, at: Square) -> Iterator[tuple[Creature, Right]]:
    """The creatures whose spaces the mover's new space meets."""
    under = going.under(at)
    for other, right in going.foot.occupants.rights:
        if under & going.scene.taken(other):
            yield other, right


def passed(going: Going, at: Square, *, stops: bool = False) -> Iterator[Receipt]:
    """By which rule each space that is entered is open, and which body hampers (C-056, C-068).

    `stops`: it is asked for a place to stop, which no body makes dearer.
    """
    doubled = False
    for other, right in met(going, at):
        if not right.closed:
            bodies = () if stops else _body(going, right, doubled)
            yield going.cite(
                _rule(going, right), _label(other), Message(SAYS[right.because]), *bodies,
                asks=_questions(going, other, right),
            )  # fmt: skip
            doubled = doubled or right.hampers


def in_the_way(going: Going, at: Square) -> Iterator[Receipt]:
    """Who closes a space, and by which rule; also which rule does not open it."""
    for other, right in met(going, at):
        if not right.closed:
            continue
        if right.closed == "ally_charge":
            says = Message(N_("a friend: no charge passes through it"))
        else:
            says = Message(SAYS[right.because])
        parts = _not_opened(going, other) if right.because == "able" else ()
        yield going.cite(
            _rule(going, right), _label(other), says, *parts,
            asks=_questions(going, other, right), default=right.closed == "ally_charge",
        )  # fmt: skip


def _rule(going: Going, right: Right) -> str:
    return (WILLING if going.willing else D20)[right.because]


def _label(other: Creature) -> Message:
    return Message(N_("the space of {creature}"), creature=called(other))


def _questions(going: Going, other: Creature, right: Right) -> tuple[str, ...]:
    has, friends = going.scene.has, bearer(going.scene, going.mover).side == other.side
    upright = not has(other, "fallen")
    stunned = not (has(other, "helpless") or has(other, "dead"))
    found = {
        "QC-28": right.because == "tumble",
        "QC-36": right.because == "able" and upright and has(other, "cannot_move"),
        "QC-41": right.because == "defenceless" and stunned,
        "QC-43": right.because == "defenceless" and friends and going.manner.action == "charge",
        "QC-48": right.because == "fills_space" and has(other, "defenceless"),
    }  # fmt: skip
    return tuple(name for name, rests in found.items() if rests)


def _body(going: Going, right: Right, doubled: bool) -> Iterator[Receipt]:
    # G-5
    if not right.hampers or going.adding:
        return
    asks = ("QC-19",) if going.scene.combat.mechanisms.bodies == "large" else ()
    label, mode = Message(N_("a big body counts double")), going.manner.mode
    if mode not in ON_THE_GROUND:
        yield going.cite("C-044", label, Message(N_("{mode}: ignored"), mode=mode))
    elif doubled:
        yield going.cite("C-060", label, Message(N_("counted already")), asks=asks)
    else:
        yield going.cite("C-060", label, Message(N_("one more doubling")), asks=asks)


def _not_opened(going: Going, other: Creature) -> tuple[Receipt, ...]:
    scene = going.scene
    mine, theirs = scene.size(bearer(scene, going.mover)), scene.size(other)
    apart = Message(N_("sizes apart, {least} or more would let one pass"),
                    least=scene.combat.measures.passing_sizes)  # fmt: skip
    found = [going.cite("C-074" if going.willing else "C-065", apart, abs(mine.rank - theirs.rank))]
    if going.willing and (scene.has(other, "fallen") or scene.has(other, "prone")):
        found.append(_lying(going, other, larger=theirs.rank > mine.rank))
    if going.foot.squeezes:
        label = Message(N_("squeezing past an enemy"))
        opens = Message(N_("opens no closed square"))
        found.append(going.cite("C-080", label, opens, asks=("QC-20",)))
    if not going.willing and going.manner.action == "charge":
        found.append(going.cite("C-062", Message(N_("overrunning an enemy in a charge")),
                              Message(N_("is resolved at the table"))))  # fmt: skip
    return tuple(found)


def _lying(going: Going, other: Creature, *, larger: bool) -> Receipt:
    label = Message(N_("{creature} lies there"), creature=called(other))
    if not larger:
        return going.cite("C-071", label, Message(N_("but is unwilling")), asks=("QC-36",))
    climbing = going.cite("C-073", Message(N_("climbing onto a bigger body")),
                        Message(N_("only if the GM says so")))  # fmt: skip
    return going.cite("C-071", label, Message(N_("but is larger")), climbing)
