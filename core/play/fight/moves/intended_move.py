"""A movement that is wished for: its mover, the command, its budget, before a way is found."""

from __future__ import annotations

from functools import cached_property

from core.combat.board.scene import Creature, GridMode, Manner, Scene
from core.combat.board.squares import Block, Square, parse_square, union
from core.combat.movement.footing import moves_leading_block, moving_side, occupants, unseen_squares
from core.combat.movement.stops import may_end
from core.combat.threat.opportunities import KEPT
from core.creatures import Mode
from core.messages import Message, Refusal, Template
from core.play.facts.fight.combatants import name_combatant, someone
from core.play.facts.fight.moves.commands import Move
from core.play.fight.blows.feats import cite_feat
from core.play.fight.fight_scene import MoverScene, used_up
from core.play.fight.moves.narration import (
    DEEP_WATER,
    DRY,
    HAS_A_TOP,
    NO_FOOTING,
    ROCK,
    WET_EARTH,
    refused,
)
from core.play.fight.turns.budget import budget_of, leap_budget
from core.play.fight.turns.drift import is_weightless
from core.play.fight.turns.move_budget import CHARGE, MoveBudget
from core.play.fight.turns.moving_on import (
    has_spring_attack,
    rider_passing,
    struck_on_the_way,
)
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

ON_THE_GRID: dict[Mode, GridMode] = {
    "walk": "walk",
    "climb": "walk",
    "swim": "swim",
    "fly": "fly",
    "burrow": "burrow",
    "incorporeal": "incorporeal",
}
"""The movement on the map in each mode; a burrower passes under difficult ground."""
OFF = "off"
"""The goal of who leaves the board."""
WATERY: dict[Mode, str] = {"walk": DEEP_WATER, "burrow": WET_EARTH}
"""Why deep water is closed to these modes."""


class IntendedMove(Struct, dict=True):
    """A movement that is wished for: its mover in the scene, the command, and the budget."""

    mover_scene: MoverScene
    command: Move
    budget: MoveBudget

    @property
    def scene(self) -> Scene:
        """The scene with the mover at its full size."""
        return self.mover_scene.scene

    @property
    def ground(self) -> Scene:
        """The scene with only those whom it may meet at the higher of its two heights."""
        return self.mover_scene.level(max(self.mover_scene.feet, self.aim))

    @property
    def cleared(self) -> Scene:
        """The ground without those whose space is closed to it.

        Where its height changes, each step has to be held against them at its own height.
        """
        ground = self.ground
        rights = occupants(ground, self.mover, self.manner()).rights
        closed = {other.id for other, right in rights if right.closed}
        open_to_it = tuple(one for one in ground.creatures if one.id not in closed)
        return replace(ground, creatures=open_to_it)

    @property
    def mover(self) -> Creature:
        """The creature that moves: the mount of a rider."""
        return self.mover_scene.mover

    @property
    def who(self) -> str:
        """The name of the creature that the GM named."""
        return self.mover_scene.striker.name

    @property
    def aim(self) -> int:
        """The height in squares at which it ends."""
        if self.command.elevation is None:
            return self.mover_scene.feet
        return self.command.elevation

    @property
    def squeezes(self) -> bool:
        """Whether the leading block moves; never where squeezing is an activity off the grid."""
        return moves_leading_block(self.scene.combat, squeeze=self.command.squeeze)

    @property
    def side(self) -> int:
        """The side of the block that moves: the whole space, or the leading one (G-8)."""
        side = self.scene.space(self.mover)
        return moving_side(side, self.scene.combat, squeeze=self.command.squeeze)

    @property
    def charges_straight(self) -> bool:
        """Whether it is a charge that has to be straight (switch "charge_line")."""
        return charges_straight(self.scene.rules, self.command.action)

    @property
    def springs(self) -> bool:
        """Whether it is the first part of a spring attack, up to its blow (K-13)."""
        return makes_spring_attack(self.command)

    @property
    def rides_on(self) -> bool:
        """Whether it goes on after the blow of a charge from the saddle (K-13)."""
        return self.command.action == "move" and self.budget.word == CHARGE

    @property
    def belongs_to_charge(self) -> bool:
        """Whether it is a charge, or goes on after the blow of one."""
        return self.rides_on or self.command.action == CHARGE

    @cached_property
    def used(self) -> frozenset[str]:
        """The ids of those who cannot strike at it (C-107)."""
        return used_up(self.mover_scene)

    @property
    def unasked(self) -> frozenset[str]:
        """The ids of those who cannot strike at it, or whom a feat of the mover keeps from it."""
        return self.used | frozenset(self.kept_off)

    @property
    def kept_off(self) -> tuple[str, ...]:
        """The ids of those whom a feat keeps from striking at it (K-13).

        The target of a spring attack, or of the charge of one who rides by; before its blow only
        the target that the command names.
        """
        mover_scene = self.mover_scene
        state = mover_scene.state
        rules = mover_scene.assets.rules
        figure = mover_scene.figure
        if self.springs:
            return (self.command.target,)
        if self.belongs_to_charge:
            rider = rider_passing(state, rules, figure)
            if rider is None:
                return ()
            named = filter(None, (self.command.target, *struck_on_the_way(state, rider)))
            return tuple(dict.fromkeys(named))
        being = someone(state, figure.id)
        if self.budget.goes_on and has_spring_attack(being, rules):
            return struck_on_the_way(state, figure)
        return ()

    @property
    def why_kept_off(self) -> tuple[Receipt, ...]:
        """Receipts of those whom a feat keeps from striking at it."""
        feat: Template = "Spring Attack"
        if self.belongs_to_charge:
            feat = "Ride-By Attack"
        state = self.mover_scene.state
        labels = [
            Message("{feat}: {who}", feat=Message(feat), who=name_combatant(state, creature_id))
            for creature_id in self.kept_off
        ]
        return tuple(cite_feat(self.scene.rules, feat, KEPT, label) for label in labels)

    @property
    def floats(self) -> bool:
        """Whether it pushes off without gravity and drifts on (switch `weightless`)."""
        return floats(self.mover_scene, self.command)

    @property
    def grid_mode(self) -> GridMode:
        """Its movement on the map; a leap goes over what is on the ground (C-037)."""
        if self.floats or self.command.leap:
            return "fly"
        return ON_THE_GRID[self.command.mode]

    @property
    def diagonals_before(self) -> int:
        """The diagonals counted before it, in this movement or in this turn."""
        runs_on = self.scene.combat.mechanisms.diagonals == "per_turn"
        if self.budget.goes_on or runs_on:
            return self.mover_scene.figure.spent.diagonals
        return 0

    @property
    def at_the_edge(self) -> bool:
        """Whether a swimmer at the surface may be partly on dry ground (C-045)."""
        return self.command.mode == "swim" and min(self.mover_scene.feet, self.aim) >= 0

    @cached_property
    def moves_on_at_once(self) -> bool:
        """Whether it may end in a willing creature's space, as another move is left (C-069)."""
        scene = self.scene
        words = (self.command.to, *self.command.path[-1:])
        named = next((word for word in words if word and word != OFF), "")
        if scene.combat.mechanisms.passing != "willing" or self._is_the_last:
            return False
        if not named:
            return False
        there = Block(*parse_square(named), self.side)
        met = self.mover_scene.level(self.aim).creatures
        others = (one for one in met if self.mover.id not in (one.id, one.rides))
        friends = (one for one in others if scene.friends(self.mover, one))
        return any(scene.body(one).overlaps(there) for one in friends)

    @property
    def _is_the_last(self) -> bool:
        # Whether no further action is left after the one under way, or after that which it begins.
        if self.budget.goes_on:
            return self.budget.free == 0
        return self.budget.free <= 1

    @property
    def below(self) -> bool:
        """Whether it is wholly under the ground, or under water, all the way."""
        return max(self.mover_scene.feet, self.aim) + self.scene.space(self.mover) <= 0

    def read_goal(self) -> Square:
        """Return the anchor that its command names. Refusals: "unknown_square", "offmap"."""
        goal = parse_square(self.command.to)
        if not self.scene.field.contains(Block(*goal, self.side)):
            raise self.refusal("offmap", goal)
        return goal

    def manner(self, budget: int | None = None) -> Manner:
        """Return its manner for the calculators, without a stop at its end."""
        command = self.command
        move_budget = self.budget
        return Manner(
            action=command.action,
            mode=self.grid_mode,
            budget=budget,
            diagonals_before=self.diagonals_before,
            goes_on=move_budget.goes_on,
            tumble=frozenset(command.tumbled) if command.tumbled else command.tumble,
            opened=frozenset(command.opened) if command.opened else command.overrun,
            squeeze=command.squeeze,
            full_round=move_budget.buys,
            ends_here=False,
            unseen=unseen_by(self.mover_scene),
            climbs=command.mode == "climb",
            at_the_edge=self.at_the_edge,
            below=self.below,
            next_move_action=self.moves_on_at_once,
        )

    def stopping(self, square: Square) -> str:
        """Return why the mover may not stop at an anchor, at its final height; "" = it may."""
        manner = Manner(
            action=self.command.action,
            mode="walk" if self.command.leap else self.grid_mode,
            squeeze=self.command.squeeze,
            climbs=self.command.mode == "climb",
            at_the_edge=self.at_the_edge,
            below=self.below,
            next_move_action=self.moves_on_at_once,
        )
        ending = may_end(self.mover_scene.level(self.aim), self.mover, square, manner)
        if ending.legal:
            return ""
        return ending.reason

    def refusal(self, reason: str, square: Square) -> Refusal:
        """Return the refusal with this reason against a square."""
        if reason == "no_run":
            return self._no_run(square)
        if reason == "blocked":
            reason = self.find_blocker(square)
        return refused(reason, self.who, str(square))

    def find_blocker(self, square: Square) -> str:
        """Return what "blocked" means at a square.

        Water, dry land, rock, the edge of a roof and what can be climbed have reasons of their own.
        """
        mode = self.command.mode
        if mode == "walk" and self._is_off_the_top(square):
            return NO_FOOTING
        if mode in WATERY and self._is_wet(square) and not self.floats:
            return WATERY[mode]
        if mode == "swim" and self._is_dry(square):
            return DRY
        if mode == "burrow" and self._is_rock(square):
            return ROCK
        if mode == "walk" and self._has_a_top(square):
            return HAS_A_TOP
        return "blocked"

    def _no_run(self, at: Square) -> Refusal:
        conditions = self.scene.names_of_causes(self.mover, "no_run")
        return refused("no_run", self.mover.name, str(at), conditions)

    @property
    def is_in_water(self) -> bool:
        """Whether the mover has deep water under it, with a part of its space at least."""
        field = self.scene.field
        return bool(field.block(self.scene.body(self.mover)) & field.water)

    def _is_wet(self, square: Square) -> bool:
        field = self.scene.field
        if not field.holds(square):
            return False
        under = field.block(Block(*square, self.side))
        return bool(under & field.water) and not under & field.solid

    def _is_off_the_top(self, square: Square) -> bool:
        # Whether it would step off the roof, or from one to another height.
        field = self.ground.field
        if not field.holds(square):
            return False
        under = field.block(Block(*square, self.side))
        return bool(under & field.drop) and not under & field.solid

    def _has_a_top(self, square: Square) -> bool:
        # Whether all that is solid there is of a known height, not up to the ceiling.
        field = self.ground.field
        in_the_way = field.block(Block(*square, self.side)) & field.solid
        of_known_height = union(squares for _, squares in field.tops)
        return bool(in_the_way) and not in_the_way & ~of_known_height

    def _is_rock(self, square: Square) -> bool:
        # What stops a burrower (C-132): solid, and no earth.
        field = self.scene.field
        under = field.block(Block(*square, self.side))
        return bool(under & field.solid & ~field.earth)

    def _is_dry(self, square: Square) -> bool:
        field = self.scene.field
        under = field.block(Block(*square, self.side))
        return bool(under) and not under & (field.water | field.solid)


def charges_straight(rules: Ruleset, action: str) -> bool:
    """Whether an action is a charge that has to be straight (switch "charge_line")."""
    return action == "charge" and rules.switch("charge_line")


def floats(mover_scene: MoverScene, command: Move) -> bool:
    """Whether a mover pushes off without gravity and drifts on (switch `weightless`)."""
    if command.mode != "walk" or command.action == "forced":
        return False
    return is_weightless(mover_scene.state, mover_scene.assets.rules)


def intend_move(mover_scene: MoverScene, command: Move) -> IntendedMove:
    """Return a movement with its budget. Refusals: those of `budget_of`."""
    springs = makes_spring_attack(command)
    if command.leap:
        return IntendedMove(mover_scene, command, leap_budget(mover_scene))
    budget = budget_of(mover_scene, command.action, command.mode, springs=springs)
    return IntendedMove(mover_scene, command, budget)


def makes_spring_attack(command: Move) -> bool:
    """Whether a command is the first part of a spring attack: a move that names its target."""
    return command.action == "move" and bool(command.target)


def unseen_by(mover_scene: MoverScene) -> int:
    """Return the squares where a mover does not see its way, as bits (C-046)."""
    return unseen_squares(mover_scene.scene, mover_scene.mover)
