"""The models of a party file."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Self

from pydantic import Field, model_validator

from core.bestiary_schema import SheetTable
from core.creatures import Sheet
from core.file_schema import SOME, Amount, FileTable, FromOne, ListOf, Natural, Text, WrongValue
from core.messages import Message
from core.play.facts.state import Counter, Member
from core.play.party.membership import Role, usual_role
from core.rulesets.schema import WeaponRow
from core.travel.journey_schema import MemberTable

FIGURES = frozenset(("size", *SheetTable.model_fields))
"""The keys of a member's figures for a fight."""

BEARERS = ("mount", "vehicle")
"""The roles of members that bear a load."""
OWN_SPEEDS = ("speed_m", "fly_speed_m")
"""Ways of moving of an animal that no row of the ruleset is."""


class PartyMember(MemberTable, SheetTable):
    """A member of the party."""

    letter: Text = Field("", description="The letter of its token; if not given, a free one.")
    role: Role | None = Field(
        None, description="What it is in the party; if not given, by what moves it."
    )
    hp: FromOne | None = Field(None, description="The hit points when unhurt.")
    weight_kg: Amount = Field(
        Fraction(0), description="The weight in kilograms, with all that is carried."
    )
    pulls: Text = Field("", description="The name of the vehicle that it draws.")
    counters: dict[str, Natural] = Field(
        {}, description="What it can use so many times: a small word for each, and the most."
    )
    size: Text = Field("M", description='The size, a row of the ruleset: "M".')

    def homes_of(self, key: str) -> tuple[str, ...]:
        """Return the ways of moving with which a key can be given: an animal bears any load."""
        homes = super().homes_of(key)
        if key == "load_kg" and self.role in BEARERS:
            return (*homes, *OWN_SPEEDS)
        return homes

    def member(self, weapons: Collection[WeaponRow]) -> Member:
        """Return the member without its id, and without who carries it and what it pulls.

        `weapons` are those whose names say how an attack is made.
        """
        mover = self.mover()
        counters = tuple(Counter(name, most, most) for name, most in self.counters.items())
        return Member(
            "",
            self.name,
            self.letter,
            role=self.role or usual_role(mover),
            mover=mover,
            level=self.level or 1,
            con_score=self.con_score,
            con_mod=self.con_mod,
            hp=self.hp,
            weight_kg=self.weight_kg,
            counters=counters or None,
            sheet=self._figures(weapons),
        )

    def _figures(self, weapons: Collection[WeaponRow]) -> Sheet | None:
        # its figures for a fight, None if none is given
        if self.model_fields_set.isdisjoint(FIGURES):
            return None
        return self.sheet(self.size, weapons)


class PartyTables(FileTable):
    """A party file: a table under [[party]] for each member."""

    party: ListOf[PartyMember] = Field((), description="The members.")

    @model_validator(mode="after")
    def _check_members(self) -> Self:
        if not self.party:
            raise WrongValue(SOME, "missing_key", "party")
        names: set[str] = set()
        for number, member in enumerate(self.party, start=1):
            key = f"party[{number}].name"
            if not member.name.strip():
                raise WrongValue(Message("A member needs a name."), key=key)
            if member.name in names:
                message = Message("{name} is in the party already.", name=member.name)
                raise WrongValue(message, key=key)
            names.add(member.name)
        return self
