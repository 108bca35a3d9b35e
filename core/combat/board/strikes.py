"""The melee reach of a creature: its own, or that of the weapon in its hands.

The squares within a reach are stamps, worked out once and laid on any battlefield.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.combat.board.scene import Creature, Scene, name_creature
from core.combat.board.squares import EXCEPTION, Battlefield, Block, Square, apart, gap, within
from core.messages import Message, Squares
from core.receipts import Receipt


class Stamp(NamedTuple):
    """The squares round a space: (rows below the anchor, the row's squares as bits).

    Bit `margin` of a row is the anchor's column.
    """

    margin: int
    rows: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """The number of its squares."""
        return sum(row.bit_count() for _, row in self.rows)


@lru_cache(maxsize=512)
def stamp(side: int, outer: int, inner: int, second_diagonal: bool) -> Stamp:
    """Return the squares within `outer` squares of a space of side `side`, not within `inner`.

    Both are measured as G-2 has it, with the second diagonal of a reach of two or without it
    (C-097, C-098, C-100). `inner` 0 leaves out the space itself only.
    """
    rows = []
    for y in range(-outer, side + outer):
        dy = max(0, -y, y - (side - 1))
        row = _span(outer, side, _widest(dy, outer, second_diagonal))
        row &= ~_span(outer, side, _widest(dy, inner, second_diagonal))
        if row:
            rows.append((y, row))
    return Stamp(outer, tuple(rows))


def _widest(dy: int, reach: int, second_diagonal: bool) -> int:
    flat = reach - dy // 2
    if flat >= dy:
        widest = flat
    else:
        widest = min(dy, 2 * (reach - dy) + 1)
    if within(widest + 1, dy, reach, second_diagonal=second_diagonal):
        widest += 1
    return max(-1, widest)


def _span(margin: int, side: int, widest: int) -> int:
    widest = min(widest, margin)
    if widest >= 0:
        return ((1 << (side + 2 * widest)) - 1) << (margin - widest)
    return 0


def lay(pattern: Stamp, field: Battlefield, space: Block) -> int:
    """Return the squares of a stamp laid round a space, as far as they are on the map."""
    stride = field.stride
    height = field.height
    across = (1 << field.width) - 1
    shift = space.x - pattern.margin
    bits = 0
    top = -1
    for down, row in pattern.rows:
        y = space.y + down
        if y < 0:
            continue
        if y >= height:
            break
        if top < 0:
            top = y
        row = (row << shift if shift >= 0 else row >> -shift) & across
        bits |= row << ((y - top) * stride)
    if bits:
        return bits << (top * stride)
    return 0


TABLES = ("C-086", "C-087", "C-089")
"""The tables of sizes: a system has one of them."""

DISPUTED = "H"
"""The size whose reach the documents of the d20 tables print differently (QC-2)."""
D20_TABLES = TABLES[:2]


class Strike(NamedTuple):
    """The squares that a creature can strike in melee, walls not considered.

    From its space `body` as far as `outer` squares but not within `inner`; into its own space if
    `own_space` (C-094). Not `able`: it strikes nowhere (C-104). `feet` is its height, in squares
    above the ground.
    """

    body: Block
    outer: int
    inner: int
    own_space: bool
    second_diagonal: bool
    able: bool
    feet: int = 0

    def pattern(self) -> Stamp:
        """Return the squares outside its own space, to be laid on a battlefield."""
        return stamp(self.body.side, self.outer, self.inner, self.second_diagonal)

    def around(self, field: Battlefield) -> int:
        """Return the squares of its space and within its reach, as bits; the most at any height."""
        pattern = stamp(self.body.side, self.outer, 0, self.second_diagonal)
        return lay(pattern, field, self.body) | field.block(self.body)

    def touches(self, square: Square, feet: int) -> bool:
        """Whether it strikes at what is in one square, `feet` squares above the ground.

        A creature is taken to be as high as its space is wide, and a distance in three dimensions
        counts 1-2-1-2 as steps do that change two or three coordinates (C-127): a house default,
        where the sources know the flat map only. Walls are not looked at.
        """
        rise = apart(self.body.side, 1, (self.feet, feet))
        longest, middle, _ = sorted((*gap(self.body, Block(*square, 1)), rise), reverse=True)
        if not longest:
            return self.own_space
        near = within(longest, middle, self.inner, second_diagonal=self.second_diagonal)
        if self.inner and near:
            return False
        return within(longest, middle, self.outer, second_diagonal=self.second_diagonal)


def strike(scene: Scene, creature: Creature) -> Strike:
    """Return the melee strike of a creature (C-093 to C-102, C-104, C-257)."""
    tactics = scene.combat.mechanisms
    beyond = strikes_only_beyond(scene, creature)
    able = not scene.has(creature, "threatens_not")
    return Strike(
        body=scene.body(creature),
        outer=melee_reach(scene, creature),
        inner=scene.reach(creature) if beyond else 0,
        own_space=able and not beyond,
        second_diagonal=tactics.reach_two == "second_diagonal",
        able=able,
        feet=creature.elevation,
    )


def strikes(scene: Scene, creature: Creature) -> tuple[Strike, ...]:
    """Return its strike from each block that it fills (C-079); a reach weapon only the first."""
    first = strike(scene, creature)
    if first.inner:
        return (first,)
    return tuple(first._replace(body=block) for block in scene.bodies(creature))


def strikes_only_beyond(scene: Scene, creature: Creature) -> bool:
    """Whether its weapon strikes only beyond its natural reach, as a spear does (C-099)."""
    if creature.weapon_reach is None or creature.near:
        return False
    return scene.combat.mechanisms.reach_weapon == "beyond"


def melee_reach(scene: Scene, creature: Creature) -> int:
    """Return the reach in squares of a creature with what it has in hand (C-097 to C-102)."""
    if creature.weapon_reach is None:
        return scene.reach(creature)
    return creature.weapon_reach


def strike_receipt(scene: Scene, creature: Creature) -> Receipt:
    """Return the receipt of a creature's reach, or of why it strikes nowhere."""
    causes = scene.causes(creature, "threatens_not")
    if causes:
        value = Message("{conditions}", conditions=causes)
        return scene.rules.cite(
            "C-104", "{who} threatens nothing", value, who=name_creature(creature)
        )
    reach = melee_reach(scene, creature)
    parts = tuple(_details(scene, creature))
    if reach <= 1:
        return _natural(scene, creature, parts)
    return scene.rules.cite(
        "C-097",
        "reach of {who}, counted 1-2-1-2",
        Squares(reach),
        _natural(scene, creature),
        *parts,
        who=name_creature(creature),
    )


def _details(scene: Scene, creature: Creature) -> Iterator[Receipt]:
    rules = scene.rules
    tactics = scene.combat.mechanisms
    natural = scene.reach(creature)
    reach = melee_reach(scene, creature)
    if creature.weapon_reach is not None:
        yield _weapon(scene, creature)
        if natural > 1 and strikes_only_beyond(scene, creature):
            yield rules.cite("C-100", "not within its natural reach", Squares(natural))
    elif natural > 1 and rules.states("C-095"):
        yield rules.cite("C-095", "a long natural reach covers near squares too", Squares(1))
    if EXCEPTION in (reach, natural):
        plain = tactics.reach_two == "plain"
        if creature.weapon_reach is None or plain:
            questions = ""
        else:
            questions = "QC-5"
        verdict = Message("left out") if plain else Message("covered")
        yield rules.cite(
            "C-098", "the second diagonal of a reach of two squares", verdict, questions=questions
        )
    if creature.rides:
        yield rules.cite("C-257", "strikes from any square of its mount's space", creature.rides)


def _natural(scene: Scene, creature: Creature, parts: tuple[Receipt, ...] = ()) -> Receipt:
    rules = scene.rules
    size = scene.size(creature)
    natural = scene.reach(creature)
    table = next((rule for rule in TABLES if rules.states(rule)), TABLES[0])
    if natural == 0:
        small = (
            rules.cite(
                "C-093", "smaller than a square: strikes only within its own space", Squares(0)
            ),
            rules.cite("C-105", "threatens nothing around it", Squares(0)),
        )
        parts = (*small, *parts)
    if creature.reach is not None:
        return rules.cite(table, "natural reach, given for this creature", Squares(natural), *parts)
    if creature.long:
        parts = (rules.cite("C-090", "a long body", Squares(size.long)), *parts)
    disputed = creature.size == DISPUTED and not creature.long
    if disputed and table in D20_TABLES:
        questions = "QC-2"
    else:
        questions = ""
    return rules.cite(
        table,
        "natural reach of size {size}",
        Squares(natural),
        *parts,
        source=size.source,
        questions=questions,
        size=creature.size,
    )


def _weapon(scene: Scene, creature: Creature) -> Receipt:
    rules = scene.rules
    tactics = scene.combat.mechanisms
    natural = scene.reach(creature)
    reach = melee_reach(scene, creature)
    if creature.near and tactics.reach_weapon == "beyond":
        label = Message("this attack strikes at near squares too, as far as")
        return rules.cite("C-095", label, Squares(reach), default=True)
    if tactics.reach_weapon == "beyond":
        questions = "QC-1" if reach > EXCEPTION else ""
        return rules.cite(
            "C-099",
            "a reach weapon strikes only beyond the natural reach, as far as",
            Squares(reach),
            questions=questions,
        )
    label = Message("a reach weapon strikes at near squares too, as far as")
    if tactics.reach_gain == "one_square":
        return rules.cite("C-102", label, Squares(reach))
    return rules.cite(
        "C-101",
        label,
        Squares(reach),
        questions="QC-17" if natural > 1 else "",
        default=natural > 1,
    )
