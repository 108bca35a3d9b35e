"""Changes of an attack that ask for an occasion: "ac +2 deflection evil"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from core.combat.attack.columns import cite_row
from core.combat.board.scene import Held
from core.dice import Situation
from core.effects.changes import Change
from core.effects.occasions import describe_change, label_unsaid
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct


class _Occasion(Struct):
    condition: Held
    change: Change
    amount: int


def situations_of(
    conditions: Iterable[Held], figures: Collection[str], said: Collection[str]
) -> Iterator[Situation]:
    """Yield the occasions that the GM may say, or has said, of changes of figures."""
    for one in _occasions(conditions, figures):
        if one.change.is_asked:
            does = describe_change(one.condition.row.name_in(), one.amount, one.change)
            yield Situation(one.change.when, (does,), one.change.when in said)


def cite_unsaid(
    conditions: Iterable[Held], figures: Collection[str], words: Collection[str], rules: Ruleset
) -> Iterator[Receipt]:
    """Yield receipts of what would be added on occasions that are not among the `words`."""
    for one in _occasions(conditions, figures):
        if not one.change.applies(words):
            row = one.condition.row
            label = label_unsaid(row.name_in(), one.amount, one.change)
            rule = "" if row.open is None else row.open.rule
            yield cite_row(rules, row, label, 0, rule=rule)


def _occasions(conditions: Iterable[Held], figures: Collection[str]) -> Iterator[_Occasion]:
    for condition in conditions:
        if condition.beside:
            continue
        for change in condition.row.parsed:
            depends = change.is_asked or change.is_by_hand
            if depends and change.op == "add" and change.to in figures:
                amount = int(change.of_value(condition.value, None))
                yield _Occasion(condition, change, amount)
