"""The eighth day of the demo: an ambush at a ford, half played; it is Harsk's turn.

The GM has prepared a second encounter, a toll at the fort's gate.
"""

from __future__ import annotations

from core.combat.board.plan import Board, Door
from core.dice import Answer
from core.play.fight.blows.commands import MakeAttack, TakeInHand
from core.play.fight.encounter import Encounter, Figure, Foe
from core.play.fight.moves.commands import AnswerStrikes, Move, MovePack, PackStep, Stand
from core.play.fight.setup.commands import Hide, Place, RemoveCreatures, Spot
from core.play.fight.setup.recruits import recruits
from core.play.fight.turns.commands import EndTurn, RollInitiative, SetCondition, Spend
from core.play.road.commands import BeginEncounter, March
from core.play.state import State
from core.play.table.commands import Heal, WriteNote
from core.values import replace
from saves.demo.steps import (
    Back,
    Deed,
    DemoStep,
    EncounterPrepared,
    NewSession,
    Title,
    totals,
    typed,
)
from saves.library.bestiary import packaged_beasts

FORD = Board(
    (
        "TT......TT...........",
        "T...::..T.....##.....",
        "....::........#......",
        "..............#..&&..",
        ".................&&&.",
        "..................&&.",
        ".....................",
        ".....................",
        ".....................",
        ".....................",
        "oooooooo.............",
        ".....................",
        "~~~~~~~~~~::~~~~~~~~~",
        "~~~~~~~~~~::~~~~~~~~~",
        ".....................",
        ".....................",
    ),
    legend=(("T", ("difficult", "concealing")),),
)
"""A stream with a ford, rocks, fog, a low wall, trees at the edge."""

GATE = Board(
    (
        ".....................",
        "..TT.................",
        "..T......#####..#####",
        ".........#..........#",
        ".........#..........#",
        "....................#",
        "....................#",
        ".........#..........#",
        ".........#..........#",
        "..::.....#####..#####",
        ".:::.................",
        ".....................",
    ),
    doors=(Door("O3/O4"), Door("P3/P4"), Door("O9/O10", "locked"), Door("P9/P10", "locked")),
    legend=(("T", ("difficult", "concealing")),),
)
"""The yard before the gate of the fort, its doors north and south."""


def ford() -> Encounter:
    """Eight wolves, three of them in the fog, and the ogre whose they are."""
    kinds = {beast.slug: beast for beast in packaged_beasts("pf1")}
    wolves = recruits(kinds["wolf"], 8, State(), None)
    packs = tuple(
        replace(wolf, group="wolves" if number < 5 else "more-wolves")
        for number, wolf in enumerate(wolves)
    )
    encounter = Encounter("ford", "Ambush at the ford", "", place="1706", foes=packs)
    (ogre,) = recruits(kinds["ogre"], 1, State(), encounter)
    at = ("K5", "L7", "M9", "N6", "K9", "R4", "S5", "T6", "P8")
    return _with(encounter, (*packs, ogre), at, hidden=frozenset(at[5:8]))


def gate() -> Encounter:
    """The ferryman was right: somebody takes a toll at the fort."""
    kinds = {beast.slug: beast for beast in packaged_beasts("pf1")}
    encounter = Encounter("gate", "Toll at Fort Wyll", "", place="2007", light="dim")
    bandits = recruits(kinds["bandit"], 4, State(), encounter)
    encounter = replace(encounter, foes=bandits)
    (archer,) = recruits(kinds["archer"], 1, State(), encounter)
    at = ("L5", "L8", "M5", "M8", "R6")
    return _with(encounter, (*bandits, archer), at, hidden=frozenset(at[4:]))


def _with(
    encounter: Encounter, foes: tuple[Foe, ...], at: tuple[str, ...], hidden: frozenset[str]
) -> Encounter:
    figures = tuple(
        Figure(foe.id, square, hidden=square in hidden)
        for foe, square in zip(foes, at, strict=True)
    )
    return replace(encounter, foes=foes, figures=figures)


BLESS = 1
"""What Mirelle's blessing adds to an attack: the GM's modifier, for it is no row of the table."""
HEROES = ("valeria", "harsk", "mirelle", "sorrel", "tam")
END = EndTurn()


def ambush() -> tuple[Deed, ...]:
    """All that was done on that day until the evening at the table ended."""
    return (
        NewSession(ago=7, minutes=3), *_met(), *_first_round(), *_second_round(), *_third_round()
    )  # fmt: skip


def attack(number: int, by: str, at: str, *, plus: int = BLESS, **faces: int) -> DemoStep:
    """An attack of round `number` with the faces by the end of their key: `hit`, `damage` ..."""
    keys = {"hit": "", "damage": "/damage", "confirm": "/confirm", "critical": "/critical"}
    dice: dict[str, Answer] = {}
    for name, face in faces.items():
        dice |= typed(f"attack/r{number}/{by}", **{f"1{keys[name].replace('/', '__')}": face})
    return DemoStep(MakeAttack((by,), at, circumstance=plus), dice)


def _met() -> tuple[Deed, ...]:
    met = typed("encounter/day-73", h_8=1, h_12=5, **{"h_8__when": 202})
    places = (
        Spot("valeria", "F7"), Spot("harsk", "D8"), Spot("mirelle", "B7"), Spot("sorrel", "C10"),
        Spot("tam", "C6"),
    )  # fmt: skip
    called = totals("initiative/ford", valeria=22, harsk=15, mirelle=11, sorrel=9, tam=17,
                    wolves=19, ogre_1=12) | totals("initiative/ford", more_wolves=6)  # fmt: skip
    return (
        EncounterPrepared(ford(), FORD),
        EncounterPrepared(gate(), GATE),
        DemoStep(March(), met),
        BeginEncounter("Ambush at the ford", "ford"),
        Title("Ambush at the ford"),
        RemoveCreatures("ford", ("pony-1", "pony-2")),
        Place("ford", places),
        DemoStep(RollInitiative(), called),
    )


def _first_round() -> tuple[Deed, ...]:
    close = MovePack(
        (
            PackStep("wolf-1", ("K5", "J5", "I5", "H5", "G6")),
            PackStep("wolf-2", ("L7", "K7", "J7", "I7", "H7", "G7")),
            PackStep("wolf-5", ("K9", "J10", "I10", "H10", "G10", "F9", "E8")),
        )
    )
    bites = typed("attack/r1", wolf_1__1=9, wolf_2__1=4, wolf_5__1=15, wolf_5__1__damage=4)
    shot = typed("attack/r1", valeria__1=11, valeria__1__damage=5)
    return (
        DemoStep(MakeAttack(("valeria",), "wolf-2", 1), shot),
        TakeInHand("valeria", 0),
        END,
        close,
        DemoStep(MakeAttack(("wolf-1", "wolf-2", "wolf-5"), "valeria"), bites),
        Move("wolf-3", "I9"),
        Move("wolf-4", "J6"),
        END,
        Move("tam", "C5", mode="fly", elevation=3),
        attack(1, "tam", "wolf-1", plus=0, hit=12, damage=2),
        END,
        Move("harsk", "D9", action="five_foot_step"),
        attack(1, "harsk", "wolf-5", plus=0, hit=9, damage=9),
        END,
        Move("ogre-1", "J7"),
        SetCondition(("valeria",), "shaken", of="ogre-1", source="ogre-1"),
        END,
        SetCondition(HEROES, "bless", rounds=4, source="mirelle"),
        Spend("mirelle", ("standard",)),
        Move("mirelle", "C8"),
        END,
        attack(1, "sorrel", "wolf-5", hit=8),
        END,
        END,
    )


def _second_round() -> tuple[Deed, ...]:
    axe = typed("opportunity/ford/round-2", harsk__wolf_3=20, harsk__wolf_3__confirm=15,
                harsk__wolf_3__critical=27)  # fmt: skip
    bites = typed("attack/r2", wolf_1__1=6, wolf_2__1=16, wolf_2__1__damage=4, wolf_4__1=3)
    return (
        attack(2, "valeria", "wolf-1", hit=13, damage=8),
        END,
        Move("wolf-3", path=("I9", "H9", "G10", "F10", "E10", "D10")),
        DemoStep(AnswerStrikes(("harsk",)), axe),
        Move("wolf-4", "E6", safe=True),
        Move("wolf-2", "G8", action="five_foot_step"),
        DemoStep(MakeAttack(("wolf-1", "wolf-2", "wolf-4"), "valeria"), bites),
        SetCondition(("valeria",), "prone", source="wolf-2"),
        END,
        Move("tam", "D4", mode="fly", elevation=3),
        attack(2, "tam", "ogre-1", hit=14),
        END,
        attack(2, "harsk", "wolf-5", hit=2),
        END,
        Move("ogre-1", "H6"),
        attack(2, "ogre-1", "valeria", plus=0, hit=14, damage=16),
        END,
        Heal(("valeria",), (9,)),
        Spend("mirelle", ("standard",)),
        END,
        attack(2, "sorrel", "ogre-1", hit=15, damage=4),
        WriteNote("The ogre wears the miller's ring."),
        END,
        Hide("ford", ("wolf-6",), hidden=False),
        Move("wolf-6", "L5"),
        END,
    )


def _third_round() -> tuple[Deed, ...]:
    bites = typed("attack/r3", wolf_1__1=17, wolf_1__1__damage=5, wolf_4__1=8)
    return (
        Stand("valeria"),
        DemoStep(AnswerStrikes(("wolf-2",)), typed("opportunity/ford/round-3", wolf_2__valeria=5)),
        attack(3, "valeria", "wolf-2", hit=19, confirm=12, critical=17),
        END,
        DemoStep(MakeAttack(("wolf-1", "wolf-4"), "valeria"), bites),
        END,
        attack(3, "tam", "ogre-1", hit=6),
        END,
        Move("harsk", "E9"),
        Back(),
    )
