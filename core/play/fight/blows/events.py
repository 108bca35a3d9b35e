"""What attacks did. Damage itself is `Damaged`, healing `Healed`, saves are `Checked`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.combat.areas.areas import Shape

Outcome: TypeAlias = Literal["hit", "miss", "critical", "concealed", "impossible"]


@dataclass(frozen=True, slots=True)
class Struck:
    """One attack: the face (0 when only the total was told, or the GM ruled) and what it came to.

    `needed` is the lowest face that would hit, `ac` the Armour Class met, `bonus` all that was
    added to the die. "concealed": it hit and missed by the miss chance. `opportunity`: an attack
    of opportunity. `spends` are the words of `Spent.actions` used, `weapon` the place of the
    attack on the sheet. `confirm` is the face of the roll that was to confirm a critical hit,
    `miss` that of the miss chance; 0 = none was thrown.
    """

    by: str
    at: str
    attack: str
    outcome: Outcome
    face: int
    total: int
    needed: int
    ac: int
    bonus: int
    how: Literal["rolled", "typed", "ruled"] = "rolled"
    opportunity: bool = False
    spends: tuple[str, ...] = ()
    weapon: int = 0
    reason: str = ""
    confirm: int = 0
    miss: int = 0
    kind: Literal["struck"] = "struck"


@dataclass(frozen=True, slots=True)
class CoupStruck:
    """A coup de grâce was struck."""

    by: str
    at: str
    attack: str
    spends: tuple[str, ...] = ()
    kind: Literal["coup_struck"] = "coup_struck"


@dataclass(frozen=True, slots=True)
class AreaStruck:
    """An area took effect on these; the squares as runs."""

    shape: Shape
    where: str
    who: tuple[str, ...]
    name: str = ""
    by: str = ""
    spends: tuple[str, ...] = ()
    kind: Literal["area_struck"] = "area_struck"


@dataclass(frozen=True, slots=True)
class TemporaryGiven:
    """A creature has this many temporary hit points now."""

    who: str
    amount: int
    kind: Literal["temporary_given"] = "temporary_given"


@dataclass(frozen=True, slots=True)
class CoverTaken:
    """A creature takes cover, or no longer does."""

    who: str
    off: bool = False
    kind: Literal["cover_taken"] = "cover_taken"


@dataclass(frozen=True, slots=True)
class TakenInHand:
    """A creature fights with another attack of its sheet from now on."""

    who: str
    attack: int
    kind: Literal["taken_in_hand"] = "taken_in_hand"


BlowEvent: TypeAlias = (
    Struck | CoupStruck | AreaStruck | TemporaryGiven | CoverTaken | TakenInHand
)  # fmt: skip
