"""What a turn holds, and what becomes of those whose hit points are gone.

The catalogue has no rule for initiative, for the actions of a turn beyond movement (C-013, C-015,
C-018, C-034) or for dying: these are what a game master of each system expects, and receipts say
that they are house defaults.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.rulesets.quantity_types import Count, Frozen, Many

Ways: TypeAlias = Literal["constitution", "percent", "stages"]
Initiative: TypeAlias = Literal["", "dexterity", "perception"]
Sides: TypeAlias = Literal["party", "foes", "neutral"]


class TurnRules(Frozen):
    """The actions of a turn, beside what `mechanisms.turn` says of it.

    `actions` is how many there are where they are counted singly; otherwise a turn is a standard
    and a move action, or one that takes the whole round. `swift` actions come on top. Who has one
    of the conditions `limiting`, and everybody in a surprise round, has `limited` actions only;
    of one in `slowing` the value is taken off instead, where actions are counted. Of one in
    `fading` it falls by 1 as the turn of who has it ends, and at 0 it is over. `ready` are the
    actions that readying one uses, `area` those of an effect that fills an area (words of a turn's
    actions). `flat_footed`: so is everybody
    before the first turn of a fight. `initiative` is a matter of that ("" = of neither): where it
    is of Dexterity, conditions that change the score change it too.
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

    `way` "constitution": below 0 one is dying, and dead at minus the Constitution score; each turn
    a Constitution check against `dc`, less the hit points below 0, stabilises. "percent": dead at
    `dead`, and each turn `chance` in a hundred stabilises. Whoever fails so loses `bleeds` points.
    "stages": at 0 one is dying by degrees from 1 and dead at `stages`; each turn a plain d20
    against `dc` plus the degree makes it one less or one more, two by `margin`.
    `below`: hit points go below 0; where they do not, healing begins at 0.
    `disabled`: at exactly 0 one is so, not out. `staggered`: nonlethal damage equal to the hit
    points left staggers, more knocks out; else as much knocks out. The program asks for `checked`
    sides; the others lie as they are. `con_score` is that of one who has none written down.
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
