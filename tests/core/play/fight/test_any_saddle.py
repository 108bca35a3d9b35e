"""K-8: attacks from the saddle at random, worked out again from the text of the open rules alone.

Mounted Combat: +1 in melee against who is smaller than the mount and on foot; shots at -4 while the
mount moves twice and at -8 while it runs, worked out where half of the way is done.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import pytest

from core.combat.attack.situations import HIGHER_GROUND
from core.combat.board.squares import Square
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Foe, Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.state import Member
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.planned_attack import PlannedAttack
from core.values import replace
from tests.core.combat.oracles.walking import SPACE
from tests.core.play.fight.boards import HERO, fight

FEW = 60
MANY = 20_000
SEED = 20
FIELD = "\n".join(["." * 64] * 12)
SWORD = Attack("longsword", (6,), "1d8+3")
BOW = Attack("longbow", (6,), "1d8", mode="ranged", weapon="bow", increment=30)
SIZES = "SMLH"
"""Sizes from small to large."""
PACES = ((), ("move",), ("move", "move"), ("run",))


class Ride(NamedTuple):
    """A rider whose mount has gone east along row 4 to column 32, and who attacks further east.

    `squares` were gone, `away` is the distance to the target at the end. `aloft`: it flies.
    """

    system: str
    melee: bool
    mount: str
    target: str
    rides: bool
    aloft: bool
    actions: tuple[str, ...]
    squares: int
    away: int
    words: tuple[str, ...] = ()


def draw_ride(chance: random.Random) -> Ride:
    melee = chance.random() < 0.5
    actions = chance.choice(PACES)
    rides = chance.random() < 0.2
    ride = Ride(
        system=chance.choice(("pf1", "dnd35", "sf", "pf2")),
        melee=melee,
        mount=chance.choice(("M", "L", "H")),
        target=chance.choice("SMLH"),
        rides=rides,
        aloft=melee and not rides and chance.random() < 0.2,
        actions=actions,
        squares=chance.randint(2, 24) if actions else 0,
        away=1 if melee else chance.randint(2, 12),
    )
    if ride.system in ("pf1", "dnd35") and chance.random() < 0.2:
        return ride._replace(words=(chance.choice(("double", "running")),))
    return ride


def expected(ride: Ride) -> tuple[int, int, int]:
    """Return what higher ground and the pace of the mount add, and the distance, by the text."""
    if ride.system not in ("pf1", "dnd35"):
        return 0, 0, ride.away
    if ride.melee:
        smaller = SIZES.index(ride.target) < SIZES.index(ride.mount)
        on_foot = not ride.rides and not ride.aloft
        return int(smaller and on_foot), 0, ride.away
    pace = 0
    if ride.actions == ("run",) or "running" in ride.words:
        pace = -8
    elif ride.actions == ("move", "move") or "double" in ride.words:
        pace = -4
    away = ride.away
    if ride.actions in (("run",), ("move", "move")):
        half_of_the_squares = (ride.squares + 1) // 2
        away += ride.squares - half_of_the_squares
    return 0, pace, away


def plan(ride: Ride) -> PlannedAttack:
    """Return the attack as it is planned in play."""
    end = Square(32, 4)
    beyond = Square(end.x + SPACE[ride.mount] - 1 + ride.away, end.y)
    path = tuple(str(end.by(-step, 0)) for step in range(ride.squares, -1, -1))
    moved = Spent(
        actions=ride.actions,
        squares=ride.squares,
        leg=ride.squares,
        path=path if ride.squares else (),
        moves=len(ride.actions),
    )
    attack = SWORD if ride.melee else BOW
    rider = replace(HERO, sheet=Sheet(ac=17, attacks=(attack,)))
    speeds = (("walk", 12), ("fly", 12))
    mount = Foe("mount", "Mount", "m", "party", sheet=Sheet(size=ride.mount, speeds=speeds))
    target = Foe("target", "Target", "t", sheet=Sheet(size=ride.target, ac=15, speeds=speeds))
    carrier = Foe("carrier", "Carrier", "c", sheet=Sheet(size=ride.target, ac=15, speeds=speeds))
    beings: list[Member | Foe] = [rider, mount, target]
    places = {"hero": str(end), "mount": str(end), "target": str(beyond)}
    of_target: dict[str, object] = {}
    if ride.rides:
        beings.append(carrier)
        places["carrier"] = str(beyond)
        of_target = {"mount": "carrier"}
    if ride.aloft:
        of_target = {"elevation": 1, "mode": "fly"}
    state, assets = fight(
        FIELD,
        *beings,
        at=places,
        system=ride.system,
        hero={"mount": "mount"},
        mount={"spent": moved},
        target=of_target,
    )
    command = MakeAttack(("hero",), "target")
    words = replace(command.words, double="double" in ride.words, running="running" in ride.words)
    return swing(state, assets, "hero", replace(command, words=words))


def differ(rides: int, seed: int) -> None:
    """Compare so many random rides; fails unless each figure of the rule has come up."""
    chance = random.Random(seed)
    seen = Counter[tuple[int, int]]()
    for _ in range(rides):
        ride = draw_ride(chance)
        planned = plan(ride)
        if not planned.possible:
            assert ride.aloft, (ride, planned.reason)
            continue
        above = [part.value for part in planned.grid.modifiers.attack if part.name == HIGHER_GROUND]
        paces = [part.value for part in planned.own if part.rule == "K-8"]
        found = sum(above), sum(value for value in paces if isinstance(value, int))
        higher, pace, away = expected(ride)
        assert (*found, planned.distance) == (higher, pace, away), ride
        assert planned.bonus == 6 + higher + pace, ride
        seen[found] += 1
    assert set(seen) == {(0, 0), (1, 0), (0, -4), (0, -8)}, seen


def test_k_8_attacks_from_the_saddle_equal_the_oracle() -> None:
    differ(FEW, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_8_attacks_from_the_saddle_equal_the_oracle_20_000_times(part: int) -> None:
    differ(MANY // 4, SEED + 1 + part)
