"""The MOVER keys of a case."""

from __future__ import annotations

from fractions import Fraction

from core.files import Keys
from core.travel.movers import Bonus, Mover

WAYS_TO_MOVE = (
    "speed_m", "fly_speed_m", "race", "base_speed_m", "mount", "vehicle", "vehicle_class",
)  # fmt: skip
CHARACTER = "race base_speed_m armor load bonuses barbarian"
MOVER = f"speed_m fly_speed_m {CHARACTER} mount load_kg vehicle vehicle_class vehicle_km_h flying"


def mover(given: Keys) -> Mover:
    """Return the mover of a case: exactly one way to move, and the keys that go with it."""
    way = given.exactly_one(*WAYS_TO_MOVE)
    if way in ("race", "base_speed_m"):
        return character(given)
    if way == "speed_m":
        return Mover(speed_m=given.number("speed_m"))
    if way == "fly_speed_m":
        return Mover(fly_speed_m=given.number("fly_speed_m"))
    if way == "mount":
        load = given.number_or("load_kg", Fraction(0))
        return Mover(mount=given.word("mount"), load_kg=load)
    if way == "vehicle":
        return Mover(vehicle=given.word("vehicle"))
    return Mover(
        vehicle_class=given.word("vehicle_class"),
        vehicle_km_h=given.maybe_number("vehicle_km_h"),
        flying=given.flag("flying"),
    )


def character(given: Keys) -> Mover:
    """Return a mover by race or base speed, with armour, load and bonuses."""
    way = given.exactly_one("race", "base_speed_m")
    bonuses = tuple(
        Bonus(item.word("type", "untyped"), item.number("m", least=None))
        for item in given.tables("bonuses", ("type", "m"))
    )
    return Mover(
        race=given.word("race") if way == "race" else None,
        base_speed_m=given.number("base_speed_m") if way == "base_speed_m" else None,
        armor=given.word("armor", "none"),
        load=given.word("load", "light"),
        bonuses=bonuses,
        barbarian=given.flag("barbarian"),
    )
