"""Falls of creatures from the air (C-144 to C-151), and places beside a mount."""

from __future__ import annotations

from core.combat.air.falls import FallResult, fall
from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.ending import may_end
from core.dice import Question
from core.messages import Message
from core.play.fight.combatants import find, named, sheet
from core.play.fight.health import damaged
from core.play.fight.moves.events import Fell
from core.play.fight.turns.events import ConditionBegan
from core.play.lasting import Lasting
from core.play.resolution import Resolution
from core.play.state import State
from core.values import replace


def afoot(state: State, rider: Creature) -> Creature:
    """Return the rider with its own space, off its mount."""
    being = find(state, rider.id)
    return replace(rider, rides="", space=None if being is None else sheet(being).space)


def beside(scene: Scene, walker: Creature, mount: Block) -> tuple[Square, ...]:
    """Return the free places next to a mount, in reading order."""
    side = scene.space(walker)
    ground = scene.with_creatures(walker)
    around = (
        Square(x, y)
        for y in range(mount.y - side, mount.y + mount.side + 1)
        for x in range(mount.x - side, mount.x + mount.side + 1)
    )
    return tuple(
        at
        for at in around
        if not Block(*at, side).overlaps(mount)
        and scene.field.contains(Block(*at, side))
        and may_end(ground, replace(walker, at=at), at).legal
    )


PRONE = "prone"


def tumble(
    resolution: Resolution, who: str, height: int, *, soft: bool = False, deliberate: bool = False
) -> bool:
    """Let `who` fall `height` squares, take the damage and land prone.

    Return False when its dice are still to be asked; nothing has happened then. The caller calls
    `core.play.fight.turns.dying.drops`. Refusal "negative_height".
    """
    found = fall(resolution.rules, height, soft=soft, deliberate=deliberate)
    points, faces = (
        (found.damage, ()) if found.damage is not None else _rolled(resolution, who, found)
    )
    if points is None:
        return False
    resolution.explain(found.receipt)
    resolution.emit(Fell(who, height, soft))
    being = find(resolution.state, who)
    if points and being is not None:
        resolution.emit(damaged(being, points, resolution.rules, faces=faces, cause="fall"))
    if found.prone:
        lie_down(resolution, who)
    return True


def lie_down(resolution: Resolution, who: str) -> None:
    """Make `who` prone unless it is."""
    being = find(resolution.state, who)
    if being is not None and all(one.name != PRONE for one in being.lasting):
        resolution.emit(ConditionBegan(who, Lasting(PRONE)))


def _rolled(
    resolution: Resolution, who: str, found: FallResult
) -> tuple[int | None, tuple[int, ...]]:
    if found.dice in ("", "0"):
        return 0, ()
    fight = resolution.state.fight
    at = "" if fight is None else f"{fight.id}/round-{fight.round}"
    label = Message("{who} falls: damage", who=named(resolution.state, who))
    outcome = resolution.ask(Question(f"fall/{at}/{who}", label, who, dice=found.dice))
    if outcome is None:
        return None, ()
    return max(0, outcome.total), outcome.faces
