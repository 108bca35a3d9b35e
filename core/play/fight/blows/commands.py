"""What the GM asks for when somebody attacks, is hurt or healed in the encounter being played."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.combat.areas.area_effects import Shape
from core.values import Tagged


class MakeAttack(Tagged, tag="make_attack"):
    """Each of `by` attacks `at` once with its attack `attack` (index on its sheet).

    None = the attack in hand. `circumstance` is a modifier of the GM's to the roll, `ac` one to
    the target's Armour Class, `gm_degree` what the GM makes of cover (C-173, C-174, C-184).
    `full`: all attacks of a full attack, one after the other. `opportunity`: an attack of
    opportunity by the GM's word (somebody casts a spell, say).
    """

    by: tuple[str, ...]
    at: str
    attack: int | None = None
    full: bool = False
    circumstance: int = 0
    ac: int = 0
    gm_degree: str = ""
    opportunity: bool = False


class CoupDeGrace(Tagged, tag="coup_de_grace"):
    """A coup de grâce (C-242 to C-249) against one who is helpless."""

    by: str
    at: str
    attack: int | None = None


class AreaAttack(Tagged, tag="area_attack"):
    """An area that hurts those in it, each with a save (`save` "" = none) against `dc`.

    `shape` burst, spread, cone or line; `origin` a grid corner (x, y) for bursts and spreads; for
    cones and lines `by` casts it to `direction` (cone) or towards the corner `origin` (line).
    `length` in squares. `damage` is dice, rolled once for all; who saves takes `on_save` of it.
    `spare` are the ids left out.
    """

    shape: Shape
    length: int
    damage: str
    origin: tuple[int, int] = (0, 0)
    direction: str = ""
    by: str = ""
    save: Literal["", "fortitude", "reflex", "will"] = "reflex"
    dc: int = 10
    on_save: Literal["half", "none"] = "half"
    nonlethal: bool = False
    spare: tuple[str, ...] = ()
    name: str = ""


class GiveTemporary(Tagged, tag="give_temporary"):
    """Temporary hit points: the higher of what each has and what it is given."""

    who: tuple[str, ...]
    amounts: tuple[int, ...]


class TakeCover(Tagged, tag="take_cover"):
    """pf2's action to take cover (C-181), or with `off` no longer."""

    who: str
    off: bool = False


class TakeInHand(Tagged, tag="take_in_hand"):
    """Fight with another attack of one's sheet from now on."""

    who: str
    attack: int


BlowCommand: TypeAlias = (
    MakeAttack | CoupDeGrace | AreaAttack | GiveTemporary | TakeCover | TakeInHand
)  # fmt: skip
