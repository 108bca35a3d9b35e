"""The scene from the mover's side."""

from __future__ import annotations

from collections.abc import Collection

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.movement.footing import level
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.combatants import fight_of, find, named, sheet
from core.play.fight.encounter import Figure
from core.play.fight.fight_scene import on_board, scene_of
from core.play.state import State
from core.rulesets.bodies import Effect
from core.values import Struct, replace

UNABLE: tuple[Effect, ...] = ("cannot_move", "acts_not")


class MoverScene(Struct):
    """A scene with its mover (the mount of a rider); `named` is the id that the GM named.

    `scene` has the mover at its full size even if it squeezes; `figure` is the mover's.
    """

    scene: Scene
    mover: Creature
    figure: Figure
    named: str

    @property
    def feet(self) -> int:
        """The height of the mover, in squares."""
        return self.mover.elevation

    def level(self, feet: int, keep: Collection[str] = ()) -> Scene:
        """Return the scene with only those whom the mover would meet at this height, and `keep`."""
        return level(self.scene, self.mover, feet, keep)


def mover_scene(state: State, assets: Assets, who: str, scene: Scene | None = None) -> MoverScene:
    """Return the scene for a movement of `who`. Refusals: those of `scene_of` and `on_board`."""
    fight = fight_of(state)
    scene = scene_of(state, assets, fight) if scene is None else scene
    creature = on_board(scene, state, fight, who)
    mover = scene.by_id.get(creature.rides, creature) if creature.rides else creature
    figure = fight.figure(mover.id)
    if figure is None:
        raise Refusal("not_on_board", "{who} is not on the board.", who=named(state, who))
    if mover.behind:
        being = find(state, mover.id)
        mover = replace(mover, space=None if being is None else sheet(being).space, behind=())
        scene = scene.with_creatures(mover)
    return MoverScene(scene, mover, figure, who)


def refuse_unable(state: State, stage: MoverScene) -> None:
    """Raise Refusal "cannot_move" for a creature that cannot move by itself."""
    if any(stage.scene.has(stage.mover, effect) for effect in UNABLE):
        who = named(state, stage.mover.id)
        raise Refusal("cannot_move", "{who} cannot move now.", who=who)
