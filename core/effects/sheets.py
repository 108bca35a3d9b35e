"""What a creature's figures are without effects, and what a system says about figures."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from core.effects.changes import Change
from core.effects.stacking import BonusType
from core.values import Struct

ScoreChanges: TypeAlias = Literal["points", "score"]


class FigureSheet(Struct, kw_only=True):
    """The figures of a creature as they are written; None = unknown.

    `scores` are by their three letters. `dexterity` is the modifier that is in `ac`: armour may let
    in less than the score has. `ac` is the kinetic one where there are two. Speeds are in squares.
    `worn` are the bonuses that they hold already, where that is written.
    """

    level: int | None = None
    scores: Mapping[str, int] = {}
    ac: int | None = None
    touch: int | None = None
    flat_footed: int | None = None
    eac: int | None = None
    dexterity: int | None = None
    fortitude: int | None = None
    reflex: int | None = None
    will: int | None = None
    initiative: int | None = None
    cmb: int | None = None
    cmd: int | None = None
    perception: int | None = None
    hp_max: int | None = None
    skills: Mapping[str, int] = {}
    speeds: Mapping[str, Fraction] = {}
    worn: tuple[Change, ...] = ()


class FigureRules(Struct, kw_only=True):
    """What a system says about figures.

    `types` are the bonus types and how they stack, `skills` the ability of each skill. A change of
    a score is 1 for each 2 "points" of it on all that hangs on it, or what hangs on it is worked
    out from the new "score" again. `initiative` is the check that it is. `actions` as in a turn
    (0 = not counted). `helpless_dexterity`: the Dexterity modifier in the Armour Class of the
    helpless, where the figures of conditions do not say so themselves (0 = none).
    """

    types: Mapping[str, BonusType]
    skills: Mapping[str, str]
    score_changes: ScoreChanges = "points"
    initiative: str = ""
    actions: int = 0
    helpless_dexterity: int = 0
