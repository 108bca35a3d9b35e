"""The creatures of a pack that can move, and their reach."""

from __future__ import annotations

from core.combat.board.board_creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.search.reach import Reach, reachable
from core.combat.threat.flanking import may_flank
from core.combat.threat.provoke import along
from core.combat.threat.threateners import Threateners
from core.creatures import Mode
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.mover_scene import MoverScene, mover_scene, refuse_unable
from core.play.fight.moves.commands import Move
from core.play.fight.moves.move_budget import budget_of, usual_mode
from core.play.fight.moves.planned_move import manner_of
from core.play.fight.opportunities import used_up
from core.play.state import State
from core.values import Struct, replace


class Packer(Struct):
    """One creature of a pack, and its reach when the others are out of its way.

    `first` are the squares that the next action buys, after which it may still attack.
    """

    stage: MoverScene
    mode: Mode
    reached: Reach
    used: frozenset[str]
    first: int

    @property
    def may_flank(self) -> bool:
        """Whether it has the reach to flank (C-209)."""
        return may_flank(self.stage.scene, self.mover)

    @property
    def id(self) -> str:
        """The id that the GM named."""
        return self.stage.named

    @property
    def mover(self) -> Creature:
        """The creature that moves: the mount of a rider."""
        return self.stage.mover

    @property
    def ends(self) -> int:
        """The anchors where it may end, its own included, as bits."""
        return self.reached.ends | self.stage.scene.field.bit(self.mover.at)

    def cost(self, at: Square) -> int:
        """Return the cost in squares to one of them."""
        return 0 if at == self.mover.at else self.reached.cost(at) or 0

    def body(self, at: Square) -> Block:
        """Return its space there."""
        return Block(*at, self.stage.scene.space(self.mover))

    def strikes(self, at: Square) -> int:
        """Return the number of strikers on the way there."""
        if at == self.mover.at:
            return 0
        lookout = Threateners(self.stage.scene, self.mover, self.reached.manner, self.used)
        found = along(lookout, self.reached.path(at)).opportunities
        return sum(one.by not in self.used for one in found)


def packers(
    state: State, assets: Assets, scene: Scene, who: tuple[str, ...]
) -> tuple[tuple[Packer, ...], tuple[str, ...]]:
    """Return those who can move, and the ids of those who cannot. Refusal "unknown_creature"."""
    found, unable = [], []
    for id in who:
        try:
            found.append(_packer(state, assets, scene, id, who))
        except Refusal as refusal:
            if refusal.code == "unknown_creature":
                raise
            unable.append(id)
    return tuple(found), tuple(unable)


def _packer(state: State, assets: Assets, scene: Scene, id: str, who: tuple[str, ...]) -> Packer:
    stage = mover_scene(state, assets, id, scene)
    refuse_unable(state, stage)
    mode = usual_mode(state, assets, id)
    purse = budget_of(state, assets, stage.scene, stage.figure, "move", mode)
    manner = manner_of(stage, Move(id, mode=mode), purse, purse.left)
    away = [other for other in who if other != id]
    ground = stage.level(stage.feet)
    free = tuple(one for one in ground.creatures if one.id not in away)
    alone = replace(ground, creatures=free)
    reached = reachable(alone, stage.mover, replace(manner, ends_here=True))
    each, left = purse.each or 0, purse.left or 0
    first = left - purse.free * each or each
    return Packer(stage, mode, reached, used_up(state, assets, stage), first)
