"""Sizes, ground and conditions of the grid."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.rulesets.quantity_types import Count, Frozen, Positive, TableRow

Effect: TypeAlias = Literal[
    "defenceless",  # may be crossed and stopped on by anybody (C-059)
    "helpless",  # at one's mercy (C-238)
    "dead",  # a corpse: gives no soft cover (C-177), opens what it filled (C-066)
    "fallen",  # unconscious or dead: its space may be shared where spaces are willing (C-071)
    "prone",  # lies on the ground: shared when willing (C-071)
    "threatens_not",  # threatens no square (C-104)
    "reacts_not",  # makes no attacks of opportunity (C-115) ...
    "reacts_always",  # ... unless it has Combat Reflexes
    "cannot_move",  # makes no movement of its own (C-251)
    "no_run",  # neither runs nor charges (C-252)
    "bulky",  # the GM flags it as an obstacle when helpless (C-060)
    "fills_space",  # nobody passes until it is destroyed (C-066)
    "ignores_difficult",  # difficult ground is free, greater difficult is difficult (C-036)
    "unseen",  # invisible: total concealment (C-201)
    "sees_unseen",  # sees the invisible
    "blind",  # to it everyone has total concealment (C-203)
    "sees_in_dark",  # darkness hides nothing from it (C-200)
    "sees_in_dim",  # dim light hides nothing from it (C-200)
    "blurred",  # concealed whatever the geometry (C-194)
    "crit_immune",  # no critical hits, no coup de grâce (C-248)
    "loses_dexterity",  # as a target it has no Dexterity bonus to AC
    "denies_dexterity",  # as an attacker it denies the target's Dexterity bonus (C-219)
    "flat_footed",  # flat-footed by position or condition (C-237)
    "climbs_well",  # has a climb speed: never flat-footed while climbing (C-129, C-139)
    "acts_not",  # takes no actions, so makes no attacks
    "covered_wholly",  # no line of effect: nobody attacks it (C-175, C-190)
]
"""The closed list of effects of a condition beside its numbers."""

Degree: TypeAlias = Literal["soft", "screen", "partial", "full", "improved"]
"""The degrees of cover that have numbers in the table of cover (C-167 to C-176, C-180, C-187)."""

Figures: TypeAlias = Literal["flanking", "flanked", "squeezing"] | Degree
"""The figures that a condition takes its numbers from: a degree of cover, or a table of its own."""


class Size(TableRow):
    """A size category (C-086 to C-089).

    `rank` counts from Fine (0) to Colossal (8). `space` is the side in squares (1 also for those
    smaller than a square), `space_m` the side in metres; `tall` and `long` are natural reach in
    squares by body plan. `share` is the part in hundredths of one square that such a creature
    takes up (0 = it does not crowd, C-067); `enters_occupied`: it may enter, cross and stop
    in occupied squares (C-064, C-075). Heights `from_m` to `to_m` and weights `from_kg` to `to_kg`
    are those of C-088; None = the document sets no such bound.
    """

    rank: Count
    space: Count
    space_m: Positive
    tall: Count
    long: Count
    share: Count = 0
    enters_occupied: bool = False
    from_m: Positive | None = None
    to_m: Positive | None = None
    from_kg: Positive | None = None
    to_kg: Positive | None = None


class Ground(TableRow):
    """A kind of ground: the meaning of a character of the map (section 0 of the catalogue).

    `weight` is the number of doublings (C-026, C-028) or of squares added (C-035). `water` is for
    swimmers and flyers only (C-045), `hazard` hurts (C-047), `cover` covers without blocking
    (C-171, C-185), `conceals` (C-191), `stop` whether a walker may stop there (C-040, C-042).
    """

    sign: str
    weight: Count = 0
    solid: bool = False
    water: bool = False
    hazard: bool = False
    cover: bool = False
    conceals: bool = False
    stop: bool = True


class Modifier(Frozen):
    """A pair of modifiers: of melee attacks and of ranged ones, by catalogue rule `rule`.

    A pair with a rule is listed in receipts even where it is +0.
    """

    melee: int = 0
    ranged: int = 0
    rule: str = ""


class Condition(TableRow):
    """A condition or situation on the grid (C-215 to C-237, C-250).

    `attack` modifies the attack roll of its bearer, `ac` the Armour Class of its bearer; `strength`
    and `dexterity` are changes of the scores themselves (C-218, C-252). With `figures` the numbers
    are those of a degree of cover (C-223), of flanking (C-221) or of squeezing (C-222, C-235)
    instead, so that they are in one table only. `counts_as` names the row whose name and numbers
    apply (the asleep are helpless, the squeezing entangled), unless the bearer has the effect
    `unless` (C-139). Of several conditions with one `row` only the first of the highest `rank`
    counts (C-220). `ranged_weapons` are the only ones that can be used with it (None = all, C-215).
    `situation`: it follows from the grid, not from the creature's state (flanking, cover).
    `trait`: it is what a creature is or can, not what befalls it (darkvision). `rule`
    is the catalogue's.
    """

    effects: tuple[Effect, ...] = ()
    attack: Modifier = Modifier()
    ac: Modifier = Modifier()
    strength: int = 0
    dexterity: int = 0
    figures: Figures | None = None
    counts_as: str = ""
    unless: Effect | None = None
    row: str = ""
    rank: Count = 0
    ranged_weapons: tuple[str, ...] | None = None
    situation: bool = False
    trait: bool = False
    rule: str = ""
