"""Events of attacks. Damage itself is `Damaged`, healing `Healed`, saves are `Checked`."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from core.combat.areas import Shape
from core.secrecy import Involved, OwnSubject, Public, Secret, Subject, own
from core.values import Tagged

Outcome: TypeAlias = Literal["hit", "miss", "critical", "concealed", "image", "impossible"]
HITS: Final[frozenset[Outcome]] = frozenset({"hit", "critical"})


class Struck(Tagged, tag="struck", kw_only=True):
    """One attack: the face of its die (0 = only the total is known, or a ruling) and its outcome.

    `needed` is the lowest face that would hit, `ac` the Armour Class met, `bonus` all that was
    added to the die. "concealed": it hit and missed by the miss chance; "image":
    it struck an image of the target. `opportunity`: an attack
    of opportunity. `spends` are the words of `Spent.actions` used, `weapon` the index of the
    attack on the sheet. `confirm` is the face of the roll to confirm a critical hit, `miss` that
    of the miss chance; 0 = not rolled. `words` are those of the attack line that it was made with,
    `hand` is "off" where it was the second weapon, "natural" for an attack of the body beside what
    is in hand. `ends_move`: no movement goes on after it. `times` is what multiplies its damage
    beside a critical hit, `added` what feats add to it. `square` is the one that was attacked, not
    knowing who is there (C-198): of a miss nobody is `at`, and what it met is not said.
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
    words: Public[tuple[str, ...]] = ()
    ends_move: Public[bool] = False
    hand: Public[str] = ""
    times: Public[int] = 1
    added: Annotated[int, own("by")] = 0
    square: Public[str] = ""


class CoupStruck(Tagged, tag="coup_struck"):
    """A coup de grâce was struck."""

    by: Subject[str]
    at: Subject[str]
    attack: Public[str]
    spends: Public[tuple[str, ...]] = ()


class AreaStruck(Tagged, tag="area_struck"):
    """An area took effect on these; the squares as runs."""

    shape: Public[Shape]
    where: Public[str]
    who: Involved[tuple[str, ...]]
    name: Public[str] = ""
    by: Involved[str] = ""
    spends: Public[tuple[str, ...]] = ()


class TemporaryGiven(Tagged, tag="temporary_given"):
    """A creature has this many temporary hit points now."""

    who: OwnSubject[str]
    amount: Public[int]


class CoverTaken(Tagged, tag="cover_taken"):
    """A creature takes cover, or leaves it (`off`)."""

    who: Subject[str]
    off: Public[bool] = False


class TakenInHand(Tagged, tag="taken_in_hand"):
    """A creature fights with another attack of its sheet from now on."""

    who: OwnSubject[str]
    attack: Public[int]


class SpellCast(Tagged, tag="spell_cast"):
    """A creature cast a spell of this `name` and `level`, as far as they were said.

    `spends` are the words of `Spent.actions` used. Hurt while casting, it keeps the spell with a
    check against `dc` (0 = there is none), or has `lost` it.
    """

    who: Subject[str]
    name: Annotated[str, own("who")] = ""
    level: Annotated[int | None, own("who")] = None
    spends: Public[tuple[str, ...]] = ()
    dc: Annotated[int, own("who")] = 0
    lost: Public[bool] = False


BlowEvent: TypeAlias = (
    Struck | CoupStruck | AreaStruck | TemporaryGiven | CoverTaken | TakenInHand | SpellCast
)
