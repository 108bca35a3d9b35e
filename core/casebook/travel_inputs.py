"""The inputs of the kinds of case of travel, by their keys."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Self

from pydantic import Field, model_validator

from core.file_schema import Amount, FileTable, ListOf, Natural, OneOf, SomeOf, Text, check_one_of
from core.travel.journey_schema import CharacterTable, MoverTable
from core.travel.movers import ONE_MOVER
from core.travel.stretches import DIRECTIONS, WATERS


class MoverInputs(MoverTable):
    """The inputs of a kind about one mover."""

    @model_validator(mode="after")
    def _check_one_mover(self) -> Self:
        check_one_of(self, *ONE_MOVER)
        return self


class SegmentInputs(FileTable):
    """A part of a day."""

    pace: Text = Field("walk", description="The pace, a row of the ruleset.")
    hours: Amount | None = Field(None, description="Its hours; if not given, the ordinary day.")
    terrain: Text | None = Field(None, description="The terrain; if not given, that of the day.")
    way: Text | None = Field(None, description="The way; if not given, that of the day.")


class DayInputs(MoverInputs):
    """The distance of a day."""

    pace: Text = Field("walk", description="The pace, a row of the ruleset.")
    hours: Amount | None = Field(None, description="Its hours; if not given, the ordinary day.")
    segments: SomeOf[SegmentInputs] | None = Field(
        None, description="The parts of the day, in place of pace and hours."
    )
    terrain: Text = Field("", description="The terrain, a row of the ruleset.")
    way: Text = Field("", description="The kind of way, a row of the ruleset.")

    @model_validator(mode="after")
    def _check_segments(self) -> Self:
        if self.segments is None:
            return self
        for key in ("pace", "hours"):
            check_one_of(self, "segments", key)
        return self


class LegTimeInputs(MoverInputs):
    """The time that a leg takes."""

    km: Amount = Field(description="Its length in kilometres.")
    terrain: Text = Field("", description="The terrain, a row of the ruleset.")
    way: Text = Field("", description="The kind of way, a row of the ruleset.")
    pace: Text = Field("walk", description="The pace, a row of the ruleset.")
    with_vehicle: bool = Field(False, description="Whether a vehicle comes along.")


class CaseTraveller(MoverInputs):
    """One of the party."""

    name: Text = Field(description="Its name.")


class CaseLeg(FileTable):
    """A leg of the way."""

    km: Amount = Field(description="Its length in kilometres.")
    terrain: Text = Field("", description="The terrain, a row of the ruleset.")
    way: Text = Field("", description="The kind of way, a row of the ruleset.")
    pace: Text = Field("walk", description="The pace, a row of the ruleset.")


class ItineraryInputs(FileTable):
    """The days of a journey."""

    party: SomeOf[CaseTraveller] = Field(description="Who travels.")
    legs: SomeOf[CaseLeg] = Field(description="The legs of the way in order.")
    hours_per_day: Amount | None = Field(
        None, description="The hours of travel a day; if not given, those of the ruleset."
    )
    hours_used_day1: Amount = Field(
        Fraction(0), description="The hours of the first day that are used already."
    )


class MountTableInputs(FileTable):
    """The pace of a mount, a vehicle or a boat."""

    mount: Text | None = Field(None, description="The kind of mount, a row of the ruleset.")
    load_kg: Amount = Field(Fraction(0), description="All the weight on the mount in kilograms.")
    vehicle: Text | None = Field(None, description="The kind of vehicle, a row of the ruleset.")
    boat: Text | None = Field(None, description="The kind of boat, a row of the ruleset.")

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        check_one_of(self, "mount", "vehicle", "boat")
        return self


class LoadInputs(FileTable):
    """The load of a mount."""

    mount: Text = Field(description="The kind of mount, a row of the ruleset.")
    items_kg: ListOf[Amount] | None = Field(
        None, description="The weights of all that is on it, in kilograms."
    )
    load_kg: Amount | None = Field(None, description="All the weight on it in kilograms.")

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        check_one_of(self, "items_kg", "load_kg")
        return self


class BoatDayInputs(FileTable):
    """A day afloat."""

    boat: Text = Field(description="The kind of boat, a row of the ruleset.")
    water: Annotated[str, OneOf(WATERS)] = Field(description="The water that it is on.")
    direction: Annotated[str, OneOf(DIRECTIONS)] = Field(
        "none", description="Whether it goes with the current or against it."
    )
    current_km_h: Amount | None = Field(
        None, description="The current in kilometres an hour; if not given, the usual one."
    )
    propelled_hours: Amount | None = Field(
        None, description="The hours under way; if not given, those of an ordinary day."
    )
    drift_hours: Amount = Field(Fraction(0), description="The hours adrift.")
    guide: bool = Field(False, description="Whether a guide steers while it drifts.")
    towed: bool = Field(False, description="Whether it is towed.")
    propulsion: Annotated[str, OneOf(("", "sail", "oars"))] = Field(
        "", description="What drives it; if not given, what usually does."
    )
    distance_km: Amount | None = Field(
        None, description="The distance of which the full days are asked."
    )


class PaceTableInputs(FileTable):
    """The paces of a speed."""

    speed_m: Amount = Field(description="The speed in metres a round.")
    run_multiplier: Natural | None = Field(None, description="How many times its speed it runs.")


class SpeedInputs(CharacterTable):
    """The speed of a character."""

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        check_one_of(self, "race", "base_speed_m")
        return self


class LocalPaceInputs(FileTable):
    """The pace on a local scale."""

    speed_m: Amount = Field(description="The speed in metres a round.")
    pace: Text = Field("walk", description="The pace, a row of the ruleset.")
    run_multiplier: Natural | None = Field(None, description="How many times its speed it runs.")
    conditions: ListOf[str] = Field((), description="What hampers: rows of the ruleset.")
    flying: bool = Field(False, description="Whether it flies.")
    minutes: Amount | None = Field(None, description="The minutes of which the metres are asked.")
    distance_m: Amount | None = Field(
        None, description="The metres of which the minutes are asked."
    )
