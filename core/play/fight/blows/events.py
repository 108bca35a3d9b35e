"""What attacks did. Damage itself is `Damaged`, healing `Healed`, saves are `Checked`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from core.combat.areas.areas import Shape
from core.secrecy import Involved, OwnSubject, Public, Secret, Subject, own

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

    by: Subject[str]
    at: Subject[str]
    attack: Public[str]
    outcome: Public[Outcome]
    face: Annotated[int, own("by")]
    total: Public[int]
    needed: Annotated[int, own("by", "at")]
    ac: Annotated[int, own("at")]
    bonus: Annotated[int, own("by")]
    how: Public[Literal["rolled", "typed", "ruled"]] = "rolled"
    opportunity: Public[bool] = False
    spends: Public[tuple[str, ...]] = ()
    weapon: Public[int] = 0
    reason: Secret[str] = ""
    confirm: Public[int] = 0
    miss: Public[int] = 0
    kind: Literal["struck"] = "struck"


@dataclass(frozen=True, slots=True)
class CoupStruck:
    """A coup de grâce was struck."""

    by: Subject[str]
    at: Subject[str]
    attack: Public[str]
    spends: Public[tuple[str, ...]] = ()
    kind: Literal["coup_struck"] = "coup_struck"


@dataclass(frozen=True, slots=True)
class AreaStruck:
    """An area took effect on these; the squares as runs."""

    shape: Public[Shape]
    where: Public[str]
    who: Involved[tuple[str, ...]]
    name: Public[str] = ""
    by: Involved[str] = ""
    spends: Public[tuple[str, ...]] = ()
    kind: Literal["area_struck"] = "area_struck"


@dataclass(frozen=True, slots=True)
class TemporaryGiven:
    """A creature has this many temporary hit points now."""

    who: OwnSubject[str]
    amount: Public[int]
    kind: Literal["temporary_given"] = "temporary_given"


@dataclass(frozen=True, slots=True)
class CoverTaken:
    """A creature takes cover, or no longer does."""

    who: Subject[str]
    off: Public[bool] = False
    kind: Literal["cover_taken"] = "cover_taken"


@dataclass(frozen=True, slots=True)
class TakenInHand:
    """A creature fights with another attack of its sheet from now on."""

    who: OwnSubject[str]
    attack: Public[int]
    kind: Literal["taken_in_hand"] = "taken_in_hand"


BlowEvent: TypeAlias = (
    Struck | CoupStruck | AreaStruck | TemporaryGiven | CoverTaken | TakenInHand
)  # fmt: skip
