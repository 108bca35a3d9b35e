"""The inputs of the kinds of case about attacks by the open rules, and the boards of these."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from core.bestiary_schema import AttackTable
from core.casebook.case_schema import BoardTables, CaseCreature
from core.combat.board.encounter_schema import GridSquare
from core.creatures import Attack, Mode, Sheet
from core.file_schema import FileTable, FromOne, ListOf, Natural, SquareCount, Text, Whole
from core.rulesets.strikes_schema import Act

OwnAction: TypeAlias = Literal["move", "run", "charge", "five_foot_step", "step", "withdraw"]
"""How a creature moves in its own turn."""


class StrikeCreature(CaseCreature):
    """A creature on the board of a case about attacks."""

    ac: Natural | None = Field(None, description="Its Armour Class.")
    eac: Natural | None = Field(
        None, description="Its Armour Class against energy, where a system has two."
    )
    dexterity: Whole | None = Field(
        None, description="The Dexterity modifier that is in its Armour Class."
    )
    base_attack: Whole | None = Field(
        None, description="Its base attack bonus, by which some feats count."
    )
    speed: SquareCount | None = Field(None, description="Its speed on foot in squares.")
    speeds: dict[Mode, SquareCount] = Field({}, description="Its other speeds in squares, by mode.")
    elevation: Natural = Field(0, description="Its height above the ground in squares.")
    traits: ListOf[str] = Field((), description="What it is or can: rows of the ruleset.")
    attacks: ListOf[AttackTable] = Field(
        (), description="Its attacks, as in a file of creatures; the first is in hand."
    )

    def sheet(self) -> Sheet:
        """Return its figures for a fight."""
        attacks = tuple(attack.attack() for attack in self.attacks)
        if not attacks and self.weapon_reach is not None:
            attacks = (Attack("weapon", reach=self.weapon_reach),)
        on_foot = () if self.speed is None else (("walk", self.speed),)
        return Sheet(
            size=self.size,
            long=self.long,
            reach=self.reach,
            space=self.space,
            ac=self.ac,
            eac=self.eac,
            dexterity=self.dexterity,
            speeds=(*on_foot, *self.speeds.items()),
            attacks=attacks,
            traits=self.traits,
            reaction=self.reaction,
            base_attack=self.base_attack,
        )


class StrikeBoardTables(BoardTables):
    """Where a case about attacks happens."""

    creatures: ListOf[StrikeCreature] = Field((), description="The creatures.")


class TurnTable(FileTable):
    """What a creature has used of its turn."""

    actions: ListOf[str] = Field((), description='Its actions in order: "standard", "move".')
    squares: Natural = Field(0, description="The squares that it has moved.")
    path: ListOf[GridSquare] = Field((), description="The way that it has moved.")
    made: ListOf[FromOne] = Field((), description="Its attacks so far, by their numbers.")
    targets: ListOf[str] = Field((), description="Whom it has attacked so far.")
    mount: ListOf[str] = Field((), description="The actions of its mount.")


class OpenInputs(FileTable):
    """What all kinds about attacks by the open rules have."""

    switches: dict[str, bool | str] = Field(
        {}, description="Values of switches that are not those of the ruleset."
    )
    turn: TurnTable | None = Field(None, description="What has been used of the turn.")


class StrikeInputs(OpenInputs):
    """An attack."""

    attacker: Text = Field(description="Who attacks.")
    target: Text = Field(description="Who is attacked.")
    attack: FromOne | None = Field(
        None, description="The number of the attack; the one in hand if not given."
    )
    words: ListOf[str] = Field((), description='Words of the attack line: "+2", "miss 30".')
    opportunity: bool = Field(False, description="It is an attack of opportunity.")
    moving: bool = Field(False, description="It is one that the target gives by moving.")
    unready: ListOf[str] = Field((), description="Those who have had no turn yet.")
    surprised: ListOf[str] = Field((), description="Those of them who were surprised.")


class FullAttackInputs(OpenInputs):
    """All attacks of a full attack."""

    attacker: Text = Field(description="Who attacks.")
    target: Text = Field(description="Who is attacked.")
    attack: FromOne | None = Field(
        None, description="The number of the first attack; the one in hand if not given."
    )
    words: ListOf[str] = Field((), description='Words of the attack line: "two", "rapid".')


class ActInputs(OpenInputs):
    """What a creature does where it is."""

    who: Text = Field(description="Who acts.")
    act: Literal[Act, "stand"] = Field(description="What it does.")
    target: Text = Field("", description="Whom it attacks.")
    attack: FromOne | None = Field(
        None, description="The number of the attack; the one in hand if not given."
    )
    words: ListOf[str] = Field((), description='Words of the attack line: "quiet".')
    already: ListOf[str] = Field(
        (), description="Those who had their opportunity against it this round."
    )


class TurnInputs(OpenInputs):
    """A turn."""

    who: Text = Field(description="Whose turn it is.")


class FightMoveInputs(OpenInputs):
    """A movement in a fight."""

    who: Text = Field(description="Who moves; a rider on its mount.")
    to: GridSquare = Field(description="Where it ends.")
    action: OwnAction = Field("move", description="The action that it moves by.")
    mode: Mode = Field("walk", description="How it moves.")
    target: Text = Field(
        "", description="Whom a charge is at; a move with a target leads to a spring attack."
    )


class ChargeInputs(OpenInputs):
    """A charge at somebody."""

    mover: Text = Field(description="Who charges; a rider on its mount.")
    target: Text = Field(description="Who is charged at.")
    surprise: bool = Field(False, description="It is a surprise round: it has a single action.")
    mode: Mode = Field("walk", description="How it moves.")
    elevation: Natural | None = Field(
        None,
        description="The height in squares at which it ends; if not given, the nearest from which "
        "it reaches where it flies, else as high as now.",
    )
