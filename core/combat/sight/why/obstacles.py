"""Receipts of what stands near the lines: low obstacles and creatures, those that count or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from core.combat.board.creatures import Creature
from core.combat.board.places import called
from core.combat.board.scene import Scene
from core.combat.board.squares import Block
from core.combat.sight.asked import Asked
from core.combat.sight.between import grown, hull, meets_box
from core.combat.sight.low import Judged, as_blockers, judge, low_in
from core.combat.sight.sightlines import Line
from core.combat.sight.walls import Walls, field_walls
from core.messages import N_, Message
from core.quantities import Squares
from core.receipts import Receipt

Cuts: TypeAlias = Callable[[Walls], bool]
"""Whether these blockers alone cut any line that was looked at."""


def line_rule(line: Line, rule: str, *, low: str, creature: str = "") -> str:
    """The rule that decides a line: `rule` unless what cuts it has one of its own."""
    kinds = {blocker.what for blocker in line.blockers}
    if line.grazes or len(line.blockers) > 1:
        return "C-161"
    if "outside" in kinds:
        return "C-008"
    if kinds & {"low", "low_edge"}:
        return low
    return creature if creature and "creature" in kinds else rule


def low_receipts(
    scene: Scene, attackers: Sequence[Block], goal: Block, start: Block, cuts: Cuts
) -> Iterator[Receipt]:
    """The low obstacles on the lines, with their distances and what comes of them."""
    nothing = field_walls(scene.field).cleared()
    for low in low_in(scene.field, grown(scene, hull(start, goal))):
        if cuts(nothing.plus(*as_blockers((low,)))):
            found = judge(scene, low, attackers, goal)
            yield (
                _low_always(scene, found)
                if scene.combat.mechanisms.low_cover == "always"
                else _low_near(scene, found)
            )


def _low_always(scene: Scene, found: Judged) -> Receipt:
    name = found.low.name
    if found.verdict == "under":
        label = Message(N_("somebody stands on the low obstacle {name}"), name=name)
        return scene.rules.cite("C-185", label, Message(N_("no cover")))
    label = Message(N_("the low obstacle {name}"), name=name)
    return scene.rules.cite("C-185", label, Message(N_("cover")))


def _low_near(scene: Scene, found: Judged) -> Receipt:
    cite, name = scene.rules.cite, found.low.name
    off, near = Squares(found.from_attacker), Squares(found.from_target)
    if found.verdict == "under":
        label = Message(N_("somebody stands on the low obstacle {name}"), name=name)
        return cite("C-171", label, Message(N_("no cover")), default=True)
    if found.verdict == "far":
        label = Message(N_("the low obstacle {name} is too far from the target"), name=name)
        return cite("C-171", label, near)
    if found.verdict == "nearer":
        label = Message(
            N_("the attacker is nearer to the low obstacle {name} than its target"), name=name
        )
        apart = Message(N_("{off} against {near}"), off=off, near=near)
        reach = cite("C-171", Message(N_("from the target")), near)
        return cite("C-172", label, apart, reach)
    parts: tuple[Receipt, ...] = ()
    if found.from_attacker == found.from_target:
        label = Message(N_("the attacker is just as near, which is not enough to ignore it"))
        parts = (cite("C-172", label, off, questions=("QC-9",)),)
    edge = found.from_target == scene.combat.cover.low_near
    label = Message(N_("the low obstacle {name} is near enough to the target"), name=name)
    return cite("C-171", label, near, *parts, questions=("QC-8",) if edge else ())


def idle_receipts(asked: Asked, cuts: Cuts, corpses: str, companions: str) -> Iterator[Receipt]:
    """The creatures on the lines that are no cover: corpses, companions in the same space.

    `corpses` is the rule that leaves out the dead, `companions` that which leaves out whoever
    shares a space, riders and mounts apart (C-257).
    """
    scene, cite = asked.scene, asked.scene.rules.cite
    nothing = field_walls(scene.field).cleared()
    for creature in _near(asked):
        body = scene.body(creature)
        if not cuts(nothing.plus((body,))):
            continue
        if body.overlaps(asked.start) or body.overlaps(asked.goal):
            near = asked.attacker if body.overlaps(asked.start) else asked.target
            paired = scene.paired(creature, near)
            label = Message(
                N_("{who} shares the space of {other}"), who=called(creature), other=called(near)
            )
            yield cite("C-257" if paired else companions, label, Message(N_("no cover")))
        elif scene.has(creature, "dead"):
            label = Message(N_("{who} is dead"), who=called(creature))
            yield cite(corpses, label, Message(N_("no cover")))


def _near(asked: Asked) -> Iterator[Creature]:
    scene = asked.scene
    box = grown(scene, hull(asked.start, asked.goal))
    for creature in scene.creatures:
        if creature.id not in (asked.attacker.id, asked.target.id):
            body = scene.body(creature)
            if scene.field.contains(body) and meets_box(body, box):
                yield creature
