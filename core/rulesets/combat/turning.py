"""Turns and dying.

The catalogue has no rule for initiative, for the actions of a turn beyond movement (C-013, C-015,
C-018, C-034) or for dying: these are house defaults, and receipts say so.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.rulesets.quantity_types import Count, Frozen, Many

Ways: TypeAlias = Literal["constitution", "percent", "stages"]
Initiative: TypeAlias = Literal["", "dexterity", "perception"]
Sides: TypeAlias = Literal["party", "foes", "neutral"]


class TurnRules(Frozen):
    """The actions of a turn, beside `mechanisms.turn`.

    `actions` is their number where they are counted singly; otherwise a turn is a standard and a
    move action, or one that takes the whole round. `swift` actions are extra. A creature with a
    condition in `limiting`, and everyone in a surprise round, has only `limited` actions; the
    value of one in `slowing` is subtracted instead, where actions are counted. The value of one
    in `fading` falls by 1 at the end of its bearer's turn, and at 0 it ends. `ready` are the
    actions that readying uses, `area` those of an area effect (words of a turn's actions).
    `flat_footed`: everyone is, before the first turn of a fight. `initiative` is a check of this
    ("" = neither); by Dexterity, conditions that change the score change it too.
    """

    actions: Count = 0
    swift: Count = 0
    limited: Many = 1
    limiting: tuple[str, ...] = ()
    slowing: tuple[str, ...] = ()
    fading: tuple[str, ...] = ()
    ready: tuple[str, ...]
    area: tuple[str, ...] = ("standard",)
    flat_footed: bool = False
    initiative: Initiative = ""


class Dying(Frozen):
    """Hit points at 0 and below.

    `way` "constitution": dying below 0, dead at minus the Constitution score; each turn a
    Constitution check against `dc`, less the hit points below 0, stabilises. "percent": dead at
    `dead`, and each turn `chance` in a hundred stabilises. A failure costs `bleeds` points.
    "stages": at 0 dying by degrees from 1 and dead at `stages`; each turn a plain d20 against
    `dc` plus the degree makes it one less or one more, two by `margin`.
    `below`: hit points go below 0; where they do not, healing begins at 0.
    `disabled`: at exactly 0 a creature is disabled, not dying. `staggered`: nonlethal damage
    equal to the hit points left staggers, more knocks out; else as much knocks out. The program
    asks for the checks of `checked` sides only. `con_score` is used where none is written down.
    """

    way: Ways
    dc: Count = 0
    chance: Count = 0
    dead: int = 0
    stages: Count = 0
    margin: Count = 0
    bleeds: Count = 0
    below: bool = True
    disabled: bool = False
    staggered: bool = False
    checked: tuple[Sides, ...] = ("party",)
    con_score: Count = 10
