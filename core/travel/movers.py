"""A traveller's movement as the GM enters it: the casebook's MOVER keys."""

from __future__ import annotations

from fractions import Fraction

from core.values import Struct


class Bonus(Struct):
    """A bonus to the base speed in metres, or a penalty; one counts of each type (T-039, C-011)."""

    type: str
    m: Fraction


class Mover(Struct):
    """The inputs from which a traveller's pace is derived; exactly one of these is given.

    `speed_m` land speed in metres per round, net of armour and load; `fly_speed_m`; `race` or
    `base_speed_m` with `armor` (none, light, medium, heavy), `load` (light, medium, heavy),
    `bonuses` and `barbarian`; `mount` with `load_kg`, all the weight on the animal; `vehicle`
    ("cart_or_wagon"); `vehicle_class` (light, large) with `vehicle_km_h`, `flying` or not.
    """

    speed_m: Fraction | None = None
    fly_speed_m: Fraction | None = None
    race: str | None = None
    base_speed_m: Fraction | None = None
    armor: str = "none"
    load: str = "light"
    bonuses: tuple[Bonus, ...] = ()
    barbarian: bool = False
    mount: str | None = None
    load_kg: Fraction = Fraction(0)
    vehicle: str | None = None
    vehicle_class: str | None = None
    vehicle_km_h: Fraction | None = None
    flying: bool = False
