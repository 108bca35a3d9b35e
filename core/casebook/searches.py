"""The kinds cheapest and reachable_count."""

from __future__ import annotations

from core.casebook.answers import Answer
from core.casebook.case_boards import creature_of, square_of
from core.casebook.case_kinds import SceneKind, scene_kind
from core.casebook.movement_cases import MANNER, manner_of
from core.combat.board.scene import Scene
from core.combat.movement.heights import met
from core.combat.search.reach import cheapest, reachable
from core.files import Keys

MOST_LISTED = 30
"""The most squares that are listed by name."""


def _cheapest(given: Keys, scene: Scene) -> Answer:
    mover, to = creature_of(given, "mover", scene), square_of(given, "to", scene)
    found = cheapest(met(scene, mover), mover, to, manner_of(given, scene))
    answer = Answer()
    answer.fields(found, "reachable cost" if found.reachable else "reachable", found.receipt)
    return answer


def _reachable_count(given: Keys, scene: Scene) -> Answer:
    given.need("budget")
    mover = creature_of(given, "mover", scene)
    found = reachable(met(scene, mover), mover, manner_of(given, scene))
    answer = Answer()
    answer.fields(found, "count", found.receipt)
    if found.count <= MOST_LISTED:
        answer.put("squares", [str(square) for square in found.squares], found.receipt)
    return answer


KINDS: tuple[SceneKind, ...] = (
    scene_kind("cheapest", f"mover to {MANNER}", "reachable cost", _cheapest),
    scene_kind("reachable_count", f"mover {MANNER}", "count squares", _reachable_count),
)
