"""What cover comes to: its degree, its numbers, and the lines and receipts that tell why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.places import called
from core.combat.sight.asked import SightQuery
from core.combat.sight.sightlines import SightLine
from core.messages import N_, Message
from core.receipts import Receipt
from core.values import replace

Degree: TypeAlias = Literal["none", "soft", "screen", "partial", "cover", "improved", "total"]
WORDS: dict[Degree, str] = {
    "none": N_("no cover"),
    "soft": N_("soft cover"),
    "screen": N_("screened"),
    "partial": N_("partial cover"),
    "cover": N_("cover"),
    "improved": N_("improved cover"),
    "total": N_("total cover"),
}


ALONE = {"C-112": "stops_aoo", "C-121": "stops_aoo", "C-173": "partial_hint", "C-174": ""}
"""Parts of a receipt on which one answer alone rests, or none of those that cases ask for."""


class Explanation(NamedTuple):
    """Why an answer is what it is, and the lines to draw for it."""

    receipt: Receipt
    lines: tuple[SightLine, ...] = ()


@dataclass(frozen=True)
class Cover:
    """Cover of a target from an attacker (C-160 to C-190).

    `ac_bonus` is added to the target's Armour Class, `reflex_bonus` to its Reflex save against an
    area effect from the attacker's place. `stealth` tells whether it may try to hide, with
    `stealth_bonus`; `stops_aoo` whether it denies attacks of opportunity. `partial_hint` (None
    where no rule knows partial cover): three lines of four are free, the GM may call it partial.
    `improved_evasion`: against attacks that allow a Reflex save (C-174).
    """

    degree: Degree
    ac_bonus: int
    reflex_bonus: int
    can_attack: bool
    stealth: bool
    stops_aoo: bool
    partial_hint: bool | None
    stealth_bonus: int = 0
    improved_evasion: bool = False
    tell: Callable[[Cover], Explanation] = field(kw_only=True, repr=False, compare=False)

    @cached_property
    def _told(self) -> Explanation:
        return self.tell(self)

    @property
    def receipt(self) -> Receipt:
        """The rule that applied, the lines, what cuts them, and the numbers."""
        return self._told.receipt

    @cached_property
    def _shared(self) -> Receipt:
        parts = tuple(part for part in self.receipt.parts if part.rule not in ALONE)
        return replace(self.receipt, parts=parts)

    def why(self, key: str) -> tuple[Receipt, ...]:
        """The receipts of one answer, a field's name: what all rest on, and what it alone does.

        What cover does to opportunities, and that the GM may call it partial, decides nothing
        else: a house default there is none in the degree of cover or its bonuses.
        """
        alone = (part for part in self.receipt.parts if ALONE.get(part.rule) == key)
        return self._shared, *alone

    @property
    def lines(self) -> tuple[SightLine, ...]:
        """The lines of the attacker's best choice; under the rule of centres that line first."""
        return self._told.lines


def degree_words(degree: Degree) -> Message:
    """A degree of cover, for people."""
    return Message(WORDS[degree])


def cover_label(asked: SightQuery) -> Message:
    """What was asked."""
    return Message(N_("cover of {target} from {attacker}"),
                   target=called(asked.target), attacker=called(asked.attacker))  # fmt: skip
