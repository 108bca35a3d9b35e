"""Places round an enemy: who stands where so that most of a pack flank it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest

from core.combat.board.creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square
from core.combat.board.strikes import melee_reach, strike
from core.combat.threat.flanking import by_squares
from core.combat.threat.opposite import opposite
from core.combat.threat.threat import allies, can_strike, threatens
from core.play.fight.moves.packers import Packer
from core.values import Struct

BEAM = 120
"""So many beginnings of a placing are followed up."""
TRIED = 24
"""So many placings are worked out step by step."""


class Placing(Struct):
    """Who of a pack ends where; `waits` are those without a place.

    `near` are those whose place is only nearer to the enemy, not one to strike from.
    """

    ends: tuple[tuple[Packer, Square], ...]
    waits: tuple[Packer, ...] = ()
    taken: int = 0
    flanks: frozenset[int] = frozenset()
    strikes: int = 0
    cost: int = 0
    near: frozenset[str] = frozenset()

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """The less the better: without a place, not flanking, struck at, far to go."""
        return len(self.waits), -len(self.flanks), self.strikes, self.cost


class Spot(Struct):
    """A place from which one of a pack strikes at the enemy."""

    at: Square
    body: Block
    bits: int
    cost: int
    strikes: int
    with_allies: bool


@dataclass
class Siege:
    """An enemy and the lines through it."""

    scene: Scene
    target: Block
    any_square: bool
    known: dict[tuple[Block, Block], bool] = field(default_factory=dict)

    def flanked(self, one: Block, other: Block) -> bool:
        """Whether two spaces are on opposite sides of the enemy (G-4)."""
        key = (one, other)
        if key not in self.known:
            line = opposite(one, other, self.target, any_square=self.any_square)
            self.known[key] = self.known[other, one] = line is not None
        return self.known[key]


def surround(pack: Sequence[Packer], enemy: Creature, scene: Scene) -> tuple[Placing, ...]:
    """The best placings round an enemy, the best first; each space is taken once."""
    siege = Siege(scene, scene.body(enemy), by_squares(scene))
    spots = [(one, _near(one, tuple(_spots(one, enemy, siege, pack)))) for one in pack]
    spots.sort(key=lambda pair: len(pair[1]))
    beam = [Placing(())]
    for packer, places in spots:
        beam = nsmallest(
            BEAM,
            (one for placing in beam for one in _grown(placing, packer, places, siege)),
            key=lambda placing: placing.worth,
        )
    distinct: dict[frozenset[Square], Placing] = {}
    for placing in beam:
        distinct.setdefault(frozenset(at for _, at in placing.ends), placing)
    return tuple(distinct.values())[:TRIED]


def _near(packer: Packer, spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple(spot for spot in spots if spot.cost <= packer.first) or spots


def _grown(
    placing: Placing, packer: Packer, places: Sequence[Spot], siege: Siege
) -> Iterator[Placing]:
    yield Placing(
        placing.ends, (*placing.waits, packer), placing.taken, placing.flanks, placing.strikes,
        placing.cost,
    )  # fmt: skip
    number = len(placing.ends)
    for spot in places:
        if spot.bits & placing.taken:
            continue
        flanks = {
            n
            for n, (other, at) in enumerate(placing.ends)
            if packer.may_flank and other.may_flank and siege.flanked(spot.body, other.body(at))
        }
        mine = {number} if flanks or spot.with_allies else set()
        yield Placing(
            (*placing.ends, (packer, spot.at)), placing.waits, placing.taken | spot.bits,
            placing.flanks | flanks | mine, placing.strikes + spot.strikes,
            placing.cost + spot.cost,
        )  # fmt: skip


def _spots(packer: Packer, enemy: Creature, siege: Siege, pack: Sequence[Packer]) -> Iterator[Spot]:
    scene, target = packer.stage.scene, siege.target
    mover, battlefield = packer.mover, packer.stage.scene.field
    reach = strike(scene, mover)
    if not reach.able:
        return
    names = {one.id for one in pack} | {one.mover.id for one in pack}
    friends = [
        scene.body(one)
        for one in allies(scene, mover)
        if one.id not in names and threatens(scene, one, enemy)
    ]
    far = melee_reach(scene, mover) + reach.body.side
    for y in range(target.y - far, target.y + target.side + far):
        for x in range(target.x - far, target.x + target.side + far):
            at = Square(x, y)
            if not packer.ends & battlefield.bit(at):
                continue
            body = packer.body(at)
            if can_strike(battlefield, reach._replace(body=body), target, enemy.elevation):
                helped = packer.may_flank and any(siege.flanked(body, one) for one in friends)
                yield Spot(
                    at, body, battlefield.block(body), packer.cost(at), packer.strikes(at), helped
                )
