"""The way to a place that one mode of movement does not reach: on foot to the water, then swimming.

Each mode is a movement of its own (C-045, a house default): where it changes, an action ends and
another begins. Among all ways one of the fewest actions is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from core.combat.board.scene import Scene
from core.combat.board.squares import Square
from core.combat.movement.footing import Steps, steps
from core.combat.search.search import BoardWindow, SearchResult, around, search
from core.creatures import Mode
from core.messages import Refusal
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import find_mover_scene, speed_of
from core.play.fight.moves.intended_move import IntendedMove, intend_move
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.turns.budget import pace
from core.play.fight.turns.move_budget import MoveBudget
from core.values import Struct, replace

MOST_ACTIONS = 20
"""No way is looked for that takes more actions."""
BY_GROUND: tuple[Mode, ...] = ("walk", "swim")
"""The modes that change where the ground does."""


class Leg(Struct):
    """One part of a way, in one mode: its anchors, the first where it begins."""

    mode: Mode
    path: tuple[Square, ...]

    @property
    def to(self) -> Square:
        """The anchor where it ends."""
        return self.path[-1]


class _ModeSearch(Struct):
    """What one mode reaches from the places where others ended after so many `actions`."""

    mode: Mode
    actions: int
    pace: int
    result: SearchResult

    def reached_with(self, actions: int) -> int:
        """Return the places to stop that it reaches with so many actions of its own."""
        nearer = self.result.upto(self.pace * (actions - 1)) if actions > 1 else 0
        return self.result.upto(self.pace * actions) & self.result.ends & ~nearer


def find_legs(
    state: State, assets: Assets, command: Move, scene: Scene | None = None
) -> tuple[Leg, ...]:
    """Return the parts of a way in several modes to the goal of a command; () = there is none.

    A creature swims on such a way if it has that speed, is in the water, or was told to swim.
    None is looked for in the air, squeezing, or by a route that provokes nobody.
    Refusals: those of `find_mover_scene` and `budget_of`.
    """
    asked = intend_move(find_mover_scene(state, assets, command.who, scene), command)
    at_ground = asked.aim == asked.mover_scene.feet == 0 and not asked.floats
    if command.action != "move" or command.mode not in BY_GROUND or not at_ground:
        return ()
    if command.safe or command.squeeze or command.target or not asked.scene.field.water:
        return ()
    goal = asked.read_goal()
    ground = _Ground.of(asked)
    if len(ground.steps) < len(BY_GROUND):
        return ()
    searches = _search_modes(ground, asked.scene.field.bit(goal))
    if not searches:
        return ()
    return _trace(searches, goal)


class _Ground(Struct):
    """The steps of each mode about the mover, on a part of the board, and the paces in squares."""

    window: BoardWindow
    start: int
    steps: dict[Mode, Steps]
    paces: dict[Mode, int]

    @staticmethod
    def of(asked: IntendedMove) -> _Ground:
        """Return those of the modes in which a mover may go."""
        paces = dict(_paces(asked))
        scene = asked.scene
        body = scene.body(asked.mover)
        far = MOST_ACTIONS * max(paces.values(), default=0) + body.side
        window = around(scene.field, body, far)
        by_mode: dict[Mode, Steps] = {}
        for mode in paces:
            budget = MoveBudget("", paces[mode], 1)
            in_mode = IntendedMove(asked.mover_scene, replace(asked.command, mode=mode), budget)
            by_mode[mode] = window.steps(steps(in_mode.ground, asked.mover, in_mode.manner()))
        start = scene.field.bit(asked.mover.at)
        return _Ground(window, start, by_mode, paces)

    def search(self, mode: Mode, actions: int, places: int) -> _ModeSearch:
        """Return what a mode reaches from places, after so many actions of others."""
        budget = self.paces[mode] * (MOST_ACTIONS - actions)
        begun = replace(self.steps[mode], start=self.window.take(places))
        result = search(begun, budget, window=self.window)
        return _ModeSearch(mode, actions, self.paces[mode], result)


def _paces(asked: IntendedMove) -> Iterator[tuple[Mode, int]]:
    mover_scene = asked.mover_scene
    mover = mover_scene.mover
    for mode in BY_GROUND:
        if mode == "swim" and not _may_swim(asked):
            continue
        with suppress(Refusal):
            yield mode, pace(mover_scene.state, mover_scene.assets, mover.id, mode)


def _may_swim(asked: IntendedMove) -> bool:
    mover_scene = asked.mover_scene
    if asked.command.mode == "swim" or asked.is_in_water:
        return True
    speed = speed_of(mover_scene.state, mover_scene.assets, asked.mover.id, "swim")
    return speed is not None


def _search_modes(ground: _Ground, goal: int) -> tuple[_ModeSearch, ...]:
    # Up to the one that reaches the goal with the fewest actions; () = none does. Where a mode has
    # been with fewer actions, it is not looked at again.
    waiting: dict[tuple[int, Mode], int] = {(0, mode): ground.start for mode in ground.steps}
    been: dict[Mode, int] = dict.fromkeys(ground.steps, 0)
    done: list[_ModeSearch] = []
    for actions in range(MOST_ACTIONS):
        arrived = [one for one in done if one.reached_with(actions - one.actions) & goal]
        if arrived:
            first = min(arrived, key=lambda one: one.result.cost(_square_of(one, goal)) or 0)
            return (*(one for one in done if one.actions < first.actions), first)
        for mode in ground.steps:
            places = waiting.pop((actions, mode), 0) & ~been[mode]
            if not places:
                continue
            been[mode] |= places
            searched = ground.search(mode, actions, places)
            done.append(searched)
            for more in range(1, MOST_ACTIONS - actions):
                ends = searched.reached_with(more)
                for other in ground.steps:
                    if other != mode:
                        key = (actions + more, other)
                        waiting[key] = waiting.get(key, 0) | ends
    return ()


def _square_of(searched: _ModeSearch, goal: int) -> Square:
    y, x = divmod(goal.bit_length() - 1, searched.result.window.board)
    return Square(x, y)


def _trace(searches: tuple[_ModeSearch, ...], goal: Square) -> tuple[Leg, ...]:
    # Back from the goal, each part from the place where the one before it ended.
    last = searches[-1]
    legs = [Leg(last.mode, last.result.path(goal))]
    while last.actions:
        place = legs[-1].path[0]
        bit = 1 << (place.y * last.result.window.board + place.x)
        last = next(
            one
            for one in searches
            if one.mode != last.mode
            and one.actions < last.actions
            and one.reached_with(last.actions - one.actions) & bit
        )
        legs.append(Leg(last.mode, last.result.path(place)))
    return tuple(reversed(legs))


def command_for(command: Move, leg: Leg) -> Move:
    """Return the command of one part of the way."""
    return replace(command, to=str(leg.to), path=(), mode=leg.mode)


def part_for_now(
    state: State, assets: Assets, command: Move, leg: Leg, scene: Scene | None = None
) -> tuple[Leg, ...]:
    """Return a leg in two: as far along it as the rest of the turn pays for, and what is left.

    Only the whole leg where all of it is paid for. Refusals: those of `plan_move` for the whole
    leg where the turn pays for no step of it.
    """
    whole = command_for(command, leg)
    try:
        plan_move(state, assets, whole, scene)
    except Refusal as refusal:
        if refusal.code != "too_far":
            raise
        asked = intend_move(find_mover_scene(state, assets, command.who, scene), whole)
        most = asked.budget.most or 0
        for steps_taken in range(min(most, len(leg.path) - 2), 0, -1):
            near = Leg(leg.mode, leg.path[: steps_taken + 1])
            with suppress(Refusal):
                plan_move(state, assets, command_for(command, near), scene)
                return near, Leg(leg.mode, leg.path[steps_taken:])
        raise
    return (leg,)
