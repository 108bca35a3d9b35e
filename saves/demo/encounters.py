"""The encounters that the GM of the demo prepares: the ambush at the ford, a toll at a fort."""

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


def prepared(encounter: Encounter) -> tuple[Encounter, Board]:
    """The ford or the gate with its creatures, and its board."""
    if (
        encounter.id == "ford"
    ):  # eight wolves, three of them in the fog, and the ogre whose they are
        wolves = _recruited(encounter, "wolf", 8)
        packs = tuple(
            replace(wolf, group="wolves" if number < 5 else "more-wolves")
            for number, wolf in enumerate(wolves.foes)
        )
        encounter = _recruited(replace(encounter, foes=packs), "ogre", 1)
        return _placed(encounter, "K5 L7 M9 N6 K9 R4 S5 T6 P8", hidden="R4 S5 T6"), FORD
    encounter = _recruited(_recruited(encounter, "bandit", 4), "archer", 1)
    return _placed(encounter, "L5 L8 M5 M8 R6", hidden="R6"), GATE


def _recruited(encounter: Encounter, kind: str, count: int) -> Encounter:
    beast = next(beast for beast in packaged_beasts("pf1") if beast.slug == kind)
    fresh: tuple[Foe, ...] = recruits(beast, count, State(), encounter)
    return replace(encounter, foes=(*encounter.foes, *fresh))


def _placed(encounter: Encounter, at: str, hidden: str) -> Encounter:
    figures = tuple(
        Figure(foe.id, square, hidden=square in hidden.split())
        for foe, square in zip(encounter.foes, at.split(), strict=True)
    )
    return replace(encounter, figures=figures)
