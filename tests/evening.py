"""The evening's fight: five heroes, eight wolves and an ogre at a ford, prepared in a campaign."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from core.calendars import Instant
from core.combat.board.drawing import Board, Door
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.setup.commands import Prepare
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member
from core.play.facts.table.commands import Join
from core.travel.movers import Mover
from core.values import replace
from saves import paths
from saves.library import library
from saves.store.packaged_rulesets import packaged
from saves.store.sqlite.file_place import file_of

NAME = "Evening"
ROWS = (
    "TT......TT",
    "TT..::..TT..####",
    "....::......##",
    "............##..&&&",
    "...............&&&&",
    "................&&&",
    "", "", "", "",
    "oooooooo",
    "",
    "~~~~~~~~~~..~~~~~~~~~~~~~~~~~~~~~~~~",
    "~~~~~~~~~~..~~~~~~~~~~~~~~~~~~~~~~~~",
    "", "", "",
    "..TT",
)  # fmt: skip
BOARD = Board(
    tuple(row.ljust(36, ".") for row in ROWS),
    edge_walls=("K15/L15",),
    doors=(Door("L16/M16", "closed"),),
    legend=(("T", ("difficult", "concealing")),),
)
SWORD = Attack("longsword", (9, 4), "1d8+4", critical=19)
AXE = Attack("dwarven waraxe", (8, 3), "1d10+4", times=3)
BOW = Attack("longbow", (7, 2), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
MACE = Attack("mace", (5,), "1d8+1")
DAGGER = Attack("dagger", (4,), "1d4", critical=19)
BITE = Attack("bite", (2,), "1d6+1")
CLUB = Attack("greatclub", (8,), "2d8+7")


def hero(
    name: str,
    hp: int,
    ac: int,
    dexterity: int,
    attacks: tuple[Attack, ...],
    speeds: tuple[tuple[str, int], ...] = (("walk", 6),),
) -> Member:
    """A member of the party; its letter is the first of its name."""
    sheet = Sheet(
        ac=ac,
        dexterity=dexterity,
        init=dexterity,
        fortitude=5,
        reflex=3,
        will=3,
        perception=4,
        speeds=speeds,
        attacks=attacks,
    )
    return Member(
        name.lower(),
        name,
        name[0],
        mover=Mover(speed_m=Fraction(9)),
        level=4,
        con_score=14,
        con_mod=2,
        hp=hp,
        sheet=sheet,
    )


HEROES = (
    hero("Valeria", 31, 18, 3, (SWORD,)),
    hero("Harsk", 38, 18, 1, (AXE, BOW), (("walk", 4),)),
    hero("Mirelle", 24, 16, 1, (MACE,)),
    hero("Sorrel", 27, 16, 3, (BOW, DAGGER)),
    hero("Tam", 22, 14, 2, (DAGGER,), (("walk", 6), ("fly", 12))),
)
WOLF = Foe(
    "wolf-1",
    "wolf",
    "a",
    group="wolves",
    kind="wolf",
    level=2,
    hp=13,
    con_score=15,
    sheet=Sheet(
        ac=14,
        dexterity=2,
        init=2,
        fortitude=5,
        reflex=5,
        will=1,
        perception=8,
        speeds=(("walk", 10),),
        attacks=(BITE,),
    ),
)
OGRE = Foe(
    "ogre",
    "Ogre",
    "O",
    kind="ogre",
    level=4,
    hp=30,
    con_score=15,
    sheet=Sheet(
        size="L",
        ac=16,
        dexterity=-1,
        init=-1,
        fortitude=6,
        reflex=0,
        will=3,
        perception=5,
        speeds=(("walk", 8),),
        attacks=(CLUB,),
    ),
)
LAIR = ("L4", "L6", "L8", "M9", "N10", "T4", "T6", "U8")
WOLVES = tuple(
    replace(WOLF, id=f"wolf-{n}", token=token, group="wolves" if n <= 5 else "lurkers")
    for n, token in enumerate("abcdefgh", 1)
)
AMBUSH = Encounter(
    "ambush",
    "Ambush at the ford",
    "",
    foes=(*WOLVES, OGRE),
    figures=(
        *(Figure(f"wolf-{n}", at, hidden=n > 5) for n, at in enumerate(LAIR, 1)),
        Figure("ogre", "N7"),
        Figure("valeria", "F8"),
        Figure("harsk", "F9"),
        Figure("mirelle", "C7"),
        Figure("sorrel", "C10"),
        Figure("tam", "D5"),
    ),
)


def evening(*, begun: bool = True, ruleset: str = "pf1") -> str:
    """Make the campaign with its ambush, begun or only prepared; return its library name."""
    kept = _written(begun, ruleset)
    folder = paths.campaigns()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.outrider").write_bytes(kept)
    return NAME


@cache
def _written(begun: bool, ruleset: str) -> bytes:
    """The file of that campaign, made once."""
    with library.create(NAME, packaged(ruleset), start=Instant(13, Fraction(8))) as campaign:
        for member in HEROES:
            campaign.record(Join(member))
        campaign.prepare(Prepare(AMBUSH), BOARD)
        if begun:
            campaign.record(BeginEncounter(AMBUSH.name, AMBUSH.id))
        place = campaign.place
    return file_of(place).read_bytes()
