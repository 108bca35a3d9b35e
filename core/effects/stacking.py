"""How changes of one figure stack: the best of a bonus type, or all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Literal, TypeAlias

from core.messages import Template
from core.values import Struct, replace

UNTYPED = "untyped"
"""The row of what has no bonus type."""
Why: TypeAlias = Literal["", "type", "row", "twice", "dexterity", "worn"]
"""Why a part does not count: another of its type, of its row, itself again, no Dexterity, or what
the sheet holds already."""


OUTDONE: Template = "{condition}, outdone by another"
OUTDONE_OF_TYPE: Template = "{condition} {amount:+} {type}, outdone by another of its type"
OUTDONE_BY_WORN: Template = "{condition} {amount:+} {type}, outdone by what is worn"
BESIDE_WORN: Template = "{condition}, beside {worn:+} {type} that is worn"
EFFECT_BESIDE_WORN: Template = "{effect}, beside {worn:+} {type} that is worn"
LOST: Mapping[Why, Template] = {
    "type": "{effect}, outdone by another of its type",
    "row": "{effect}, outdone by another",
    "twice": "{effect}, which counts once",
    "dexterity": "{effect}, lost with the Dexterity bonus",
    "worn": "{effect}, outdone by what is worn",
    "": "{effect}",
}
"""The labels of what an effect does, by why it does not count."""
NOT_COUNTED = frozenset(
    (OUTDONE, OUTDONE_OF_TYPE, OUTDONE_BY_WORN, *(LOST[why] for why in LOST if why))
)
"""The labels of what does not count, which is shown struck through."""


NOTHING_WORN: Mapping[str, int] = {}


class BonusType(Struct):
    """A bonus type: whether all its bonuses add up, or the best counts; penalties likewise.

    `lost_with_dexterity`: it is lost with the Dexterity bonus to Armour Class. `worn`: a touch and
    a manoeuvre pass it by.
    """

    bonuses_add: bool = False
    penalties_add: bool = True
    lost_with_dexterity: bool = False
    worn: bool = False


class FigurePart(Struct):
    """What an effect adds to a figure.

    `name` is the effect's, `origin` whose changes these are: of an effect that brings another
    along, the other's. `type` is the bonus type ("" = none). `why`: see Why; "" = it counts.
    `worn` is what the sheet holds of its type already: `value` is what it adds to that. `when` is
    the occasion that the GM has said ("fear"; "" = it needs none that is asked).
    """

    name: str
    origin: str
    value: int
    type: str = ""
    why: Why = ""
    worn: int = 0
    when: str = ""

    @property
    def place(self) -> tuple[str, str, str, int]:
        """Its place among parts, so that their order never matters."""
        return (self.name, self.type, self.origin, self.value)


def stack(
    parts: Iterable[FigurePart],
    types: Mapping[str, BonusType],
    worn: Mapping[str, int] = NOTHING_WORN,
) -> tuple[tuple[FigurePart, ...], tuple[FigurePart, ...]]:
    """Return the parts that count, and those that do not, each in the order of their names.

    `worn` is the best bonus of each type that the sheet holds already: of those of its type only
    what is better adds, where they do not add up.
    """
    by_type: dict[tuple[str, bool], list[FigurePart]] = defaultdict(list)
    for part in sorted(parts, key=attrgetter("place")):
        if part.value:
            by_type[part.type, part.value > 0].append(part)
    counted: list[FigurePart] = []
    lost: list[FigurePart] = []
    for (type_name, is_bonus), group in by_type.items():
        bonus_type = types[type_name or UNTYPED]
        if is_bonus:
            adds = bonus_type.bonuses_add
            best = max(group, key=attrgetter("value"))
        else:
            adds = bonus_type.penalties_add
            best = min(group, key=attrgetter("value"))
        own = worn.get(type_name, 0) if is_bonus else 0
        for part in group:
            if adds:
                counted.append(part)
            elif part is not best:
                lost.append(_losing(part, "type"))
            elif own and part.value <= own:
                lost.append(_losing(part, "worn"))
            else:
                counted.append(_beside(part, own))
    return _in_order(counted), _in_order(lost)


def _losing(part: FigurePart, why: Why) -> FigurePart:
    return FigurePart(part.name, part.origin, part.value, part.type, why)


def _beside(part: FigurePart, worn: int) -> FigurePart:
    if not worn:
        return part
    return replace(part, value=part.value - worn, worn=worn)


def _in_order(parts: Iterable[FigurePart]) -> tuple[FigurePart, ...]:
    return tuple(sorted(parts, key=attrgetter("place")))
