"""The receipt of a movement: a part for each step, what stops it, and where it stops."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.board.places import called
from core.combat.board.squares import DIRECTIONS
from core.combat.movement.going import Going
from core.combat.movement.occupants import bearer
from core.combat.movement.reasons import end_reason
from core.combat.movement.walked import Walked
from core.combat.movement.why.measuring import own_space
from core.combat.movement.why.refusing import refused_receipt
from core.combat.movement.why.stepping import step_receipt
from core.combat.movement.why.stopping import stop_receipt
from core.messages import N_, Message
from core.quantities import Squares
from core.receipts import Receipt

BEYOND_THE_MAP = {"plain": "C-143", "main_direction": "C-123", "wind": "C-134"}
"""The rule of what flight costs beyond the flat map, by the mechanism of flight."""
SWIMMING = {"main_direction": "C-130", "wind": "C-140"}
"""The rule of the swim speed, by the mechanism of flight: the system that has a text on it."""

SURFACES = {"narrow_surface": "C-048", "uneven_ground": "C-049", "incline": "C-050"}
"""The rule of a surface by the condition of one who is on it."""


def move_receipt(going: Going, walked: Walked, reason: str) -> Receipt:
    """The receipt of a movement that came out with `reason` ("ok" and "minimum_move" = legal)."""
    parts = [*_circumstances(going), *_steps(going, walked)]
    if walked.reason:
        parts.append(refused_receipt(going, walked))
    else:
        parts += _budget(going, walked)
        if going.manner.ends_here and reason != "budget":
            last = walked.path[-1]
            parts.append(stop_receipt(going, last, end_reason(going, last)))
    label = Message(N_("{creature} from {start} to {end}"), creature=called(going.mover),
                    start=str(walked.path[0]), end=str(walked.path[-1]))  # fmt: skip
    if walked.reason:
        return going.cite("G-5", label, Message(N_("cannot be made")), *parts)
    return going.cite("G-5", label, Squares(walked.cost), *parts)


def _circumstances(going: Going) -> Iterator[Receipt]:
    scene, manner = going.scene, going.manner
    mount = bearer(scene, going.mover)
    yield from own_space(scene, mount)
    riders = tuple(called(other) for other in scene.creatures if other.rides == mount.id)
    if riders:
        label = Message(N_("{creature} carries"), creature=called(mount))
        yield going.cite("C-257", label, riders)
    yield from _surfaces(going)
    yield from _mode(going)
    if manner.squeeze and not going.foot.squeezes:
        yield going.cite("C-085", Message(N_("squeezing")), Message(N_("is done off the grid")))
    if manner.diagonals_before:
        label = Message(N_("diagonals made before"))
        if scene.combat.mechanisms.diagonals == "per_turn":
            yield going.cite("C-024", label, manner.diagonals_before)
        elif manner.goes_on:
            label = Message(N_("diagonals of the same movement before"))
            yield going.cite("C-023", label, manner.diagonals_before)
        else:
            says = Message(N_("the count starts afresh"))
            yield going.cite("C-023", label, says, asks=("QC-23",))


def _surfaces(going: Going) -> Iterator[Receipt]:
    for name in bearer(going.scene, going.mover).conditions:
        rule = SURFACES.get(name)
        if rule is None or going.scene.rules.rules[rule].basis == "absent":
            continue
        label = Message(N_("narrow, uneven or steep surface"))
        needs = N_("needs Climb") if rule == "C-050" else N_("needs the Balance action")
        yield going.cite(rule, label, Message(needs))


def _mode(going: Going) -> Iterator[Receipt]:
    flight = going.scene.combat.mechanisms.flight
    if going.manner.mode == "fly":
        says = Message(N_("climbing and turning are not counted on the flat map"))
        yield going.cite(BEYOND_THE_MAP[flight], Message(N_("flying, simplified")), says)
    elif going.manner.mode == "swim":
        water = going.cite(
            "C-045", Message(N_("deep water")), Message(N_("for swimmers and flyers"))
        )
        parts = [water]
        if flight in SWIMMING:
            label = Message(N_("swim speed"))
            parts.append(going.cite(SWIMMING[flight], label, Message(N_("needs no check"))))
        label = Message(N_("swimming: water only, 1 each"))
        yield going.cite("C-131", label, Squares(1), *parts)


def _steps(going: Going, walked: Walked) -> Iterator[Receipt]:
    hampered = False
    for step in walked.steps:
        yield step_receipt(going, step, after_hampered=hampered)
        dx, dy = DIRECTIONS[step.direction]
        hampered = hampered or bool(dx and dy and step.price.weight)


def _budget(going: Going, walked: Walked) -> Iterator[Receipt]:
    # C-154, C-156
    budget = going.manner.budget
    if budget is None:
        return
    parts = []
    if walked.cost > budget and len(walked.steps) == 1:
        parts.append(_minimum(going))
    yield going.cite("C-009", Message(N_("squares that may be spent")), Squares(budget), *parts)


def _minimum(going: Going) -> Receipt:
    label = Message(N_("minimum movement"))
    if going.scene.combat.mechanisms.minimum_move != "one_square":
        return going.cite("C-156", label, Message(N_("there is none")))
    if not going.manner.full_round:
        says = Message(N_("takes the whole round"))
        return going.cite("C-154", label, says)
    provokes = going.cite("C-155", Message(N_("it is no 1.5 m step")), Message(N_("it provokes")))
    return going.cite("C-154", label, Message(N_("one square, whatever it costs")), provokes)
