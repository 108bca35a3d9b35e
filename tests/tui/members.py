"""Members of all kinds."""

from __future__ import annotations

from fractions import Fraction

from core.creatures import Attack, Sheet
from core.play.facts.state import Member
from core.travel.movers import Bonus, Mover
from tests.fights import AXE, BITE, BOW, CLUB, GLAIVE, VALERIA
from tests.fights import HARSK as FIGHTER

F = Fraction
OGRE = Member(
    "e",
    "Egg",
    "E",
    mover=Mover(race="human"),
    sheet=Sheet(
        size="L",
        long=True,
        reach=2,
        space=3,
        dexterity=-1,
        init=-1,
        reflex=0,
        will=3,
        speeds=(("walk", 8), ("fly", 12)),
        run=3,
        attacks=(CLUB, BITE, AXE, BOW, GLAIVE),
    ),
)
MEMBERS = (
    Member("a", "Ann", "A", mover=Mover(race="dwarf", armor="heavy", load="medium"), con_score=14),
    Member("b", "Bea", "B", mover=Mover(base_speed_m=F(9), bonuses=(Bonus("enhancement", F(3)),))),
    Member("c", "Cy", "C", mover=Mover(speed_m=F(15, 2)), con_mod=-1, hp=7, nonlethal=3),
    Member("d", "Dot", "D", mover=Mover(fly_speed_m=F(18)), level=3),
    Member("p", "Pony", "p", "mount", Mover(mount="pony", load_kg=F(81, 2)), pulls="w"),
    Member("y", "Yak", "y", "mount", Mover(speed_m=F(12), load_kg=F(40))),
    Member("g", "Griffin", "g", "mount", Mover(fly_speed_m=F(24), load_kg=F(81, 2))),
    Member("w", "Wagon", "q", "vehicle", Mover(vehicle="cart_or_wagon")),
    Member(
        "h", "Hover", "h", "vehicle",
        Mover(vehicle_class="large", vehicle_km_h=F(80), flying=True), weight_kg=F(3),
    ),
    FIGHTER,
    VALERIA,
    OGRE,
    Member("n", "Nan", "N", mover=Mover(race="human"), sheet=Sheet()),
    Member("s", "Iseph", "I", mover=Mover(race="human"), sheet=Sheet(
        ac=13, dexterity=2, eac=12, attacks=(Attack("laser pistol", (3,), "1d4", energy=True),),
    )),
)  # fmt: skip
