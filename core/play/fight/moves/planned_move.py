"""Planned moves: the way, its heights, the cost of each step, the actions, who may strike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from operator import attrgetter

from core.combat.board.scene import Creature, wall_between
from core.combat.board.squares import DIRECTIONS, Block, Square, apart, parse_square
from core.combat.board.tops import field_at, has_tops
from core.combat.flight import FlightMode
from core.combat.movement.footing import DIAGONAL, occupants, unseen_anchors
from core.combat.movement.moves import MeasuredMove as Walked
from core.combat.movement.moves import move
from core.combat.threat.opportunities import along
from core.combat.threat.threateners import Threateners
from core.creatures import Mode
from core.messages import N_
from core.play.facts.encounter import Drift
from core.play.facts.fight.combatants import fight_of
from core.play.facts.state import Striker
from core.play.fight.fight_scene import Strikers, in_order
from core.play.fight.moves.flight_prices import PricedSteps, price_flight, price_unseen
from core.play.fight.moves.heights import cubes_along, profiles
from core.play.fight.moves.intended_move import IntendedMove, unseen_by
from core.play.fight.turns.drift import drift_of
from core.play.fight.turns.move_budget import MoveCost
from core.receipts import Receipt
from core.values import replace

NOT_PRICED = "flying, simplified"
"""The label of the part of a receipt that says what the flat map does not count."""
IN_THE_AIR: dict[Mode, FlightMode] = {"fly": "fly", "swim": "swim"}
"""Modes with vertical steps by the tables of flight; in others a square of height costs one."""

CLOSING = ("occupied", "fills_space", "ally_charge")
"""The reasons that a creature in the way gives against a step."""


class PlannedMove(IntendedMove, dict=True):
    """A movement of one creature along anchors of the board.

    `measured_move` is the way on the map, `heights` are those at each anchor. `leaves`: the last
    step goes over the edge of the board.
    """

    measured_move: Walked
    heights: tuple[int, ...]
    leaves: bool

    @property
    def path(self) -> tuple[Square, ...]:
        """The anchors of the way."""
        return self.measured_move.walked.path

    @property
    def whole_path(self) -> tuple[Square, ...]:
        """The anchors of the movement under way that it goes on with, then its own."""
        if not self.budget.goes_on:
            return self.path
        before = tuple(map(parse_square, self.mover_scene.figure.spent.path))
        return (*before[:-1], *self.path)

    @cached_property
    def cubes(self) -> tuple[tuple[Square, int], ...]:
        """All cubes passed, with vertical steps first where more than one square is gained."""
        return cubes_along(self.path, self.heights)

    @cached_property
    def reason(self) -> str:
        """Why it cannot be made; "ok" or "minimum_move" where it can."""
        if self.measured_move.cost is None:
            return self.measured_move.reason
        if self._collides():
            return "occupied"
        if self._hits_a_wall():
            return "blocked"
        return "ok"

    def _collides(self) -> bool:
        # Whether the way up or down meets a creature that cannot be passed.
        if len(set(self.heights)) == 1:
            return False  # the map of that height has been asked
        there = occupants(self.scene, self.mover, self.manner())
        closed = [other for other, right in there.rights if right.closed]
        return any(
            self.meets(other, anchor, height)
            for anchor, height in self.cubes[1:]
            for other in closed
        )

    def _hits_a_wall(self) -> bool:
        # Whether the way up or down leads through what it has to pass over.
        field = self.scene.field
        if len(set(self.heights)) == 1 or not has_tops(field) or self.grid_mode == "incorporeal":
            return False
        for (before, low), (anchor, high) in pairwise(self.cubes):
            at_height = field_at(field, min(low, high))
            if wall_between(at_height, self.side, before, anchor):
                return True
            if field_at(field, high).solid & field.block(Block(*anchor, self.side)):
                return True
        return False

    def meets(self, other: Creature, anchor: Square, height: int) -> bool:
        """Whether the mover's space at an anchor and a height meets that of another creature."""
        is_apart = apart(self.side, self.scene.height(other), (height, other.elevation))
        return not is_apart and Block(*anchor, self.side).overlaps(self.scene.body(other))

    @cached_property
    def closed_by_enemies(self) -> tuple[Creature, ...]:
        """The enemies whose space only a check opens (C-058, C-063, C-068)."""
        manner = replace(self.manner(), tumble=False, opened=False)
        rights = occupants(self.scene, self.mover, manner).rights
        return tuple(other for other, right in rights if right.closed == "occupied")

    @property
    def legal(self) -> bool:
        """Whether the way is legal, whatever it costs."""
        return self.reason in ("ok", "minimum_move")

    @property
    def at(self) -> Square:
        """The square that the reason concerns, else the last of the way."""
        return self.measured_move.at or self.path[-1]

    @property
    def why(self) -> tuple[Receipt, ...]:
        """The receipts of its cost; what a flight is priced by is not said to be left out."""
        receipt = self.measured_move.receipt
        also = (*self._why_straight, *self.why_kept_off, *self._why_on_a_friend, *self._why_leap)
        if self.flown is None:
            return (receipt, *also)
        parts = tuple(part for part in receipt.parts if part.label.template != NOT_PRICED)
        return replace(receipt, parts=parts), self.flown.receipt, *also

    @property
    def _why_on_a_friend(self) -> tuple[Receipt, ...]:
        if not self.moves_on_at_once:
            return ()
        label = N_("{who} ends in a friend's space and has to move on with its next action")
        at = str(self.path[-1])
        return (self.scene.rules.cite("C-069", label, at, who=self.who),)

    @property
    def _why_leap(self) -> tuple[Receipt, ...]:
        if not self.command.leap:
            return ()
        label = "a leap: the ground between does not count"
        return (self.scene.rules.cite("C-037", label, str(self.path[-1])),)

    @property
    def _why_straight(self) -> tuple[Receipt, ...]:
        if not self.charges_straight:
            return ()
        return (
            self.scene.rules.cite(
                "K-6",
                "a straight charge to the nearest place: nothing is in the line",
                str(self.path[-1]),
                source="open rules, Charge",
                default=True,
                switch="charge_line",
            ),
        )

    @cached_property
    def flown(self) -> PricedSteps | None:
        """Its cost by the tables of flight; None = they do not count."""
        level = len(set(self.heights)) == 1
        if self.measured_move.cost is None or self.command.mode not in IN_THE_AIR:
            return None
        if level and (self.command.mode == "swim" or len(self.path) == 1):
            return None
        priced = price_flight(
            self.scene,
            self.cubes,
            IN_THE_AIR[self.command.mode],
            heading=self.mover_scene.figure.heading,
            diagonals_before=self.diagonals_before,
            goes_on=self.budget.goes_on,
        )
        if any(self.unseen):
            return price_unseen(self.scene.rules, priced, self.unseen, self.diagonals_before)
        return priced

    @cached_property
    def unseen(self) -> tuple[bool, ...]:
        """Whether it does not see its way, for each step; one where it stays at its anchor."""
        field = self.scene.field
        anchors = unseen_anchors(field, self.side, unseen_by(self.mover_scene))
        ends = self.path[1:] or self.path
        return tuple(bool(field.bit(at) & anchors) for at in ends)

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings of a flyer after each step."""
        if self.flown is None:
            return ()
        return self.flown.headings

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """The diagonals counted after each step."""
        if self.flown is not None:
            return self.flown.counted
        adding = self.scene.combat.mechanisms.difficult == "adding"
        counted: list[int] = []
        diagonals = self.diagonals_before
        for step in self.measured_move.walked.steps:
            if step.direction in DIAGONAL and (adding or not step.price.weight):
                diagonals += 1
            counted.append(diagonals)
        return tuple(counted)

    @cached_property
    def parts(self) -> tuple[tuple[int, ...], ...]:
        """The costs of its steps by the squares that each crosses.

        More than one where it also rises or sinks vertically.
        """
        if self.floats and len(self.path) == 1:
            return ((1,) * abs(self.heights[-1] - self.heights[0]),)
        parts = self._parts_on_board
        if self.leaves:
            return (*parts, (self.scene.combat.moving.leaving,))
        return parts

    @property
    def _parts_on_board(self) -> tuple[tuple[int, ...], ...]:
        if self.flown is not None:
            return self.flown.parts
        rises = [abs(high - low) for low, high in pairwise(self.heights)]
        if self.command.mode == "walk":
            rises = [0] * len(rises)
        ups = [2 if unseen else 1 for unseen in self.unseen]
        if len(self.path) == 1:
            return tuple((ups[0],) * rise for rise in rises if rise)
        steps = zip(self.measured_move.steps, rises, ups, strict=False)
        return tuple((*((up,) * rise), cost) for cost, rise, up in steps)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The cost of each step, in squares."""
        return tuple(map(sum, self.parts))

    def squares(self, upto: int | None = None) -> tuple[int, ...]:
        """Return the cost of each square crossed, vertical ones too, in all or `upto` steps."""
        return tuple(chain.from_iterable(self.parts[:upto]))

    @cached_property
    def cost(self) -> int:
        """The whole cost, in squares."""
        return sum(self.steps)

    @cached_property
    def paid(self) -> MoveCost:
        """The actions that it uses."""
        return self.budget.pay(self.squares())

    @property
    def fits(self) -> bool:
        """Whether it costs no more than one movement may."""
        budget = self.budget
        squares = self.squares()
        if budget.each is None or (budget.buys and len(squares) == 1):
            return True
        if budget.packed:  # no step is shared by two actions
            if max(squares, default=0) > budget.each:
                return False
            return len(self.paid.spends) <= max(budget.free, 1)
        return self.cost <= (budget.most or 0)

    @cached_property
    def strikers(self) -> Strikers:
        """The creatures that may strike along it (C-106 to C-121), bystanders left out."""
        mover_scene = self.mover_scene
        manner = self.manner()
        if self.command.action == "withdraw" and self.budget.goes_on:
            manner = replace(manner, action="move")  # only the first square is excused (C-116)
        cubes = self.cubes
        if self.leaves:
            cubes = (*cubes, (self._outside(self.path[-1]), self.heights[-1]))
        heights = tuple(height for _, height in cubes)
        path = tuple(square for square, _ in cubes)
        threateners = Threateners(mover_scene.scene, mover_scene.mover, manner, self.used, heights)
        strikers = in_order(along(threateners, path), path, self.unasked)
        feet = {one.by: one.feet for one in strikers.provoked.opportunities}
        who = tuple(self._with_height(striker, feet[striker.by]) for striker in strikers.who)
        return replace(strikers, who=who)

    def _with_height(self, striker: Striker, feet: int) -> Striker:
        # The height that the mover leaves is said where it is not that of the anchor.
        if feet == self.height_at(striker):
            return striker
        return replace(striker, feet=feet)

    def height_at(self, striker: Striker) -> int:
        """Return the height at which somebody strikes at the mover, in squares."""
        if striker.feet is not None:
            return striker.feet
        return self.heights[self.path.index(parse_square(striker.at))]

    def _outside(self, square: Square) -> Square:
        # The anchor outside the board next to an anchor at its edge.
        field = self.scene.field
        for dx, dy in DIRECTIONS.values():
            is_straight = dx == 0 or dy == 0
            if is_straight and not field.contains(Block(square.x + dx, square.y + dy, self.side)):
                return square.by(dx, dy)
        return square

    @property
    def drift(self) -> Drift | None:
        """The drift after a push-off; None where it is none, or not straight."""
        if not self.floats or self.path != self.path[0].line(self.path[-1]):
            return None
        return drift_of(self.path[0], self.path[-1], self.heights[-1] - self.heights[0])

    @property
    def remarks(self) -> tuple[Receipt, ...]:
        """Receipts of what the GM may allow: a move out of turn or without an action left."""
        rules = self.scene.rules
        fight = fight_of(self.mover_scene.state)
        receipts: list[Receipt] = []
        if self.paid.over:
            label = N_("{who} has no action left for it: allowed by the GM")
            spends = self.paid.spends
            receipts.append(rules.cite("C-013", label, spends, default=True, who=self.who))
        if fight.acting and not fight.is_acting(self.mover_scene.figure):
            label = N_("{who} moves out of turn: allowed by the GM")
            receipts.append(rules.cite("C-013", label, self.cost, default=True, who=self.who))
        return tuple(receipts)


def plan_along(
    intended_move: IntendedMove, path: Sequence[Square], *, leaves: bool = False
) -> PlannedMove:
    """Return the movement along these anchors, by the heights that cost least.

    Refusals: "offmap", and those of `core.combat.movement.footing.check_manner`.
    """
    off = next((at for at in path if not intended_move.scene.field.holds(at)), None)
    if off is not None:
        raise intended_move.refusal("offmap", off)
    walked = move(intended_move.ground, intended_move.mover, path, intended_move.manner())
    ways = _by_heights(intended_move, walked, leaves)
    legal_ways = [way for way in ways if way.legal]
    if not legal_ways and _is_met_higher(intended_move, walked):
        cleared = move(intended_move.cleared, intended_move.mover, path, intended_move.manner())
        others = _by_heights(intended_move, cleared, leaves)
        legal_ways = [way for way in others if way.legal]
    return min(legal_ways or ways[:1], key=attrgetter("cost"))


def _by_heights(intended_move: IntendedMove, walked: Walked, leaves: bool) -> list[PlannedMove]:
    path = walked.walked.path
    feet = intended_move.mover_scene.feet
    spreads: tuple[tuple[int, ...], ...] = ((feet,) * len(path),)
    if walked.cost is not None:
        spreads = profiles(path, feet, intended_move.aim)
    return [
        PlannedMove(
            intended_move.mover_scene,
            intended_move.command,
            intended_move.budget,
            walked,
            heights,
            leaves,
        )
        for heights in spreads
    ]


def _is_met_higher(intended_move: IntendedMove, walked: Walked) -> bool:
    # Whether somebody closes the way at the higher of two heights, whom it may pass on its way up
    # or down. A leading block is as narrow as they make it (G-8).
    if intended_move.aim == intended_move.mover_scene.feet or intended_move.squeezes:
        return False
    return walked.reason in CLOSING
