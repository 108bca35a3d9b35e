"""Movement without gravity, where the switch `weightless` is on: pushing off, and drifting on.

By the open rules of science fiction: who has no fly speed and no handholds pushes off from
something solid, with a move action, at half speed and straight. It goes on in that direction, as
far again, as each of its turns begins, until something stops it.
"""

from __future__ import annotations

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Block, Square, apart
from core.combat.movement.moves import move
from core.combat.movement.stops import may_end
from core.messages import Message, Refusal
from core.play.facts.encounter import Drift
from core.play.facts.fight.combatants import figure_of, name_combatant
from core.play.facts.fight.turns.events import Drifted
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import MoverScene, find_mover_scene
from core.play.fight.health import house
from core.play.resolution import Resolution
from core.rulesets.schema import Ruleset
from core.values import replace

FLOATS = Manner(action="forced", mode="fly")


def is_weightless(state: State, rules: Ruleset) -> bool:
    """Whether creatures push off and drift in the fight that is played."""
    fight = state.fight
    return fight is not None and fight.gravity == "zero" and rules.switch("weightless")


def touches_solid(scene: Scene, creature: Creature) -> bool:
    """Whether a creature has something to push off from.

    The deck, solid ground or a wall beside it, or a larger creature.
    """
    body = scene.body(creature)
    if creature.elevation <= 0 or scene.field.is_beside_solid(body):
        return True
    wide = Block(body.x - 1, body.y - 1, body.side + 2)
    return any(
        scene.size(other).rank > scene.size(creature).rank
        and wide.overlaps(scene.body(other))
        and not apart(body.side, scene.body(other).side, (creature.elevation, other.elevation))
        for other in scene.creatures
        if other.id != creature.id and not scene.paired(creature, other)
    )


def drift_of(start: Square, end: Square, rise: int) -> Drift | None:
    """Return the drift of a push-off from `start` to `end`, or None where that is not straight."""
    dx = end.x - start.x
    dy = end.y - start.y
    squares = max(abs(dx), abs(dy), abs(rise))
    if not squares or any(abs(part) not in (0, squares) for part in (dx, dy, rise)):
        return None
    return Drift(dx // squares, dy // squares, rise // squares, squares)


def drift_on(resolution: Resolution, creature_id: str) -> None:
    """Let a creature that drifts go on as its turn begins, until something is in its way."""
    figure = figure_of(resolution.state, creature_id)
    if figure is None or figure.drift is None or not figure.at:
        return
    if not is_weightless(resolution.state, resolution.rules):
        resolution.emit(Drifted(creature_id, (figure.at,), figure.elevation, stops=True))
        return
    path, height, stops = _drifts(resolution.state, resolution.assets, creature_id, figure.drift)
    label = Message("{who} drifts, in squares", who=name_combatant(resolution.state, creature_id))
    resolution.explain(house(resolution.rules, label, len(path) - 1))
    resolution.emit(Drifted(creature_id, tuple(map(str, path)), height, stops=stops))


def _drifts(
    state: State, assets: Assets, creature_id: str, drift: Drift
) -> tuple[tuple[Square, ...], int, bool]:
    # The way, the height at its end, and whether something stopped it.
    moving_scene = find_mover_scene(state, assets, creature_id)
    path = [moving_scene.mover.at]
    height = moving_scene.feet
    for _ in range(drift.squares):
        following = path[-1].by(drift.dx, drift.dy)
        above = height + drift.dz
        if above < 0 or not _is_free(moving_scene, path[-1], following, max(height, above)):
            return tuple(path), height, True
        path.append(following)
        height = above
    return tuple(path), height, False


def _is_free(mover_scene: MoverScene, start: Square, end: Square, height: int) -> bool:
    limp = replace(mover_scene.mover, at=start, conditions=())
    mover_scene = replace(mover_scene, scene=mover_scene.scene.with_creatures(limp), mover=limp)
    scene = mover_scene.level(height)
    side = scene.space(limp)
    if not scene.field.contains(Block(*end, side)):
        return False
    try:
        moved = move(scene, limp, (start, end), FLOATS)
    except Refusal:
        return False
    return moved.cost is not None and may_end(scene, limp, end, FLOATS).legal


def refuse_push(mover_scene: MoverScene, action: str, name: str) -> None:
    """Refuse any movement but a push-off, and one from nowhere.

    Refusals: "weightless", "nothing_to_push".
    """
    if action != "move":
        raise Refusal(
            "weightless",
            "{who} has no weight here and can only push off: move in a straight line, climb by "
            "handholds or fly (p).",
            who=name,
        )
    if not touches_solid(mover_scene.scene, mover_scene.mover):
        raise Refusal(
            "nothing_to_push",
            "{who} floats: nothing solid is beside it to push off from.",
            who=name,
        )
