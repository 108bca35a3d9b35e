"""Random dives in open water: preview and record cost what the oracle counts (C-131, C-141)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from core.combat.board.squares import Square
from core.creatures import Sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.fight.previews import outlook_at
from core.values import replace
from tests.core.combat.oracles.flight_count import COMPASS, counted
from tests.core.combat.oracles.heights import shares
from tests.core.play.fight.boards import WOLF, fight, told
from tests.thorough import rounds

WATER = "\n".join(["~" * 12] * 12)
SHARK = replace(WOLF, id="shark", sheet=Sheet(speeds=(("swim", 9),)))
SEED = 131
DIVES = rounds(25, 500)


def bearings(steps: Sequence[str], rise: int) -> Iterator[list[str]]:
    """All ways to spread a change of depth over steps."""
    sign = "U" if rise > 0 else "D"
    for parts in shares(abs(rise), len(steps)):
        found = []
        for part, step in zip(parts, steps, strict=True):
            plumb = max(0, part - 1)
            slant = sign if part else ""
            found += [sign] * plumb + [slant + step]
        yield found + [sign] * (abs(rise) - sum(parts))


def least(system: str, steps: Sequence[str], rise: int) -> Fraction:
    """The price of the cheapest of these ways."""
    return min(sum(counted(system, way, swims=True), Fraction(0)) for way in bearings(steps, rise))


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_131_c_141_any_dive_costs_what_its_squares_do(system: str) -> None:
    """Given a shark at some depth, when it swims on and up or down, then by the cheapest depths."""
    chance = random.Random(f"{SEED} {system}")
    for _ in range(DIVES):
        start = chance.choice((0, -1, -3))
        end = chance.choice((0, -1, -2, -3, -5))
        steps = [chance.choice(list(COMPASS)) for _ in range(chance.randint(1, 3))]
        anchors = [Square(5, 5)]
        for step in steps:
            anchors.append(anchors[-1].by(*COMPASS[step]))
        command = Move("shark", path=tuple(map(str, anchors)), mode="swim", elevation=end)
        deep = {"elevation": start, "mode": "swim"}
        state, assets = fight(WATER, SHARK, at={"shark": "F6"}, system=system, shark=deep)
        expected = least(system, steps, end - start)
        case = (start, end, steps)
        assert outlook_at(state, assets, command).cost == expected, case
        made = [one.cost for one in told(command, state, assets) if isinstance(one, Moved)]
        assert made == [expected], case
