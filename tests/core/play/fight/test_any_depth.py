"""Random fights of burrowers, swimmers and climbers, judged by an oracle made of the text.

Who digs, dives and climbs over earth, water, rock and difficult ground, in whichever order: the
preview, `decide` and the oracle say the same of each movement.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from core.combat.board.squares import Square, parse_square
from core.creatures import Attack, Sheet
from core.messages import Refusal
from core.play.facts.encounter import NOTHING_SPENT, Foe, Side
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved, MoveHalted
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State
from core.play.fight.previews import outlook_at
from core.play.resolution import Decided
from core.play.union import decide
from tests.core.combat.oracles.depths import Digger, Mode
from tests.core.combat.oracles.flight_count import COMPASS
from tests.core.combat.oracles.heights import Body, Wish
from tests.core.play.fight.boards import fight
from tests.core.play.fight.brawls import with_figure
from tests.switched import Switches
from tests.thorough import rounds

SEED = 5252
STEPS = rounds(240, 2_000)
MANY = 20_000
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
WIDE = 9
HIGH = 7
DEEPEST = -3
SIGNS = "......~~~~~~:::@@#"
PINNED: Switches = {"moves_by_check": False, "conditions": "sources"}


def creature(id: str, side: Side, **speeds: int) -> Foe:
    sheet = Sheet(ac=12, speeds=tuple(speeds.items()), attacks=(Attack("claw", (3,)),))
    return Foe(id, id.title(), id[0], side=side, hp=20, sheet=sheet)


CAST = (
    creature("worm", "foes", walk=4, burrow=5),
    creature("mole", "party", burrow=3),
    creature("seal", "party", walk=3, swim=6),
    creature("shark", "foes", swim=7),
    creature("goat", "party", walk=6, climb=4),
)


class Depths:
    """Movements in random fights, until there have been so many."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tally = Counter[str]()
        self.rows: tuple[str, ...] = ()
        self.assets: Assets

    def play(self, moves: int) -> None:
        while self.tally["moves"] < moves:
            system = SYSTEMS[self.tally["fights"] % len(SYSTEMS)]
            self.tally["fights"] += 1
            state = self.begin(system)
            for _ in range(20):
                state = self.turn(state, system)

    def begin(self, system: str) -> State:
        """Everybody in its element, on a board of water, earth, rock and rough ground."""
        signs = [[self.chance.choice(SIGNS) for _ in range(WIDE)] for _ in range(HIGH)]
        for _ in range(2):  # a pool, and a field
            x = self.chance.randrange(WIDE - 3)
            y = self.chance.randrange(HIGH - 3)
            sign = self.chance.choice("~.")
            for down in range(3):
                signs[y + down][x : x + 4] = [sign] * len(signs[y + down][x : x + 4])
        self.rows = tuple("".join(row) for row in signs)
        free = [(x, y) for x in range(WIDE) for y in range(HIGH)]
        self.chance.shuffle(free)
        at = {}
        feet = {}
        for being in CAST:
            speeds = dict(being.sheet.speeds)
            wet = "swim" in speeds
            fits = "~" if wet else ".:"
            place = next((one for one in free if self.rows[one[1]][one[0]] in fits), None)
            if place is None:
                continue
            free.remove(place)
            at[being.id] = str(Square(*place))
            dives = wet or "burrow" in speeds
            feet[being.id] = self.chance.randint(DEEPEST, 0) if dives else 0
        cast = tuple(one for one in CAST if one.id in at)
        board = "\n".join(self.rows)
        state, self.assets = fight(board, *cast, at=at, system=system, switches=PINNED)
        for id, height in feet.items():
            deep: Mode = "swim" if id in ("seal", "shark") else "burrow"
            mode: Mode = deep if height else "walk"
            state = with_figure(state, id, elevation=height, mode=mode)
        return state

    def turn(self, state: State, system: str) -> State:
        """A movement of somebody in some mode, by some way, to some height or depth."""
        assert state.fight is not None
        figure = self.chance.choice(state.fight.figures)
        being = next(one for one in CAST if one.id == figure.id)
        modes: list[Mode] = ["walk", "burrow", "swim", "climb"]
        own = [mode for mode in modes if mode in dict(being.sheet.speeds)]
        mode = self.chance.choice([*own, *own, "walk", "burrow"])
        length = self.chance.randint(0, 4)
        ray = self.chance.choice(tuple(COMPASS))
        steps = tuple(self.chance.choice([ray, ray, *COMPASS]) for _ in range(length))
        end = figure.elevation + self.chance.choice((0, 0, 0, 1, -1, 1, -1, 2, -2, -4, 3))
        return self.move(state, system, figure.id, Wish(steps, end, "move", mode))

    def move(self, state: State, system: str, who: str, wish: Wish) -> State:
        state = with_figure(state, who, spent=NOTHING_SPENT, heading="")
        bodies = _bodies(state)
        mover = bodies.pop(who)
        anchors = [Square(*mover.at)]
        for step in wish.steps:
            anchors.append(anchors[-1].by(*COMPASS[step]))
        if not all(0 <= one.x < WIDE and 0 <= one.y < HIGH for one in anchors):
            return state
        path = tuple(map(str, anchors))
        command = Move(who, path=path, mode=wish.mode, elevation=wish.end)
        self.tally["moves"] += 1
        found = self.decide(state, command)
        self.compare_preview(state, command, found)
        judge = Digger(system, mover, tuple(bodies.values()), self.rows)
        costs = judge.allowed(wish)
        told = (system, self.rows, mover, [*bodies.values()], wish, found, costs)
        if isinstance(found, str):
            self.tally[found] += 1
            may_know_no_way = not judge.has_one_way(wish) and not judge.clear(wish)
            assert not costs or may_know_no_way, told
            return state
        cost = sum(one.cost for one in found.events if isinstance(one, Moved))
        halts = any(isinstance(one, MoveHalted) for one in found.events)
        self.tally["struck at" if halts else f"{wish.mode} made"] += 1
        if halts:
            assert costs, told
            return state
        assert cost in costs, told
        if wish.end < 0 or mover.feet < 0:
            self.tally["below"] += 1
        return evolve_all(state, found.events)

    def decide(self, state: State, command: Move) -> Decided | str:
        try:
            found = decide(command, state, self.assets, {})
        except Refusal as refusal:
            return refusal.code
        assert isinstance(found, Decided)
        return found

    def compare_preview(self, state: State, command: Move, found: Decided | str) -> None:
        """The preview refuses what is refused, and says the cost and who strikes."""
        refused = ""
        try:
            ahead = outlook_at(state, self.assets, command)
        except Refusal as refusal:
            refused = refusal.code
        if isinstance(found, str) or refused:
            assert refused == found, command
            return
        halted = [one for one in found.events if isinstance(one, MoveHalted)]
        waiting = [striker.by for one in halted for striker in one.waiting.strikers]
        assert sorted(striker.by for striker in ahead.strikers) == sorted(waiting), command
        if not halted:
            cost = sum(one.cost for one in found.events if isinstance(one, Moved))
            assert ahead.cost == cost, command


def _bodies(state: State) -> dict[str, Body]:
    assert state.fight is not None
    beings = {one.id: one for one in CAST}
    found = {}
    for figure in state.fight.figures:
        at = parse_square(figure.at)
        being = beings[figure.id]
        found[figure.id] = Body(
            id=figure.id,
            at=(at.x, at.y),
            feet=figure.elevation,
            wide=1,
            side=being.side,
            reach=1,
            speeds=dict(being.sheet.speeds),
        )
    return found


def _has_all(tally: Counter[str], kinds: Sequence[str]) -> bool:
    return all(tally[kind] for kind in kinds)


MADE = ("burrow made", "swim made", "walk made", "climb made", "below")


def test_c_045_c_132_movements_below_the_ground_equal_the_oracle() -> None:
    depths = Depths(SEED)

    depths.play(STEPS)

    assert _has_all(depths.tally, MADE), depths.tally


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_movements_below_the_ground_equal_the_oracle_twenty_thousand_times(part: int) -> None:
    depths = Depths(SEED + 1 + part)

    depths.play(MANY // 4)

    assert _has_all(depths.tally, MADE), depths.tally
