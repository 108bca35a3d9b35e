"""The demo campaign so far: the party, the commands, and the dice that the players called."""

from __future__ import annotations

from fractions import Fraction

from core.creatures import Attack, Sheet
from core.dice import Answer, Typed
from core.play.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    HaltCheck,
    March,
    SetDeadline,
    SetPace,
    SetRoute,
    SetSchedule,
)
from core.play.state import Boat, Member, Schedule
from core.play.table.commands import Hurt, Join, PlaceBoat, Rule, WriteNote
from core.travel.movers import Mover
from saves.demo.ambush import ambush
from saves.demo.steps import Back, Deed, DemoStep, NewSession, Title, typed

BOW = Attack("longbow", (5,), "1d8", times=3, mode="ranged", weapon="bow", increment=20)
SHORTBOW = Attack("shortbow", (7,), "1d6", times=3, mode="ranged", weapon="bow", increment=12)
CROSSBOW = Attack(
    "light crossbow", (4,), "1d8", critical=19, mode="ranged", weapon="crossbow", increment=16
)
BOLT = Attack("ray of frost", (4,), "1d3", mode="ranged", weapon="thrown", increment=20)

VALERIA = Sheet(
    ac=18, dexterity=1, init=2, fortitude=4, reflex=3, will=1, perception=5, acrobatics=2,
    attacks=(Attack("longsword", (9,), "1d8+4", critical=19), BOW),
)  # fmt: skip
HARSK = Sheet(
    ac=18, dexterity=0, init=0, fortitude=7, reflex=2, will=3, perception=1, acrobatics=-4,
    attacks=(Attack("dwarven waraxe", (8,), "1d10+4", times=3), BOW), traits=("darkvision",),
)  # fmt: skip
MIRELLE = Sheet(
    ac=16, dexterity=1, init=1, fortitude=2, reflex=3, will=6, perception=4, acrobatics=0,
    attacks=(Attack("mace", (4,), "1d8+1"), CROSSBOW),
)  # fmt: skip
SORREL = Sheet(
    ac=16, dexterity=3, init=3, fortitude=2, reflex=7, will=2, perception=7, acrobatics=10,
    attacks=(SHORTBOW, Attack("short sword", (6,), "1d6+1", critical=19)),
)  # fmt: skip
TAM = Sheet(
    ac=14, dexterity=2, init=2, fortitude=1, reflex=4, will=5, perception=3, acrobatics=2,
    speeds=(("fly", 12),),
    attacks=(BOLT, Attack("staff", (1,), "1d6-1")),
)  # fmt: skip
PONY = Sheet(
    ac=11, dexterity=1, init=1, fortitude=5, reflex=4, will=0, perception=5,
    attacks=(Attack("hoof", (-3,), "1d3"),), traits=("low_light",),
)  # fmt: skip

CHARACTERS = (
    Member(
        "valeria", "Valeria", "V", level=4, con_score=14, hp=31, weight_kg=Fraction(85),
        mover=Mover(race="human", armor="light"), sheet=VALERIA,
    ),
    Member(
        "harsk", "Harsk", "H", level=4, con_score=16, hp=38, weight_kg=Fraction(110),
        mover=Mover(race="dwarf", armor="heavy"), sheet=HARSK,
    ),
    Member(
        "mirelle", "Mirelle", "M", level=4, con_score=12, hp=24, weight_kg=Fraction(60),
        mover=Mover(race="human"), sheet=MIRELLE,
    ),
    Member(
        "sorrel", "Sorrel", "S", level=4, con_score=12, hp=27, weight_kg=Fraction(65),
        mover=Mover(race="human", armor="light"), sheet=SORREL,
    ),
    Member(
        "tam", "Tam", "T", level=4, con_score=10, hp=22, weight_kg=Fraction(70),
        mover=Mover(race="human"), sheet=TAM,
    ),
)  # fmt: skip

PONIES = (
    Member(
        "pony-1", "Pony 1", "P", role="mount", level=2, con_score=14, hp=13,
        mover=Mover(mount="pony", load_kg=Fraction(30)), sheet=PONY,
    ),
    Member(
        "pony-2", "Pony 2", "R", role="mount", level=2, con_score=14, hp=13,
        mover=Mover(mount="pony", load_kg=Fraction(25)), sheet=PONY,
    ),
)  # fmt: skip

ROWBOAT = Boat("rowboat", "Rowboat", "rowboat", at="0706")


NAME = "The Long Marches"
FIRST_DAY = 66
"""7 Thaw 1212 of the plain reckoning."""
HEX_KM = Fraction(12)
START = "0311"

ALDER_FORD, TARN, FORT_WYLL = "0706", "1207", "2007"
NIGHT = Camp(("harsk", "mirelle", "valeria"))


def watches(day: int, **hours: int) -> dict[str, Answer]:
    """Encounter checks of a day of the journey, by the hour at which their block begins (h8=7)."""
    prefix = f"encounter/day-{FIRST_DAY + day - 1}"
    return {f"{prefix}/h-{hour[1:]}": Typed(face) for hour, face in hours.items()}


def _setting_out() -> tuple[Deed, ...]:
    joining = tuple(Join(member) for member in (*CHARACTERS, *PONIES))
    return (
        *joining,
        PlaceBoat(ROWBOAT),
        SetSchedule(Schedule("d12", Fraction(4), (1,))),
        SetRoute(ALDER_FORD),
        DemoStep(March(), watches(1, h8=7, h12=11)),
        WriteNote("The miller of Thornwood fears an ogre with tame wolves. Who pays it?"),
        NIGHT,
    )


def _wolves() -> tuple[Deed, ...]:
    met = watches(2, h8=1) | typed("encounter/day-67", **{"h_8__when": 202})
    return (
        DemoStep(March(), met | watches(2, h12=5)),
        BeginEncounter("Wolves under the oaks"),
        Hurt(("sorrel",), (7,)),
        EndEncounter(4),
        DemoStep(March(), watches(2, h12=5, h16=9)),
        NIGHT,
    )


def _forced() -> tuple[Deed, ...]:
    faces = {"valeria": 15, "harsk": 6, "mirelle": 17, "sorrel": 12, "tam": 14}
    ponies = {"pony_1": 11, "pony_2": 16}
    dice = typed("march/day-68/hour-9", **faces, **ponies, harsk__damage=4)
    return (
        DemoStep(March(Fraction(9)), dice | watches(3, h8=8, h12=3, h16=10)),
        NIGHT,
    )


def _ford() -> tuple[Deed, ...]:
    swim = tuple(HaltCheck(member.id, 2) for member in CHARACTERS)
    faces = {"valeria": 14, "harsk": 4, "mirelle": 12, "sorrel": 15, "tam": 18}
    dice = typed("halt/69/11/Alder Ford", **faces, harsk__damage=3)
    ferryman = "The ferryman leads the ponies along the bank for 2 gp."
    return (
        DemoStep(March(), watches(4, h8=6)),
        DemoStep(Halt("Alder Ford", 20, "swim", 10, swim, "1d4"), dice),
        Rule("nonlethal", "0", "harsk", "he only got wet"),
        WriteNote(ferryman, shared=True),
        SetRoute(TARN),
        DemoStep(March(), watches(4, h12=9, h16=4)),
        Camp(("sorrel", "tam", "valeria")),
    )


def _shore() -> tuple[Deed, ...]:
    return (
        DemoStep(March(), watches(5, h8=12)),
        SetRoute(FORT_WYLL, ("1206", "1306")),
        SetDeadline(FIRST_DAY + 9, Fraction(12)),
        DemoStep(March(), watches(5, h8=12, h12=2, h16=7)),
        NIGHT,
        DemoStep(March(), watches(6, h8=9, h12=8)),
        NIGHT,
        DemoStep(March(), watches(7, h8=10, h12=3)),
        NIGHT,
    )


FIRST_EVENING = NewSession(ago=63, minutes=11)
"""It began with the founding of the campaign."""

WEEK: tuple[Deed, ...] = (
    *_setting_out(),
    Title("Out of Thornwood"),
    NewSession(ago=49, minutes=18),
    *_wolves(),
    Title("Wolves under the oaks"),
    *_forced(),
    NewSession(ago=35, minutes=19),
    *_ford(),
    Title("Down the Alder"),
    NewSession(ago=21, minutes=17),
    *_shore(),
    Title("The north shore"),
    SetPace("hustle"),
    Back(),
)
"""The first seven days, played on four evenings; it is the eighth morning."""


def story() -> tuple[Deed, ...]:
    """All of it: the week, and the ambush of the eighth day."""
    return (*WEEK, *ambush())
