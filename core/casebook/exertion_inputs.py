"""The inputs of the kinds of case of exertion, by their keys."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from core.dice import Ties
from core.file_schema import (
    Amount,
    FileTable,
    FromOne,
    ListOf,
    Natural,
    OneOf,
    Span,
    Whole,
    WholeIn,
    WrongValue,
    check_given,
    check_one_of,
    refuse_keys,
)
from core.files import MOST_LISTED
from core.messages import Message

Subject: TypeAlias = Literal["walker", "ridden_mount"]
Followed: TypeAlias = Annotated[int, WholeIn(0, MOST_LISTED)]
"""A number of hours, rounds or nights that are followed one by one."""
TIES = ("", *get_args(Ties))


class RunInputs(FileTable):
    """The endurance of a run."""

    con_score: Natural = Field(description="The Constitution score.")
    speed_m: Amount = Field(description="The speed in metres a round.")
    run_multiplier: Natural | None = Field(None, description="How many times its speed it runs.")
    extra_rounds: Followed = Field(0, description="The rounds beyond those free of checks.")


class HustleInputs(FileTable):
    """The damage of a hustle."""

    hours: Span = Field(description="Its hours.")
    subject: Subject = Field("walker", description="Who hustles.")
    hp: Natural | None = Field(None, description="The hit points.")


class ForcedMarchInputs(FileTable):
    """The risk of a forced march, for one or, with con_mods, for several."""

    con_mod: Whole | None = Field(None, description="The Constitution modifier.")
    con_score: Natural | None = Field(None, description="The Constitution score.")
    con_mods: ListOf[Whole] | None = Field(
        None, description="The Constitution modifiers of several walkers."
    )
    extra_hours: Span = Field(description="The hours beyond the ordinary day.")
    subject: Subject = Field("walker", description="Who marches.")
    at_least: ListOf[Whole] | None = Field(
        None, description="Points of damage of which the chances are asked."
    )
    hp: Natural | None = Field(None, description="The hit points.")

    @model_validator(mode="after")
    def _check_constitution(self) -> Self:
        ways = ("con_mod", "con_score")
        if self.con_mods is not None:
            check_one_of(self, "con_mods", *ways)
        elif self.subject != "ridden_mount" or not self.model_fields_set.isdisjoint(ways):
            check_one_of(self, *ways)
        return self


class FatigueInputs(FileTable):
    """Fatigue, and the rest that ends it."""

    damage: Natural = Field(description="The damage of a march or a hustle.")
    level: FromOne | None = Field(None, description="The level or hit dice; 1 if not given.")
    rest_hours: Amount | None = Field(None, description="The hours of rest, for nonlethal damage.")
    damage_kind: Literal["nonlethal", "lethal"] = Field(
        "nonlethal", description="The kind of damage."
    )
    nights: Followed | None = Field(None, description="The nights of rest, for lethal damage.")

    @model_validator(mode="after")
    def _check_rest(self) -> Self:
        if self.damage_kind == "lethal":
            key = "rest_hours"
        else:
            key = "nights"
        refuse_keys(self, (key,), Message("cannot be given with this kind of damage"))
        return self


class PursuitInputs(FileTable):
    """A pursuit, in rounds or a long one."""

    mode: Literal["round", "long"] = Field(description="Whether it is in rounds, or a long one.")
    quarry_speed_m: Amount | None = Field(None, description="The quarry's speed in metres a round.")
    pursuer_speed_m: Amount | None = Field(
        None, description="The pursuer's speed in metres a round."
    )
    quarry_mod: Whole = Field(description="The quarry's modifier to the check.")
    pursuer_mod: Whole | None = Field(None, description="The pursuer's modifier to the check.")
    pursuer_mods: ListOf[Whole] | None = Field(
        None, description="The modifiers of several pursuers."
    )
    ties: Annotated[Ties | Literal[""], OneOf(TIES)] = Field(
        "", description="Who wins a tie; if not given, as the ruleset has it."
    )

    @model_validator(mode="after")
    def _check_keys_together(self) -> Self:
        check_one_of(self, "pursuer_mod", "pursuer_mods")
        if self.pursuer_mods == ():
            message = Message("must name at least one pursuer")
            raise WrongValue(message, key="pursuer_mods")
        if self.mode == "round":
            check_given(self, "quarry_speed_m", "pursuer_speed_m")
        return self

    @property
    def pursuers(self) -> tuple[int, ...]:
        """The modifiers of the pursuers."""
        if self.pursuer_mods is not None:
            return self.pursuer_mods
        if self.pursuer_mod is None:
            return ()
        return (self.pursuer_mod,)
