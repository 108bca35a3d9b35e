"""A party in a fight."""

from __future__ import annotations

from fractions import Fraction

from core.play.facts.encounter import Encounter, Figure, Foe, Zone
from core.play.facts.state import Fighting, Member, State
from core.values import replace

WOLVES = tuple(Foe(f"wolf-{t}", "Wolf", t, group="wolf") for t in "abcdfgi")
OGRE = Foe("ogre", "Ogre", "O")
FORD = Encounter(
    "ford",
    "Ambush at the ford",
    "f" * 64,
    status="running",
    wind="E",
    zones=(Zone("A1:3", "dim"),),
    foes=(*WOLVES, OGRE),
    figures=tuple(
        Figure(id, "E9")
        for id in (
            "harsk",
            "valeria",
            "tam",
            "wolf-a",
            "wolf-b",
            "wolf-c",
            "wolf-d",
            "wolf-f",
            "wolf-g",
            "wolf-i",
            "ogre",
        )
    ),
)
MILL = Encounter("mill", "The mill", "e" * 64)
CAVE = Encounter("cave", "Cave", "d" * 64, status="paused")
PARTY = (
    Member("harsk", "Harsk", "H"),
    Member("valeria", "Valeria", "V"),
    Member("tam", "Tam", "T"),
    Member("pony", "Pony", "p", role="mount"),
)
ROAD = State(members=PARTY, encounters=(MILL, CAVE))
STATE = replace(
    ROAD,
    encounters=(FORD, MILL, CAVE),
    pending=Fighting("Ambush", ROAD.clock, Fraction(2), encounter="ford"),
)
