"""Squeezing: how narrow a passage may be, its cost, the squares of the figure.

Rules C-076 to C-085; the paths of squeezing creatures are planned by G-8
(`core.combat.movement.footing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Block, Square, covered, reading_order
from core.combat.movement.footing import footing, leading_side, roomy
from core.messages import Factor, Message, Metres, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

SQUEEZES = Manner(squeeze=True)
HALF = Fraction(1, 2)
"""The part of its space that a creature can squeeze into (C-076)."""


class Squeeze(Struct, kw_only=True):
    """The effects of a passage on a creature of a size.

    `min_width_m` is the narrowest that it can squeeze through, in metres. `attack` and `ac` are
    modifiers, `condition` its condition while it squeezes ("" = none). None = the mode does not
    set it. `receipt` is why; `beyond` why the width and whether it can attack
    are so, where the system's document has the mode but not those (C-085).
    """

    mode: Literal["normal", "squeeze", "escape_artist", "impossible", "squeeze_activity"]
    min_width_m: Fraction
    can_attack: bool
    receipt: Receipt
    cost_multiplier: int | None = None
    attack: int | None = None
    ac: int | None = None
    loses_dex: bool | None = None
    condition: str = ""
    beyond: Receipt | None = None


def squeeze(rules: Ruleset, size: str, width_m: Fraction) -> Squeeze:
    """Return the effects of a passage of `width_m` on a creature of a size (C-076 to C-085).

    As wide as its space: nothing. Half as wide: squeezing. Narrower: Escape Artist, or no way
    through. Where squeezing is an activity off the grid every narrow passage needs it.
    Refusals: "unknown_size", "width_m" below 0.
    """
    sizes = rules.combat.sizes
    mechanism = rules.combat.mechanisms.squeezing
    if size not in sizes:
        raise Refusal("unknown_size", "{system} has no size {size}.", system=rules.id, size=size)
    if width_m < 0:
        raise Refusal("width_m", "A passage cannot be narrower than 0 m.")
    space = sizes[size].space_m
    cite = rules.cite
    figures = rules.combat.squeezing
    least = space * HALF
    half_of = Message("half of a space of {space}", space=Metres(space))
    if mechanism == "activity":
        beyond = cite("C-085", half_of, Metres(least), default=True)
        if width_m >= space:
            why = cite(
                "C-085", "as wide as a space of {space}", Message("it fits"), space=Metres(space)
            )
            return Squeeze(
                mode="normal",
                min_width_m=least,
                can_attack=True,
                receipt=why,
                cost_multiplier=1,
                attack=0,
                ac=0,
                loses_dex=None,
                beyond=beyond,
            )
        why = cite(
            "C-085",
            "narrower than a space of {space}",
            Message("the Squeeze activity, off the grid"),
            space=Metres(space),
        )
        return Squeeze(
            mode="squeeze_activity", min_width_m=least, can_attack=False, receipt=why, beyond=beyond
        )
    penalties = mechanism == "penalties"
    half = cite("C-076", half_of, Metres(least), questions="" if penalties else "QC-21")
    if width_m >= space:
        return Squeeze(
            mode="normal",
            min_width_m=least,
            can_attack=True,
            receipt=half,
            cost_multiplier=1,
            attack=0,
            ac=0,
            loses_dex=False if penalties else None,
        )
    if width_m >= least:
        return _squeezed(rules, least, half)
    if penalties:  # C-081
        why = cite("C-081", "narrower than half: Escape Artist, AC", figures.escape_ac, half)
        return Squeeze(
            mode="escape_artist",
            min_width_m=least,
            can_attack=False,
            receipt=why,
            cost_multiplier=None,
            attack=0,
            ac=figures.escape_ac,
            loses_dex=True,
        )
    why = cite("C-082", "narrower than half", Message("no way through"), half, questions="QC-21")
    return Squeeze(mode="impossible", min_width_m=least, can_attack=False, receipt=why)


def explain_narrow(rules: Ruleset, size: str) -> tuple[Receipt, ...]:
    """Return what narrow passages do to a creature of a size: half its space wide, and narrower.

    Refusal "unknown_size".
    """
    half = squeeze(rules, size, rules.combat.sizes[size].space_m * HALF)
    narrower = squeeze(rules, size, Fraction(0))
    if half.mode == narrower.mode:
        return (half.receipt,)
    return half.receipt, narrower.receipt


def _squeezed(rules: Ruleset, least: Fraction, half: Receipt) -> Squeeze:
    figures = rules.combat.squeezing
    combat = rules.combat
    cost = rules.cite("C-077", "each square squeezed", Factor(figures.multiplier))
    if combat.mechanisms.squeezing == "penalties":
        penalty = rules.cite(
            "C-078", "attack rolls and AC while squeezed", (figures.attack, figures.ac)
        )
        why = rules.cite("C-076", "squeezing", Metres(least), half, cost, penalty)
        return Squeeze(
            mode="squeeze",
            min_width_m=least,
            can_attack=True,
            receipt=why,
            cost_multiplier=figures.multiplier,
            attack=figures.attack,
            ac=figures.ac,
            loses_dex=False,
        )
    row = combat.rows[figures.condition]
    entangled = rules.cite(
        "C-083", "attack rolls while entangled", row.attack.melee, questions="QC-16"
    )
    why = rules.cite(
        "C-082",
        "squeezing, and so entangled",
        Metres(least),
        half,
        cost,
        entangled,
        questions="QC-16",
    )
    return Squeeze(
        mode="squeeze",
        min_width_m=least,
        can_attack=True,
        receipt=why,
        cost_multiplier=figures.multiplier,
        attack=figures.attack + row.attack.melee,
        ac=figures.ac + row.ac.melee,
        loses_dex=None,
        condition=figures.condition,
    )


def stretch(side: int, path: Sequence[Square]) -> tuple[Square, ...]:
    """Return the squares that the figure of a squeezed creature covers, in reading order (C-079).

    `side` is that of its whole space; `path` are the anchors of its leading block, the last one
    where it is now. The figure is the last stretch of that path, as wide as the block and as
    long as the space (Q-51): a Large creature covers the two squares it came through last, a
    Huge one its leading block of 2 x 2 and one row behind. A path that is too short leaves the
    figure shorter: there it has not come from anywhere yet.
    Refusal("empty_path").
    """
    if not path:
        raise Refusal("empty_path", "A path needs at least one square.")
    wide = leading_side(side)
    blocks = path[-1 : -1 - (side - wide + 1) : -1]
    covers = {square for anchor in blocks for square in Block(*anchor, wide).squares()}
    return reading_order(covers)


def is_squeezing(scene: Scene, mover: Creature, path: Sequence[Square]) -> bool:
    """Whether a square of the figure is in a place too narrow for the creature (C-078, Q-51).

    `path` as in `stretch`. A square is wide enough if a space of the creature's full size about
    it is free of walls and of squares that it may not enter (G-8). Refusals: "empty_path", and
    those of `core.combat.movement.footing.check_manner`.
    """
    field = scene.field
    side = scene.body(mover).side
    free = roomy(scene, side, footing(scene, mover, SQUEEZES).occupants, SQUEEZES)
    wide = covered(free, side, side, field.stride)
    return bool(field.bits(stretch(side, path)) & ~wide)
