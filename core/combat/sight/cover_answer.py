"""The answer to a question about cover: its degree, what follows from it, and its receipt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core.combat.board.scene import name_creature
from core.combat.sight.between import SightQuery
from core.combat.sight.sightlines import SightLine
from core.messages import Message, Template
from core.receipts import Receipt
from core.values import replace

Degree: TypeAlias = Literal["none", "soft", "screen", "partial", "cover", "improved", "total"]
WORDS: dict[Degree, Template] = {
    "none": "no cover",
    "soft": "soft cover",
    "screen": "screened",
    "partial": "partial cover",
    "cover": "cover",
    "improved": "improved cover",
    "total": "total cover",
}


ALONE = {"C-112": "stops_aoo", "C-121": "stops_aoo", "C-173": "partial_hint", "C-174": ""}
"""Parts of a receipt that matter to one answer alone, or to none that cases ask for."""


class Explanation(NamedTuple):
    """The rule and the parts of an answer's receipt, and the lines to draw for it."""

    rule: str
    parts: tuple[Receipt, ...]
    lines: tuple[SightLine, ...] = ()


@dataclass(frozen=True)
class Cover:
    """Cover of a target from an attacker (C-160 to C-190).

    `ac_bonus` is added to the target's Armour Class, `reflex_bonus` to its Reflex save against an
    area effect from the attacker's place. `stealth`: it may try to hide, with
    `stealth_bonus`; `stops_aoo`: it denies attacks of opportunity. `partial_hint` (None where
    the system has no partial cover): three lines of four are free, the GM may call it partial.
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
    query: SightQuery = field(kw_only=True, repr=False, compare=False)
    tell: Callable[[Cover], Explanation] = field(kw_only=True, repr=False, compare=False)

    @cached_property
    def _told(self) -> Explanation:
        return self.tell(self)

    @cached_property
    def receipt(self) -> Receipt:
        """The rule that applied, the lines, what cuts them, and the numbers."""
        query = self.query
        explanation = self._told
        label = Message(
            "cover of {target} from {attacker}",
            target=name_creature(query.target),
            attacker=name_creature(query.attacker),
        )
        return query.scene.rules.cite(
            explanation.rule, label, degree_words(self.degree), *explanation.parts
        )

    @cached_property
    def _shared(self) -> Receipt:
        parts = tuple(part for part in self.receipt.parts if part.rule not in ALONE)
        return replace(self.receipt, parts=parts)

    def why(self, key: str) -> tuple[Receipt, ...]:
        """Return the receipts of one answer, by its field: the shared one and its own parts.

        A house default about opportunities or partial cover is none in the degree of cover or
        its bonuses.
        """
        alone = (part for part in self.receipt.parts if ALONE.get(part.rule) == key)
        return self._shared, *alone

    @property
    def lines(self) -> tuple[SightLine, ...]:
        """The lines of the attacker's best choice; by centres the line between centres first."""
        return self._told.lines


def degree_words(degree: Degree) -> Message:
    """Return a degree of cover in words."""
    return Message(WORDS[degree])
