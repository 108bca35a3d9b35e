"""Rules of travel: the party, the keys and the words of the Journey and of the Party's sheet."""

from __future__ import annotations

from fractions import Fraction

from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.state import Member
from core.travel.movers import Bonus, Mover
from core.values import replace
from tests.builders import HORSE, assets, party
from tests.reach.demonstration import Demonstration
from tests.reach.pressing import RoadTable
from tui.kit.phrases import say

HUMAN = Member(
    "ann",
    "Ann",
    "A",
    mover=Mover(race="human"),
    level=4,
    con_score=14,
    hp=31,
    weight_kg=Fraction(80),
)
DWARF = replace(HUMAN, mover=Mover(race="dwarf", armor="heavy"))
PLATE = replace(HUMAN, mover=Mover(race="human", armor="heavy"))
LADEN = replace(HUMAN, mover=Mover(race="human", load="heavy"))
NET = replace(HUMAN, mover=Mover(speed_m=Fraction(9)))
SLOW = replace(HUMAN, mover=Mover(speed_m=Fraction(15, 2)))
WINGED = replace(HUMAN, mover=Mover(fly_speed_m=Fraction(18)))
FRAIL = replace(NET, hp=6, con_score=8)
RIDER = replace(HUMAN, rides="horse")
CART = Member("cart", "Cart", "", role="vehicle", mover=Mover(vehicle="cart_or_wagon"))
PULLING = replace(HORSE, pulls="cart")
FAST = replace(HUMAN, mover=Mover(race="human", bonuses=(Bonus("enhancement", Fraction(3)),)))
WILD = replace(HUMAN, mover=Mover(race="human", barbarian=True))
BURDENED = replace(HUMAN, mover=Mover(race="human", armor="heavy", load="heavy"))
MONK_IN_ARMOUR = replace(
    HUMAN, mover=Mover(race="human", armor="light", bonuses=(Bonus("monk", Fraction(3)),))
)
BOOTED = replace(
    HUMAN, mover=Mover(race="human", armor="heavy", bonuses=(Bonus("untyped", Fraction(3)),))
)
BIG = replace(NET, sheet=Sheet(size="L"))
HUGE = replace(NET, sheet=Sheet(size="C"))
LADEN_HORSE = replace(HORSE, mover=Mover(mount="heavy_horse", load_kg=Fraction(120)))
ROVER = Member(
    "rover",
    "Rover",
    "",
    role="vehicle",
    mover=Mover(vehicle_class="light", vehicle_km_h=Fraction(40)),
)
FLIER = replace(ROVER, mover=Mover(vehicle_class="large", vehicle_km_h=Fraction(60), flying=True))
DRIVER = replace(NET, rides="rover")
BEN = replace(NET, id="ben", name="Ben", token="B")


def shows(
    rules: str,
    *keys: str,
    by: tuple[Member, ...] = (HUMAN,),
    system: str = "pf1",
    face: int = 20,
    refused: str = "",
) -> Demonstration:
    """Return that keys show some rules ("T-017 T-150"); `refused` is what refuses them."""

    def press() -> set[str]:
        table = RoadTable(party(*by), assets(system), face)
        try:
            named = table.press(*keys)
        except Refusal as refusal:
            if refused and refused in say(refusal.message):
                return set(rules.split())
            raise
        if refused:
            said = [text for message in table.said for text in [say(message)] if refused in text]
            assert said, refused
            return set(rules.split())
        return named

    return Demonstration(tuple(rules.split()), keys, system, press)


ROAD = (
    shows("C-010 C-016 C-017 T-010 T-011 T-015 T-021 T-030", "F3", "w"),
    shows("C-011", "F3", "w", by=(FAST,)),
    shows("C-012 T-036", "F3", "w", by=(WILD,)),
    shows("C-014 T-013 T-031 T-040", "F3", "w", by=(PLATE,)),
    shows("C-088 C-092", "F3", "w", by=(BIG,), system="sf"),
    shows("C-091", "F3", "w", by=(HUGE,), system="dnd35"),
    shows("C-256 T-071", ":run ann 20", face=1),
    shows("T-012", "F3", "w"),
    shows("T-032", "F3", "w", by=(DWARF,)),
    shows("T-035", "F3", "w", by=(BURDENED,)),
    shows("T-039", "F3", "w", by=(FAST,)),
    shows("T-037", "F3", "w", by=(MONK_IN_ARMOUR,)),
    shows("T-038", "F3", "w", by=(BOOTED,)),
    shows("T-041", "F3", "w", system="sf", refused="enter the net speed"),
    shows("T-017 T-151", ":legs 40 plains road", "w"),
    shows("T-051", ":minutes 240m"),
    shows("T-052", ":minutes 240m hustle"),
    shows("T-053 T-054", ":minutes 240m difficult obstacle"),
    shows("T-055", ":minutes 240m difficult obstacle poor_visibility"),
    shows("T-057", ":minutes 240m difficult obstacle poor_visibility squeezing", by=(PLATE,)),
    shows("T-058", ":minutes 240m impassable", refused="impassable"),
    shows("T-059", ":minutes 240m greater_difficult", by=(NET,), system="pf2"),
    shows("T-060", ":minutes 240m difficult", by=(WINGED,)),
    shows("C-085", "F3", "w", by=(NET,), system="pf2"),
    shows("T-080 T-136 T-153", "w"),
    shows("T-081 T-082 T-083 T-084", "w"),
    shows("T-101 T-105 T-107 T-126", "w"),
    shows("T-135", "w", by=(NET,), system="sf"),
    shows("T-002 T-016", ":minutes 240m", by=(NET,), system="sf"),
    shows("T-006 T-164", "F3", "w", by=(HUMAN, PULLING, CART)),
    shows("T-008 T-102 T-122", "12t", "s", face=1),
    shows("T-019 T-142", ":minutes 240m", by=(WINGED,)),
    shows("T-022 T-134", ":minutes 240m", by=(NET,), system="pf2"),
    shows("T-034", "F3", "w", by=(LADEN,)),
    shows("T-061", ":minutes 240m squeezing"),
    shows("T-062", ":minutes 240m difficult", by=(NET,), system="sf"),
    shows("T-063", ":minutes 240m difficult obstacle"),
    shows("T-070 T-073 T-074 T-075 T-076", ":run A 20", face=1),
    shows("T-085 T-087 T-157", "p h", "Space", "s", by=(NET,), system="sf", face=1),
    shows("T-088", "p r", "3t", "s", face=1),
    shows("T-133", ":legs 40 forest", "w"),
    shows("T-137", ":legs 40 forest trail", "w", by=(HUMAN, PULLING, CART)),
    shows("T-154", "F3", "w", by=(HUMAN, HORSE)),
    shows("T-160 T-171 T-204", "F3", "w", by=(RIDER, HORSE)),
    shows("T-166", "p h", "3t", "s", by=(RIDER, HORSE), face=1),
    shows("T-167 T-168", "10t", "s", by=(RIDER, HORSE), face=1),
    shows("T-180 T-181 T-185", ":legs 60 rowboat river down", "w", "Space"),
    shows("T-184", ":legs 60 keelboat river down 3", "w", "Space"),
    shows("T-186", ":legs 60 rowboat river down 3 drift guide", "w", "Space", "s"),
    shows("T-188", ":legs 18 barge towed", "w", "Space"),
    shows("T-189 T-190", ":legs 90 galley sea oars", "w", "Space"),
    shows("T-200 T-202 T-203", ":legs 100 hills road", "w", by=(DRIVER, ROVER), system="sf"),
    shows("T-201", ":legs 100 hills road", "w", by=(DRIVER, FLIER), system="sf"),
    shows("T-139", ":legs 40 urban road", refused="is not a terrain"),
    shows("T-161 T-163", "F3", "w", by=(RIDER, LADEN_HORSE)),
    shows("T-183", ":legs 60 rowboat sea", "w", refused="for lakes and rivers only"),
    shows("T-187", ":legs 60 rowboat river up", "w", refused="against the current"),
    shows("T-206", "p h", by=(DRIVER, ROVER), system="sf", refused="hustle"),
    shows("T-182", ":legs 600 sailing sea", "w"),
)  # fmt: skip
