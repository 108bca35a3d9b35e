"""Commands for attacks, areas and temporary hit points in the encounter being played."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.combat.areas import Shape
from core.creatures import NO_WORDS, AttackWords
from core.values import Tagged


class MakeAttack(Tagged, tag="make_attack"):
    """Each of `by` attacks `at` once with the attack of index `attack` on its sheet.

    None = the attack in hand. `circumstance` is the GM's modifier to the roll, `ac` the one to
    the target's Armour Class, `gm_degree` the GM's ruling on cover (C-173, C-174, C-184).
    `full`: all attacks of a full attack, one after the other. `opportunity`: an attack of
    opportunity that the GM grants (against a spell, say). `words` are what else the GM says of it.
    `square`: in place of a creature ("") it is the square where one is thought to be (C-198).
    """

    by: tuple[str, ...]
    at: str
    attack: int | None = None
    full: bool = False
    circumstance: int = 0
    ac: int = 0
    gm_degree: str = ""
    opportunity: bool = False
    words: AttackWords = NO_WORDS
    square: str = ""


class CoupDeGrace(Tagged, tag="coup_de_grace"):
    """A coup de grâce (C-242 to C-249) against a helpless creature."""

    by: str
    at: str
    attack: int | None = None


class AreaAttack(Tagged, tag="area_attack"):
    """An area that deals damage, with a save (`save` "" = none) against `dc`.

    `shape` burst, spread, cone or line; `origin` a grid corner (x, y) for bursts and spreads; for
    cones and lines `by` casts it to `direction` (cone) or towards the corner `origin` (line).
    `length` in squares. `damage` is dice, rolled once for all; a save leaves `on_save` of it.
    `spare` are the ids left out. `improved`: what covers is as good as an arrow slit (C-174).
    `kinds` are the kinds of its damage, by slug.
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
    improved: bool = False
    kinds: tuple[str, ...] = ()


class GiveTemporary(Tagged, tag="give_temporary"):
    """Give temporary hit points: each keeps the higher of the old and the new number."""

    who: tuple[str, ...]
    amounts: tuple[int, ...]


class TakeCover(Tagged, tag="take_cover"):
    """pf2's action to take cover (C-181), or leave it (`off`)."""

    who: str
    off: bool = False


class TakeInHand(Tagged, tag="take_in_hand"):
    """Fight with another attack of the sheet from now on."""

    who: str
    attack: int


class CastSpell(Tagged, tag="cast_spell"):
    """Cast a spell, which lets those who threaten the caster strike first, unless it is `quiet`.

    `name` is the GM's ("" = none said), `level` that of the spell (None = not said). What the spell
    does is entered as conditions, areas and points.
    """

    who: str
    name: str = ""
    level: int | None = None
    quiet: bool = False


BlowCommand: TypeAlias = (
    MakeAttack | CoupDeGrace | AreaAttack | GiveTemporary | TakeCover | TakeInHand | CastSpell
)
