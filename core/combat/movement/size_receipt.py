"""A size category explained: its height and weight, the side of its space, its reach."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from core.combat.board.strikes import TABLES
from core.combat.movement.squeeze import explain_narrow
from core.messages import METRES_IN_A_FOOT, Kilograms, Message, Squares, Value, exact
from core.receipts import Receipt
from core.rulesets.combat_schema import Size
from core.rulesets.schema import Ruleset


def explain_size(slug: str, rules: Ruleset) -> Receipt:
    """Return the receipt of a row of sizes.toml, as far as the system has its figures."""
    size = rules.combat.sizes[slug]
    return rules.cite(
        _table(rules), "size", size.name_in(), *_parts(size, rules), *explain_narrow(rules, slug)
    )


def _table(rules: Ruleset) -> str:
    return next(rule for rule in TABLES if rules.states(rule))


def _parts(size: Size, rules: Ruleset) -> Iterator[Receipt]:
    table = _table(rules)
    largest = max(row.rank for row in rules.combat.sizes.values())
    or_more = size.rank == largest and rules.states("C-091")
    side = rules.cite("C-091" if or_more else table, "side of the space", Squares(size.space))
    yield side
    reach = (Squares(size.tall), Squares(size.long))
    rule = "C-092" if rules.states("C-092") and size.space > 1 else table
    yield rules.cite(rule, "natural reach of a tall body, of a long one", reach)
    height = _span(_height(size.from_m), _height(size.to_m))
    if height is not None and rules.states("C-088"):
        yield rules.cite("C-088", "height, or length on four legs", height)
    weight = _span(_weight(size.from_kg), _weight(size.to_kg))
    if weight is not None and rules.states("C-088"):
        yield rules.cite("C-088", "weight", weight)


def _height(metres: Fraction | None) -> Message | None:
    # Both units: figures as small as 0.15 m are not rounded.
    if metres is None:
        return None
    feet = metres / METRES_IN_A_FOOT
    return Message("{metres} m ({feet} ft)", metres=exact(metres), feet=exact(feet))


def _weight(kilograms: Fraction | None) -> Kilograms | None:
    return None if kilograms is None else Kilograms(kilograms)


def _span(least: Value | None, most: Value | None) -> Message | None:
    if most is None:
        return None if least is None else Message("{least} or more", least=least)
    if least is None:
        return Message("less than {most}", most=most)
    return Message("{least} to {most}", least=least, most=most)
