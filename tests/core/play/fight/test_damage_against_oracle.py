"""Random blows on random defences: the preview, the decision and an oracle say what arrives.

The oracle has its own table of the systems and reckons by the text: each kind by itself, in the
order in which the open rules have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from core.creatures import PLAIN
from core.play.facts.table.commands import Hurt
from core.play.facts.table.events import Damaged
from core.play.fight.previews import after_hurt
from core.values import replace
from tests.core.play.fight.brawls import WOLF, brawl, happens, under
from tests.thorough import rounds

ENERGIES = ("acid", "cold", "electricity", "fire", "sonic")
BLADES = ("slashing", "piercing", "bludgeoning")
STUFF = ("silver", "magic", "adamantine", "good")
LATE = {"dnd35"}
"""Systems in which vulnerability comes after resistance."""
CUT = {"pf1": 20, "dnd35": 20, "sf": 0, "pf2": 0}
"""Hardness below this does not count against adamantine."""
MANY = 100

Creature = Mapping[str, dict[str, int]]
Blow = Sequence[tuple[int, tuple[str, ...]]]


def any_creature(random: Random) -> Creature:
    """What a creature has: points by kind, or of a reduction by what gets past it."""
    some = [kind for kind in (*ENERGIES, *BLADES) if random.random() < 0.3]
    return {
        "resist": {kind: random.randint(1, 15) for kind in some if random.random() < 0.6},
        "immune": {kind: 0 for kind in some if random.random() < 0.2},
        "vulnerable": {kind: 0 for kind in some if random.random() < 0.3},
        "weakness": {kind: random.randint(1, 9) for kind in some if random.random() < 0.3},
        "DR": {one: random.randint(1, 12) for one in ("-", *STUFF) if random.random() < 0.2},
        "hardness": {"": random.randint(1, 25)} if random.random() < 0.2 else {},
    }


def lines_of(creature: Creature) -> tuple[str, ...]:
    """The creature as it is written on a sheet."""
    return (
        *(f"resist {kind} {points}" for kind, points in creature["resist"].items()),
        *(f"immune {kind}" for kind in creature["immune"]),
        *(f"vulnerable {kind}" for kind in creature["vulnerable"]),
        *(f"weakness {kind} {points}" for kind, points in creature["weakness"].items()),
        *(f"DR {points}/{past}" for past, points in creature["DR"].items()),
        *(f"hardness {points}" for points in creature["hardness"].values()),
    )


def any_blow(random: Random) -> Blow:
    """Up to three parts of different kinds: one energy, or a blade of some stuff."""
    kinds = random.sample((*ENERGIES, *BLADES), random.randint(1, 3))
    parts = []
    for kind in kinds:
        stuff = tuple(one for one in STUFF if kind in BLADES and random.random() < 0.3)
        parts.append((random.randint(0, 40), (kind, *stuff)))
    return parts


def reckon(creature: Creature, blow: Blow, ruleset: str) -> int:
    """What arrives of a blow, by the text of the open rules."""
    total = 0
    reduced = dict(creature["DR"])
    hard = sum(creature["hardness"].values())
    for points, (kind, *stuff) in blow:
        left = points
        if kind in creature["immune"]:
            left = 0
        if ruleset not in LATE:
            left = _more(left, kind, creature)
        left = max(0, left - creature["resist"].get(kind, 0))
        if kind in BLADES:
            open_ones = [past for past in reduced if past not in stuff]
            if open_ones:
                best = max(open_ones, key=lambda past: creature["DR"][past])
                taken = min(left, reduced[best])
                left -= taken
                reduced[best] -= taken
        if ruleset in LATE:
            left = _more(left, kind, creature)
        if not ("adamantine" in stuff and sum(creature["hardness"].values()) < CUT[ruleset]):
            taken = min(left, hard)
            left -= taken
            hard -= taken
        total += left
    return total


def _more(left: int, kind: str, creature: Creature) -> int:
    if left and kind in creature["vulnerable"]:
        left = left * 3 // 2
    if left:
        left += creature["weakness"].get(kind, 0)
    return left


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_preview_decision_and_oracle_agree_on_what_arrives(ruleset: str) -> None:
    """20,000 blows by night, of four systems."""
    random = Random(f"kinds of damage {ruleset}")
    assets = under(ruleset)
    for _ in range(rounds(MANY, 5000)):
        creature = any_creature(random)
        sheet = replace(PLAIN, defences=lines_of(creature))
        state = brawl(replace(WOLF, hp=500, sheet=sheet), wolf="D3")
        blow = any_blow(random)
        amounts = tuple(points for points, _ in blow)
        command = Hurt(("wolf",), amounts, kinds=tuple(kinds for _, kinds in blow))

        (ahead,) = after_hurt(state, assets, command)
        events = happens(command, state, ruleset=ruleset, assets=assets)

        arrived = [event.amount for event in events if isinstance(event, Damaged)]
        expected = reckon(creature, blow, ruleset)
        dealt = any(amounts)
        assert arrived == [expected] * dealt, (lines_of(creature), blow)
        assert ahead.arrival is not None
        assert ahead.arrival.arrives == expected
        assert ahead.now.hp == 500 - expected
