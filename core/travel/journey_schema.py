"""The models of a journey file; a party file and the cases of a casebook have its movers too."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from fractions import Fraction
from itertools import chain
from typing import Annotated, Self, TypeAlias

from pydantic import AfterValidator, Field, model_validator

from core.dice import modifier
from core.effects.listed_effects import read_listed_effect
from core.file_schema import (
    AboveZero,
    Amount,
    AnyAmount,
    EffectText,
    FileTable,
    FromOne,
    HoursOfDay,
    ListOf,
    Natural,
    OneOf,
    Text,
    Whole,
    WrongValue,
    check_given,
    given_keys,
    missing,
    refuse_keys,
)
from core.messages import Message, Refusal
from core.travel.company import Traveller
from core.travel.leg_factors import read_slowed
from core.travel.lexicon import Vessel
from core.travel.movers import ONE_MOVER, UNTYPED, Bonus, Mover
from core.travel.stretches import DIRECTIONS, LAND, PROPULSION, WATERS, Stretch
from core.travel.travellers_now import TravelEffect
from core.values import replace

ARMOR = ("none", "light", "medium", "heavy")
LOAD = ("light", "medium", "heavy")
PACES = ("walk", "hustle", "run_and_rest", "run")
WITH_ARMOR = ("armor", "load", "bonuses", "barbarian")
BELONGS = {
    **dict.fromkeys(WITH_ARMOR, ("race", "base_speed_m")),
    "load_kg": ("mount", "vehicle"),
    "vehicle_km_h": ("vehicle_class",),
    "flying": ("vehicle_class",),
    "places": ("vehicle_class",),
    "crew": ("vehicle_class",),
}
"""Keys of a mover that go only with certain ways of moving."""
ON_LAND = ("terrain", "way", "pace", "slowed")
AFLOAT = (
    "boat",
    "water",
    "direction",
    "current_km_h",
    "drift_hours",
    "guide",
    "towed",
    "propulsion",
)
MIDNIGHT = 24


class BonusTable(FileTable):
    """A bonus to the base speed, or a penalty."""

    type: Text = Field(UNTYPED, description="Its type; of each type only one counts.")
    m: AnyAmount = Field(description="The metres by which it changes the base speed.")


class CharacterTable(FileTable):
    """What a character's speed follows from."""

    race: Text | None = Field(None, description="The race of one who walks, a row of the ruleset.")
    base_speed_m: AboveZero | None = Field(
        None, description="The base speed in metres a round, before armour and load."
    )
    armor: Text = Field("none", description="The weight of the armour.")
    load: Text = Field("light", description="The load that is carried.")
    bonuses: ListOf[BonusTable] = Field((), description="Bonuses to the base speed.")
    barbarian: bool = Field(False, description="Whether a barbarian's speed is added.")

    def mover(self) -> Mover:
        """Return what moves it."""
        return Mover(
            race=self.race,
            base_speed_m=self.base_speed_m,
            armor=self.armor,
            load=self.load,
            bonuses=tuple(Bonus(bonus.type, bonus.m) for bonus in self.bonuses),
            barbarian=self.barbarian,
        )


class MoverTable(CharacterTable):
    """What moves a traveller."""

    speed_m: AboveZero | None = Field(
        None, description="The speed in metres a round, net of armour and load."
    )
    fly_speed_m: AboveZero | None = Field(None, description="The flying speed in metres a round.")
    mount: Text | None = Field(None, description="The kind of mount, a row of the ruleset.")
    load_kg: Amount = Field(
        Fraction(0),
        description="All the weight on the animal, or the goods on the vehicle, in kilograms.",
    )
    vehicle: Text | None = Field(None, description="The kind of vehicle, a row of the ruleset.")
    vehicle_class: Text | None = Field(
        None, description="The class of a powered vehicle, a row of the ruleset."
    )
    vehicle_km_h: AboveZero | None = Field(
        None, description="The speed of a powered vehicle in kilometres an hour."
    )
    flying: bool = Field(False, description="Whether a powered vehicle flies.")
    places: FromOne | None = Field(
        None, description="For how many a powered vehicle has room; if not given, for all."
    )
    crew: FromOne | None = Field(
        None, description="How many a powered vehicle needs to go; if not given, one."
    )

    def mover(self) -> Mover:
        """Return what moves it."""
        return replace(
            super().mover(),
            speed_m=self.speed_m,
            fly_speed_m=self.fly_speed_m,
            mount=self.mount,
            load_kg=self.load_kg,
            vehicle=self.vehicle,
            vehicle_class=self.vehicle_class,
            vehicle_km_h=self.vehicle_km_h,
            flying=self.flying,
            places=self.places,
            crew=self.crew,
        )


class MemberBonus(BonusTable):
    """A bonus to a member's base speed."""

    type: Text = Field(description="Its type; of each type only one counts.")
    m: Amount = Field(description="The metres that it adds to the base speed.")


class MemberTable(MoverTable):
    """One who travels, with exactly one thing that moves it."""

    name: Text = Field(description="A name of its own.")
    armor: Annotated[str, OneOf(ARMOR)] = Field("none", description="The weight of the armour.")
    load: Annotated[str, OneOf(LOAD)] = Field("light", description="The load that is carried.")
    bonuses: ListOf[MemberBonus] = Field((), description="Bonuses to the base speed.")
    con_score: Natural | None = Field(None, description="The Constitution score.")
    con_mod: Whole | None = Field(None, description="The Constitution modifier, for a score.")
    level: FromOne | None = Field(None, description="The level or hit dice; 1 if not given.")
    rides: Text = Field("", description="The name of the member that carries this one.")
    effects: ListOf[EffectText] = Field(
        (), description='Its conditions and effects: "shaken", "slowed 2d" for two days.'
    )

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        given = given_keys(self, ONE_MOVER)
        if not given:
            message = Message(
                "How does {name} move? Give one of {choices}.", name=self.name, choices=ONE_MOVER
            )
            raise WrongValue(message, "missing_key")
        if len(given) > 1:
            message = Message(
                "Give {first} or {second}, not both.", first=given[0], second=given[1]
            )
            raise WrongValue(message, "one_mover", given[1])
        for key in BELONGS:
            homes = self.homes_of(key)
            if key in self.model_fields_set and given[0] not in homes:
                message = Message("can only be given with {homes}", homes=homes)
                raise WrongValue(message, "unknown_key", key)
        if self.con_score is not None and self.con_mod is not None:
            raise WrongValue(Message("Give con_score or con_mod, not both."), key="con_mod")
        return self

    def homes_of(self, key: str) -> tuple[str, ...]:
        """Return the ways of moving with which a key of `BELONGS` can be given."""
        return BELONGS[key]


class TravellerTable(MemberTable):
    """A member of the party that travels."""

    hp: Whole | None = Field(None, description="The hit points now.")
    nonlethal: Natural = Field(0, description="The nonlethal damage so far.")

    def traveller(self) -> Traveller:
        """Return the traveller."""
        if self.con_score is None:
            con_mod = self.con_mod
        else:
            con_mod = modifier(self.con_score)
        return Traveller(
            name=self.name,
            mover=self.mover(),
            con_mod=con_mod,
            hp=self.hp,
            level=self.level or 1,
            nonlethal=self.nonlethal,
            rides=self.rides,
            effects=tuple(map(_travel_effect, self.effects)),
            con_score=self.con_score,
        )


def _travel_effect(text: str) -> TravelEffect:
    listed = read_listed_effect(text)
    return TravelEffect(listed.name, listed.value, listed.all_hours)


def _check_slowed(text: str) -> str:
    try:
        read_slowed(text)
    except Refusal as refusal:
        raise WrongValue(refusal.message) from None
    return text


SlowedText: TypeAlias = Annotated[Text, AfterValidator(_check_slowed)]
"""What is left of the pace on a leg, and why."""


class LegTable(FileTable):
    """A leg of the way: on land, or afloat if a boat is given."""

    km: AboveZero = Field(description="Its length in kilometres.")
    terrain: Text = Field("", description='The terrain, a row of the ruleset: "forest".')
    way: Text = Field("", description='The kind of way, a row of the ruleset: "road".')
    pace: Annotated[str, OneOf(PACES)] = Field("walk", description="The pace on it.")
    slowed: SlowedText = Field(
        "", description='What is left of the pace on it, and why: "x1/2 snow".'
    )
    boat: Text | None = Field(None, description="The kind of boat, a row of the ruleset.")
    water: Annotated[str, OneOf(WATERS)] | None = Field(
        None, description="The water that the boat is on."
    )
    direction: Annotated[str, OneOf(DIRECTIONS)] = Field(
        "none", description="Whether the boat goes with the current or against it."
    )
    current_km_h: Amount | None = Field(
        None, description="The current in kilometres an hour; if not given, the usual one."
    )
    drift_hours: HoursOfDay = Field(
        Fraction(0), description="The hours of a day in which the boat is let drift as well."
    )
    guide: bool = Field(False, description="Whether a guide steers while it drifts.")
    towed: bool = Field(False, description="Whether animals on the bank tow it.")
    propulsion: Annotated[str, OneOf(PROPULSION)] = Field(
        "", description="What drives a ship that has both: sail, or oars alone."
    )

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        if self.boat is None:
            refuse_keys(self, AFLOAT, Message("can only be given with boat"), "unknown_key")
            return self
        refuse_keys(self, ON_LAND, Message("cannot be given with boat"), "unknown_key")
        check_given(self, "water")
        return self

    def stretch(self, number: int) -> Stretch:
        """Return the leg of this number, counted from 1."""
        if self.boat is None:
            slowed = read_slowed(self.slowed)
            return Stretch(
                km=self.km,
                leg=number,
                terrain=self.terrain,
                way=self.way,
                pace=self.pace,
                times=slowed.times,
                because=slowed.because,
            )
        return Stretch(
            km=self.km,
            leg=number,
            mode=self.boat,
            boat=self.boat,
            water=self.water or "",
            direction=self.direction,
            current_km_h=self.current_km_h,
            drift_hours=self.drift_hours,
            guide=self.guide,
            towed=self.towed,
            propulsion=self.propulsion,
        )


class DeadlineTable(FileTable):
    """The time by which the party wants to arrive."""

    day: FromOne = Field(description="The day of the journey, from 1.")
    hour: HoursOfDay = Field(description="The hour of that day.")


class CrossingTable(FileTable):
    """How the party goes over a map."""

    unexplored: Text | None = Field(
        None,
        description="The terrain of hexes that are not on the map; if not given, none is entered.",
    )
    crossing_hours: HoursOfDay | None = Field(
        None, description="The hours that crossing a river takes where there is no bridge."
    )
    fords: bool | None = Field(
        None, description="Whether rivers can be crossed where there is neither bridge nor ford."
    )


class MapTable(CrossingTable):
    """The map that the journey goes over."""

    file: Text = Field(description="The file of the map (text-mapper), from this file's folder.")
    hex_km: AboveZero = Field(description="The kilometres from the middle of a hex to the next.")
    terrain: dict[str, str] = Field(
        {}, description="Words of the map, each with its terrain: a row of the ruleset."
    )
    way: dict[str, str] = Field(
        {}, description="Words for paths of the map, each with its way: a row of the ruleset."
    )


class RouteTable(CrossingTable):
    """The way over the map."""

    start: Text = Field(alias="from", description="The hex or place where it begins.")
    goal: Text = Field(alias="to", description="The hex or place where it ends.")
    via: ListOf[str] = Field((), description="Hexes or places that it leads by, in order.")


class BoatTable(FileTable):
    """A boat that lies on the map."""

    name: Text = Field(description="A name of its own.")
    boat: Text = Field(description="The kind of boat, a row of the ruleset.")
    at: Text = Field(description="The hex or place where it lies.")


class JourneyTables(FileTable):
    """A journey file: the party, and its legs, or a map and a route over it."""

    ruleset: Text = Field(description='The ruleset by its id: "pf1".')
    hours_per_day: AboveZero | None = Field(
        None, description="The hours of travel a day; if not given, those of the ruleset."
    )
    hours_used_day1: HoursOfDay = Field(
        Fraction(0), description="The hours of the first day that are used already."
    )
    start_hour: HoursOfDay = Field(Fraction(8), description="The hour at which each day begins.")
    deadline: DeadlineTable | None = Field(
        None, description="The time by which the party wants to arrive."
    )
    party: ListOf[TravellerTable] = Field((), description="Who travels.")
    legs: ListOf[LegTable] = Field((), description="The legs of the way in order.")
    map: MapTable | None = Field(None, description="The map, where there are no legs.")
    boats: ListOf[BoatTable] = Field((), description="The boats that lie on the map.")
    route: RouteTable | None = Field(None, description="The way over the map.")

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        first_wrong = next(chain(self._wrong_party(), self._wrong_way()), None)
        if first_wrong is not None:
            raise first_wrong
        if self.start_hour == MIDNIGHT:
            raise WrongValue(Message("must be less than 24"), key="start_hour")
        return self

    def _wrong_party(self) -> Iterator[WrongValue]:
        if not self.party:
            yield missing("party")
        names: set[str] = set()
        for number, member in enumerate(self.party, start=1):
            if member.name in names:
                message = Message("Two of the party are called {name}.", name=member.name)
                yield WrongValue(message, key=f"party[{number}].name")
            names.add(member.name)
        for number, member in enumerate(self.party, start=1):
            others = names - {member.name}
            if member.rides and member.rides not in others:
                message = _no_mount(member, sorted(others))
                yield WrongValue(message, "unknown_mount", f"party[{number}].rides")

    def _wrong_way(self) -> Iterator[WrongValue]:
        if self.map is None and (self.route is not None or "boats" in self.model_fields_set):
            yield missing("map")
        if self.map is not None and self.route is None:
            yield missing("route")
        if not self.legs and self.map is None:
            yield missing("legs")
        if self.legs and self.map is not None:
            yield WrongValue(
                Message("A journey has legs or a map, not both."), "unknown_key", "map"
            )
        names = {LAND}
        for number, boat in enumerate(self.boats, start=1):
            if boat.name in names:
                message = Message(
                    "The name {name} is taken: give each boat a different one.", name=boat.name
                )
                yield WrongValue(message, key=f"boats[{number}].name")
            names.add(boat.name)

    def vessels(self) -> tuple[Vessel, ...]:
        """Return the boats that lie on the map."""
        return tuple(Vessel(boat.name, boat.boat, boat.at) for boat in self.boats)


def _no_mount(rider: MemberTable, others: list[str]) -> Message:
    near = get_close_matches(rider.rides, others, n=1)
    if near:
        return Message(
            "{rider} rides {mount}, but nobody else of that name travels; did you mean {meant}?",
            rider=rider.name,
            mount=rider.rides,
            meant=near[0],
        )
    return Message(
        "{rider} rides {mount}, but nobody else of that name travels.",
        rider=rider.name,
        mount=rider.rides,
    )
