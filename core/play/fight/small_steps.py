"""The small step of a turn: where it leads, and whether it provokes."""

from __future__ import annotations

from core.combat.board.scene import Manner
from core.combat.board.squares import Square
from core.combat.search.reach import reachable
from core.combat.threat.opportunities import provokes
from core.creatures import Mode
from core.messages import Refusal
from core.play.facts.fight.moves.commands import Move
from core.play.fight.fight_scene import MoverScene
from core.play.fight.moves.intended_move import intend_move
from core.play.fight.turns.budget import left
from core.values import Struct, replace


class SmallSteps(Struct):
    """The places that a creature reaches by a small step, if it has one left (C-034, C-108)."""

    mover_scene: MoverScene
    manner: Manner
    squares: tuple[Square, ...] = ()

    def provokes_nobody(self, square: Square) -> bool:
        """Whether the step to one of the places lets nobody strike."""
        mover = self.mover_scene.mover
        path = (mover.at, square)
        return not provokes(self.mover_scene.scene, mover, path, self.manner).opportunities


def small_steps(mover_scene: MoverScene, creature_id: str, mode: Mode) -> SmallSteps:
    """Return the small steps of a creature in this mode: none of who lies, or has none left."""
    scene = mover_scene.scene
    mover = mover_scene.mover
    action = scene.combat.mechanisms.small_step
    none = SmallSteps(mover_scene, Manner(action=action))
    if scene.has(mover, "prone"):
        return none
    try:
        if not left(mover_scene.state, mover_scene.assets, mover.id).step:
            return none
        asked = intend_move(mover_scene, Move(creature_id, action=action, mode=mode))
        manner = replace(asked.manner(), ends_here=True)
        squares = reachable(asked.ground, mover, manner).squares
    except Refusal:
        return none
    return SmallSteps(mover_scene, manner, tuple(squares))
