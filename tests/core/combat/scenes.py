"""Random scenes for the whole combat grid, drawn by Hypothesis or, much faster, from a seed.

Both draw alike: `scenes()` and `manners(scene)` are strategies, `random_scene(chance)` and
`random_manner(chance, scene)` take a seeded `random.Random`. The first creature of a scene is
the one to move; it stands on the map, as all do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from core.combat.board.drawing import LIGHTS, lit, runs
from core.combat.board.scene import Action, Creature, GridMode, Manner, Scene
from core.combat.board.squares import Battlefield, Square, read_field
from core.rulesets.schema import Ruleset
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.combat.staging import walled
from tests.switched import AS_PACKAGED, PRINTED, Switches, switched

T = TypeVar("T")

PALETTES = (
    ".",
    "........:%o=^&#",
    "...........####",
    "....:::%%..o=##",
    ".....~~~^^&&..#",
    "..:#",
    "....oo==..#",
    ".:%~^o=&#",
)
"""What a map is made of: each square is one of these signs, as common as it is here."""

SIDES = ("party", "party", "foe", "foe", "beasts")
CONDITIONS = (
    "prone", "stunned", "helpless", "unconscious", "asleep", "paralyzed", "bound", "dead", "bulky",
    "fills_space", "ignores_difficult", "unarmed", "flat_footed", "blinded", "invisible", "blur",
    "combat_reflexes", "fatigued", "darkvision", "low_light", "see_invisible", "cowering", "dazed",
)  # fmt: skip
ACTIONS: tuple[Action, ...] = ("move", "run", "charge", "five_foot_step", "step", "withdraw")
MODES: tuple[GridMode, ...] = ("walk", "fly", "swim", "incorporeal")
MOST = 8
"""Creatures in a scene."""


class Chooser(Protocol):
    """What chooses: Hypothesis, or a seeded generator."""

    def pick(self, choices: Sequence[T]) -> T:
        """One of these; the first is the plainest."""

    def whole(self, least: int, most: int) -> int:
        """A whole number."""

    def text(self, signs: str, length: int) -> str:
        """A text of these signs."""


class Seeded:
    """Chooses by a seeded generator."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def pick(self, choices: Sequence[T]) -> T:
        return choices[int(self.chance.random() * len(choices))]

    def whole(self, least: int, most: int) -> int:
        return least + int(self.chance.random() * (most - least + 1))

    def text(self, signs: str, length: int) -> str:
        return "".join(self.chance.choices(signs, k=length))


class Drawn:
    """Chooses by Hypothesis."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw

    def pick(self, choices: Sequence[T]) -> T:
        found: T = self.draw(st.sampled_from(choices))
        return found

    def whole(self, least: int, most: int) -> int:
        found: int = self.draw(st.integers(least, most))
        return found

    def text(self, signs: str, length: int) -> str:
        found: str = self.draw(st.text(st.sampled_from(signs), min_size=length, max_size=length))
        return found


@st.composite
def scenes(
    draw: Callable[[st.SearchStrategy[Any]], Any],
    *,
    ruleset: str = "",
    most: int = MOST,
    widest: int = 14,
    sizes: str = "",
    switches: Switches = AS_PACKAGED,
) -> Scene:
    """A scene of `ruleset` ("" = any of the four) with 1 to `most` creatures."""
    return _scene(Drawn(draw), ruleset, most, widest, sizes, switches)


@st.composite
def manners(
    draw: Callable[[st.SearchStrategy[Any]], Any],
    scene: Scene,
    *,
    actions: Sequence[Action] = ACTIONS,
) -> Manner:
    """A way of moving for the creatures of `scene`."""
    return _manner(Drawn(draw), scene, actions)


def random_scene(
    chance: random.Random,
    *,
    ruleset: str = "",
    most: int = MOST,
    widest: int = 14,
    sizes: str = "",
    switches: Switches = AS_PACKAGED,
) -> Scene:
    """As `scenes`, from a seed."""
    return _scene(Seeded(chance), ruleset, most, widest, sizes, switches)


def random_manner(
    chance: random.Random, scene: Scene, *, actions: Sequence[Action] = ACTIONS
) -> Manner:
    """As `manners`, from a seed."""
    return _manner(Seeded(chance), scene, actions)


def with_zones(chance: random.Random, scene: Scene) -> Scene:
    """Now and then, parts of the scene in another light."""
    field = scene.field
    zones = []
    for _ in range(chance.choice((0, 0, 1, 2))):
        bits = field.bits(
            Square(x, y)
            for y in range(chance.randint(0, field.height))
            for x in range(chance.randint(0, field.width), field.width)
        )
        zones.append((runs(field, bits), chance.choice(LIGHTS)))
    return replace(scene, lit=lit(field, scene.light, zones))


def compare_scenes(
    compare: Callable[[Scene, random.Random], None], count: int, seed: int, *, widest: int = 14
) -> None:
    """Compare what `count` random scenes have with an oracle; a failure shows the scene."""
    chance = random.Random(seed)
    for _ in range(count):
        scene = random_scene(chance, widest=widest)
        try:
            compare(scene, chance)
        except AssertionError as wrong:
            raise AssertionError(written(scene)) from wrong


def written(scene: Scene) -> str:
    """A scene as text, for the message of a test that fails."""
    field = scene.field
    walls = [
        f"{name}: " + " ".join(str(square) for square in field.squares(bits))
        for name in ("wall_east", "wall_south", "low_east", "low_south")
        if (bits := getattr(field, name))
    ]
    zones = [f"{light}: {runs(field, bits)}" for light, bits in scene.lit] or [scene.light]
    return "\n".join(["", scene.rules.id, *field.rows, *walls, *zones, *map(str, scene.creatures)])


def _scene(
    chooser: Chooser, ruleset: str, most: int, widest: int, sizes: str, switches: Switches
) -> Scene:
    rules = switched(ruleset or chooser.pick(PACKAGED), {**PRINTED, **switches})
    width = chooser.whole(1, widest)
    height = chooser.whole(1, widest)
    if chooser.whole(0, 19) == 19:
        width += 3 * widest
    palette = chooser.pick(PALETTES)
    rows = [chooser.text(palette, width) for _ in range(height)]
    walls = _edges(chooser, width, height)
    low = _edges(chooser, width, height)
    table = rules.combat.sizes
    known = [size for size in table if not sizes or size in sizes]
    fitting = [size for size in known if table[size].space <= min(width, height)] or ["M"]
    common = [size for size in fitting if size in "SML"] or fitting
    creatures: list[Creature] = []
    for number in range(chooser.whole(1, most)):
        size = chooser.pick((common, fitting)[chooser.whole(0, 1)])
        space = table[size].space
        creatures.append(_creature(chooser, (width, height), number, creatures, size, space))
    if chooser.whole(0, 5) < 5:
        rows = _carved(rows, creatures, rules)
    field = walled(read_field(rows, rules.combat.ground), walls, low)
    return Scene(rules=rules, field=field, creatures=tuple(creatures))


def _carved(rows: list[str], creatures: list[Creature], rules: Ruleset) -> list[str]:
    """The map without walls where creatures stand."""
    scene = Scene(rules=rules, field=Battlefield(0, 0), creatures=tuple(creatures))
    free = {square for creature in creatures for square in scene.body(creature).squares()}
    return [
        "".join("." if sign == "#" and (x, y) in free else sign for x, sign in enumerate(row))
        for y, row in enumerate(rows)
    ]


def _edges(chooser: Chooser, width: int, height: int) -> list[str]:
    """Some borders inside the map; on most maps none."""
    if chooser.whole(0, 2) < 2:
        return []
    found: list[str] = []
    for _ in range(chooser.whole(1, 1 + width * height // 6)):
        x = chooser.whole(0, width - 1)
        y = chooser.whole(0, height - 1)
        to = Square(x, y).by(*chooser.pick(((1, 0), (0, 1))))
        if to.x < width and to.y < height:
            found.append(f"{Square(x, y)!s}/{to!s}")
    return found


def _creature(
    chooser: Chooser,
    board: tuple[int, int],
    number: int,
    others: list[Creature],
    size: str,
    space: int,
) -> Creature:
    override = None
    if chooser.whole(0, 11) == 11:
        space = override = chooser.whole(1, min(*board, 5))
    at = Square(chooser.whole(0, board[0] - space), chooser.whole(0, board[1] - space))
    mount = None
    if others and chooser.whole(0, 7) == 7:
        mount = chooser.pick([other for other in others if not other.rides])
        at = mount.at
        size = "M"
        override = None
    return Creature(
        id=f"c{number}",
        size=size,
        at=at,
        side=mount.side if mount else chooser.pick(SIDES),
        long=chooser.whole(0, 1) == 1,
        reach=chooser.whole(0, 5) if chooser.whole(0, 7) == 7 else None,
        weapon_reach=chooser.whole(1, 8) if chooser.whole(0, 5) == 5 else None,
        near=chooser.whole(0, 1) == 1,
        space=override,
        conditions=_conditions(chooser),
        rides=mount.id if mount else "",
    )


def _conditions(chooser: Chooser) -> tuple[str, ...]:
    if chooser.whole(0, 2) < 2:
        return ()
    found = [chooser.pick(CONDITIONS) for _ in range(chooser.whole(1, 2))]
    return tuple(dict.fromkeys(found))


def _manner(chooser: Chooser, scene: Scene, actions: Sequence[Action]) -> Manner:
    tumbled = frozenset(c.id for c in scene.creatures if chooser.whole(0, 2) == 2)
    tumbles: tuple[bool | frozenset[str], ...] = (False, False, False, True, tumbled)
    return Manner(
        action=chooser.pick(actions) if chooser.whole(0, 2) == 2 else actions[0],
        mode=chooser.pick(MODES) if chooser.whole(0, 2) == 2 else "walk",
        budget=None if chooser.whole(0, 4) == 4 else chooser.whole(0, 20),
        diagonals_before=chooser.whole(0, 3),
        extra_doublings=chooser.pick((0, 0, 0, 0, 1, 2)),
        tumble=chooser.pick(tumbles),
        squeeze=chooser.whole(0, 3) == 3,
        full_round=chooser.whole(0, 3) == 3,
        next_move_action=chooser.whole(0, 3) == 3,
        ends_here=chooser.whole(0, 9) < 9,
    )
