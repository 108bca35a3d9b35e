"""Random fights with riders, swimmers, burrowers and many-armed beasts, from a seed.

Each is made twice of the same plain figures: as a state for the program, as a `Fight` for the
oracle.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from core.combat.board.drawing import Light
from core.combat.board.squares import Square, read_field
from core.creatures import Attack, AttackMode, Mode, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Figure, Foe, Lasting, Zone
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, changed_being, changed_figure, fight_of, sheet
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import scene_of
from core.values import replace
from tests.core.combat.oracles.fights import Arm, Cell, Fight, Fighter, Shade, Side
from tests.core.combat.oracles.walking import SPACE
from tests.core.play.fight.boards import fight
from tests.switched import AS_PACKAGED, Switches, switched

GROUNDS = ("...............", "..........::%", ".........#", ".......o=^", "....&&", ".....:#&o")
LIGHTS: tuple[Light, ...] = ("bright", "bright", "dim", "dark", "dark", "dark")
SENSES = ("darkvision", "darkvision", "low_light", "combat_reflexes", "see_invisible")
STATES = (
    "blinded", "invisible", "stunned", "asleep", "paralyzed", "entangled", "shaken", "fatigued",
    "exhausted", "dazed", "flat_footed", "unarmed", "cowering", "dazzled", "blur", "pinned",
    "frightened", "helpless", "grappling", "bound", "prone", "prone",
)  # fmt: skip
WHERE_NOT = {"walk": "#~o=", "burrow": "#~o=", "swim": ""}
"""Signs on which nobody stands at first who moves so."""


def attack(
    name: str,
    bonus: int,
    *,
    reach: int | None = None,
    near: bool = False,
    mode: AttackMode = "melee",
    weapon: str = "melee",
) -> Attack:
    """An attack of 1d6."""
    return Attack(name, (bonus,), "1d6", mode=mode, weapon=weapon, reach=reach, near=near)


@dataclass(frozen=True)
class Kind:
    """What may be drawn: a name, its body, its speeds, and its choices of attacks."""

    name: str
    sizes: str
    speeds: tuple[tuple[Mode, tuple[int, ...]], ...]
    attacks: tuple[tuple[Attack, ...], ...]
    long: bool = False
    hands: tuple[int, ...] = (0,)


SWORD = attack("sword", 6)
BOW = attack("bow", 4, mode="ranged", weapon="bow")
ON_FOOT: tuple[tuple[Mode, tuple[int, ...]], ...] = (("walk", (4, 6, 8)),)
SOLDIER = Kind(
    "soldier",
    "SMM",
    ON_FOOT,
    (
        (SWORD, BOW),
        (BOW, attack("bite", 2)),
        (attack("spear", 5, reach=2), attack("bite", 2)),
        (attack("chain", 3, reach=2, near=True),),
        (attack("lance", 7, reach=2), SWORD),
        (BOW, SWORD),
        (attack("crossbow", 3, mode="ranged", weapon="crossbow"),),
    ),
    hands=(0, 0, 1),
)
HORSE = Kind("horse", "LLLH", (("walk", (8, 10)),), ((attack("hoof", 4),),), long=True)
HOUND = Kind("hound", "M", (("walk", (8,)),), ((attack("bite", 3),),))
SHARK = Kind(
    "shark",
    "TMLH",
    (("swim", (4, 6, 8)),),
    ((attack("bite", 5),), (attack("tail", 4, reach=2, near=True), attack("bite", 5))),
    long=True,
)
NEWT = Kind(
    "newt",
    "SML",
    (("swim", (4, 6)), ("walk", (3, 4))),
    ((attack("bite", 4), attack("tail slap", 2)), (attack("trident", 3), attack("bite", 1))),
    long=True,
)
WORM = Kind("worm", "MLH", (("burrow", (2, 4)),), ((attack("bite", 6),),), long=True)
MOLE = Kind(
    "mole",
    "SML",
    (("burrow", (2, 4)), ("walk", (4, 6))),
    ((attack("claw", 5), attack("bite", 3)),),
)
DRAKE = Kind(
    "drake",
    "MLH",
    (("walk", (6, 8)),),
    (
        (attack("claw", 5), attack("bite", 6, reach=3, near=True)),
        (attack("jaws", 6, reach=3), attack("tail", 5, reach=4), attack("claw", 4)),
        (attack("bite", 6), attack("tentacle", 4, reach=3)),
        (attack("claw", 5, reach=1), attack("bite", 3)),
    ),
    long=True,
    hands=(0, 1),
)
OGRE = Kind(
    "ogre",
    "LLH",
    ON_FOOT,
    (
        (attack("club", 8),),
        (attack("pike", 7, reach=4),),
        (attack("pike", 7, reach=4), attack("slam", 5)),
    ),
)
RAT = Kind("rat", "TTD", (("walk", (3, 4)), ("swim", (2,))), ((attack("bite", 4),),))
KINDS = (SOLDIER, SOLDIER, SHARK, SHARK, NEWT, NEWT, WORM, MOLE, MOLE, DRAKE, DRAKE, OGRE, RAT)
BODIES = ("hoof", "bite", "tail", "tail slap", "claw", "jaws", "tentacle", "slam")
"""The attacks that are parts of a body."""


@dataclass
class Skirmish:
    """A fight for the program (`state`) and for the oracle (`fight`)."""

    state: State
    assets: Assets
    fight: Fight
    beings: tuple[Foe, ...]
    rows: tuple[str, ...] = field(default=())


class Maker:
    """Draws one fight."""

    kinds: tuple[Kind, ...] = KINDS
    mounts: tuple[Kind, ...] = (HORSE, HORSE, NEWT, HOUND, DRAKE)
    lights = LIGHTS

    def __init__(
        self, chance: random.Random, system: str, switches: Switches = AS_PACKAGED
    ) -> None:
        self.chance = chance
        self.system = system
        self.switches = switches
        self.rules = switched(system, switches)
        self.width = chance.choice((7, 9, 12))
        self.height = chance.choice((6, 8))
        self.rows = self.ground()
        self.taken: set[Cell] = set()
        self.fighters: dict[str, Fighter] = {}
        self.beings: list[Foe] = []

    def ground(self) -> tuple[str, ...]:
        """Ground of one kind or another, mostly with a lake."""
        chance = self.chance
        signs = chance.choice(GROUNDS)
        rows = [[chance.choice(signs) for _ in range(self.width)] for _ in range(self.height)]
        if chance.random() < 0.7:
            left = chance.randrange(self.width - 3)
            top = chance.randrange(self.height - 3)
            wide = chance.randint(3, 7)
            high = chance.randint(3, 6)
            for y in range(top, min(self.height, top + high)):
                for x in range(left, min(self.width, left + wide)):
                    rows[y][x] = "~"
        return tuple("".join(row) for row in rows)

    def place(self, size: str, mode: str) -> Cell | None:
        """A free place for a space of this size; None = there is none."""
        side = SPACE[size]
        spots = [
            (x, y)
            for y in range(self.height - side + 1)
            for x in range(self.width - side + 1)
            if self.bears(x, y, side, mode)
        ]
        return self.chance.choice(spots) if spots else None

    def bears(self, x: int, y: int, side: int, mode: str) -> bool:
        cells = [(x + i, y + j) for i in range(side) for j in range(side)]
        signs = {self.rows[b][a] for a, b in cells}
        if mode == "swim" and signs != {"~"}:
            return False
        if signs & set(WHERE_NOT[mode]):
            return False
        return not self.taken & set(cells)

    def add(self, kind: Kind, side: Side, rides: str = "") -> Fighter | None:
        """One of a kind on a side, riding or somewhere; None where it has no room."""
        chance = self.chance
        size = chance.choice([one for one in kind.sizes if one in self.rules.combat.sizes])
        speeds = {mode: chance.choice(squares) for mode, squares in kind.speeds}
        mode = chance.choice(list(speeds))
        at = self.fighters[rides].at if rides else self.place(size, mode)
        if at is None:
            return None
        attacks = chance.choice(kind.attacks)
        hand = min(chance.choice(kind.hands), len(attacks) - 1)
        made = Fighter(
            id=f"{kind.name}{len(self.fighters)}",
            side=side,
            size=size,
            at=at,
            speeds=speeds,
            arms=arms_of(attacks),
            ac=chance.randint(8, 20),
            dexterity=chance.choice((None, -2, 0, 1, 3)),
            long=kind.long,
            reach=1 if size == "T" and chance.random() < 0.2 else None,
            hand=hand,
            traits=self.traits(),
            rides=rides,
            acted=chance.random() < 0.85,
            hidden=chance.random() < 0.05,
            reaction=chance.choice((None, None, True, False)),
        )
        self.fighters[made.id] = made
        self.beings.append(self.being(made, attacks))
        if not rides:
            width = SPACE[size]
            self.taken |= {(at[0] + i, at[1] + j) for i in range(width) for j in range(width)}
        return made

    def traits(self) -> tuple[str, ...]:
        """What it sees with, and now and then a condition of those that the system has."""
        chance = self.chance
        names = [name for name in dict.fromkeys(SENSES) if chance.random() < 0.3]
        if chance.random() < 0.25:
            names.append(chance.choice(STATES))
        return tuple(name for name in names if name in self.rules.combat.conditions)

    def being(self, made: Fighter, attacks: Sequence[Attack]) -> Foe:
        """The creature as the program has it."""
        senses = tuple(name for name in made.traits if name in SENSES)
        others = tuple(Lasting(name) for name in made.traits if name not in SENSES)
        sheet = Sheet(
            size=made.size,
            long=made.long,
            reach=made.reach,
            ac=made.ac,
            dexterity=made.dexterity,
            speeds=tuple(made.speeds.items()),
            attacks=tuple(attacks),
            traits=senses,
            reaction=made.reaction,
        )
        token = chr(ord("a") + len(self.beings))
        return Foe(
            made.id, made.id.title(), token, side=made.side, hp=40, sheet=sheet, lasting=others
        )

    def crowd(self) -> None:
        """Some of each side, riders among them."""
        chance = self.chance
        sides: tuple[Side, ...] = ("party", "foes", "party", "foes", "neutral")
        for number in range(chance.randint(3, 6)):
            side = sides[number] if number < 2 else chance.choice(sides)
            if chance.random() < 0.3:
                mount = self.add(chance.choice(self.mounts), side)
                if mount is not None:
                    self.add(SOLDIER, side, mount.id)
            else:
                self.add(chance.choice(self.kinds), side)

    def shades(self) -> tuple[Shade, ...]:
        """Now and then a part of the board in another light."""
        chance = self.chance
        if chance.random() < 0.75:
            return ()
        left = chance.randrange(self.width)
        top = chance.randrange(self.height)
        cells = frozenset((x, y) for x in range(left, self.width) for y in range(top, self.height))
        return ((cells, chance.choice(self.lights)),)

    def make(self) -> Skirmish:
        """The fight twice over, of two creatures at least."""
        self.crowd()
        while len(self.fighters) < 2:
            self.rows = self.ground()
            self.crowd()
        light = self.chance.choice(self.lights)
        shades = self.shades()
        plain = Fight(
            self.rules,
            read_field(self.rows, self.rules.combat.ground),
            self.fighters,
            light,
            shades,
        )
        at = {one.id: str(Square(*one.at)) for one in self.fighters.values()}
        figures: dict[str, dict[str, object]] = {
            one.id: {
                "mount": one.rides,
                "acted": one.acted,
                "hidden": one.hidden,
                "weapon": one.hand,
                "mode": self.mode(one),
            }
            for one in self.fighters.values()
        }
        drawing = "\n".join(self.rows)
        state, assets = fight(
            drawing, *self.beings, at=at, system=self.system, switches=self.switches, **figures
        )
        zones = tuple(Zone(written(cells), shade) for cells, shade in shades)
        encounter = replace(state.encounters[0], light=light, zones=zones)
        state = replace(state, encounters=(encounter,))
        return Skirmish(state, assets, plain, tuple(self.beings), self.rows)

    def mode(self, fighter: Fighter) -> str:
        """How it is on the board: swimming where there is water."""
        x, y = fighter.at
        if self.rows[y][x] == "~":
            return "swim"
        return next((mode for mode in ("walk", "burrow") if mode in fighter.speeds), "walk")


def arms_of(attacks: Sequence[Attack]) -> tuple[Arm, ...]:
    return tuple(
        Arm(
            index,
            one.bonuses[0],
            one.mode,
            one.reach,
            one.near,
            natural=one.name in BODIES,
            weapon=one.weapon,
        )
        for index, one in enumerate(attacks)
    )


def written(cells: frozenset[Cell]) -> str:
    """Squares as the program writes them."""
    return " ".join(str(Square(*cell)) for cell in sorted(cells))


def attacks_of(skirmish: Skirmish) -> list[PlannedAttack]:
    """Every attack that somebody can make on an enemy with what is in hand."""
    scene = scene_of(skirmish.state, skirmish.assets)
    found: list[PlannedAttack] = []
    for by in scene.creatures:
        for at in scene.creatures:
            if scene.friends(by, at) or scene.paired(by, at):
                continue
            with suppress(Refusal):
                command = MakeAttack((by.id,), at.id)
                found.append(swing(skirmish.state, skirmish.assets, by.id, command, scene))
    return [planned_attack for planned_attack in found if planned_attack.possible]


def with_flyers(state: State, chance: random.Random) -> State:
    """Some of those who carry nobody fly, and are up."""
    fight = fight_of(state)
    carriers = {figure.mount for figure in fight.figures}
    for figure in fight.figures:
        if figure.mount or figure.id in carriers or chance.random() < 0.7:
            continue
        speeds = (("walk", 6), ("fly", chance.choice((6, 8))))
        state = changed_being(state, figure.id, partial(winged, speeds=speeds))
        height = chance.randint(0, 3)
        state = changed_figure(state, figure.id, partial(lifted, height=height))
    return state


def winged(being: Being, speeds: tuple[tuple[str, int], ...]) -> Being:
    return replace(being, sheet=replace(sheet(being), speeds=speeds))


def lifted(figure: Figure, height: int) -> Figure:
    return replace(figure, elevation=height, mode="fly" if height else figure.mode)


def acting(state: State, who: str) -> State:
    """It is the turn of somebody, who has the whole of it."""
    fight = fight_of(state)
    slot = fight.slot_of(who)
    assert slot is not None
    encounters = tuple(replace(one, acting=slot.key) for one in state.encounters)
    return replace(state, encounters=encounters)
