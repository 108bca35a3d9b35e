"""The two encounters that the demo's GM has prepared: the ford, and a toll at the fort's gate."""

from __future__ import annotations

from core.combat.board.plan import Board, Door
from core.play.fight.encounter import Encounter, Figure, Foe
from core.play.fight.setup.recruits import recruits
from core.play.state import State
from core.values import replace
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
