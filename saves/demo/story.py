"""What happened in the demo campaign so far: commands, and the dice that the players called."""

from __future__ import annotations

from fractions import Fraction

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
from core.play.state import Schedule
from core.play.table.commands import Hurt, Join, PlaceBoat, Rule, WriteNote
from saves.demo.ambush import ambush
from saves.demo.people import CHARACTERS, PONIES, ROWBOAT
from saves.demo.steps import Back, Deed, DemoStep, NewSession, Title, typed

NAME = "The Long Marches"
FIRST_DAY = 66
"""7 Thaw 1212 of the plain reckoning."""
HEX_KM = Fraction(12)
START = "0311"

ALDER_FORD, TARN, FORT_WYLL = "0706", "1207", "2007"


def watches(day: int, **hours: int) -> dict[str, Answer]:
    """Encounter checks of a day of the journey, by the hour at which their block begins (h8=7)."""
    prefix = f"encounter/day-{FIRST_DAY + day - 1}"
    return {f"{prefix}/h-{hour[1:]}": Typed(face) for hour, face in hours.items()}


def _setting_out() -> tuple[DemoStep, ...]:
    joining = tuple(DemoStep(Join(member)) for member in (*CHARACTERS, *PONIES))
    return (
        *joining,
        DemoStep(PlaceBoat(ROWBOAT)),
        DemoStep(SetSchedule(Schedule("d12", Fraction(4), (1,)))),
        DemoStep(SetRoute(ALDER_FORD)),
        DemoStep(March(), watches(1, h8=7, h12=11)),
        DemoStep(WriteNote("The miller of Thornwood fears an ogre with tame wolves. Who pays it?")),
        DemoStep(Camp(("harsk", "mirelle", "valeria"))),
    )


def _wolves() -> tuple[DemoStep, ...]:
    met = watches(2, h8=1) | typed("encounter/day-67", **{"h_8__when": 202})
    return (
        DemoStep(March(), met | watches(2, h12=5)),
        DemoStep(BeginEncounter("Wolves under the oaks")),
        DemoStep(Hurt(("sorrel",), (7,))),
        DemoStep(EndEncounter(4)),
        DemoStep(March(), watches(2, h12=5, h16=9)),
        DemoStep(Camp(("harsk", "mirelle", "valeria"))),
    )


def _forced() -> tuple[DemoStep, ...]:
    faces = {"valeria": 15, "harsk": 6, "mirelle": 17, "sorrel": 12, "tam": 14}
    ponies = {"pony_1": 11, "pony_2": 16}
    dice = typed("march/day-68/hour-9", **faces, **ponies, harsk__damage=4)
    return (
        DemoStep(March(Fraction(9)), dice | watches(3, h8=8, h12=3, h16=10)),
        DemoStep(Camp(("harsk", "mirelle", "valeria"))),
    )


def _ford() -> tuple[DemoStep, ...]:
    swim = tuple(HaltCheck(member.id, 2) for member in CHARACTERS)
    faces = {"valeria": 14, "harsk": 4, "mirelle": 12, "sorrel": 15, "tam": 18}
    dice = typed("halt/69/11/Alder Ford", **faces, harsk__damage=3)
    ferryman = "The ferryman leads the ponies along the bank for 2 gp."
    return (
        DemoStep(March(), watches(4, h8=6)),
        DemoStep(Halt("Alder Ford", 20, "swim", 10, swim, "1d4"), dice),
        DemoStep(Rule("nonlethal", "0", "harsk", "he only got wet")),
        DemoStep(WriteNote(ferryman, shared=True)),
        DemoStep(SetRoute(TARN)),
        DemoStep(March(), watches(4, h12=9, h16=4)),
        DemoStep(Camp(("sorrel", "tam", "valeria"))),
    )


def _shore() -> tuple[DemoStep, ...]:
    return (
        DemoStep(March(), watches(5, h8=12)),
        DemoStep(SetRoute(FORT_WYLL, ("1206", "1306"))),
        DemoStep(SetDeadline(FIRST_DAY + 9, Fraction(12))),
        DemoStep(March(), watches(5, h8=12, h12=2, h16=7)),
        DemoStep(Camp(("harsk", "mirelle", "valeria"))),
        DemoStep(March(), watches(6, h8=9, h12=8)),
        DemoStep(Camp(("harsk", "mirelle", "valeria"))),
        DemoStep(March(), watches(7, h8=10, h12=3)),
        DemoStep(Camp(("harsk", "mirelle", "valeria"))),
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
    DemoStep(SetPace("hustle")),
    Back(),
)
"""The first seven days, played on four evenings; it is the eighth morning."""


def story() -> tuple[Deed, ...]:
    """All of it: the week, and the ambush of the eighth day."""
    return (*WEEK, *ambush())
