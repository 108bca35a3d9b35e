"""Running the cases of a casebook in tests."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.casebook.cases import Bad, Case
from core.casebook.run import TRAVEL, CaseResult, run
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged


def ran(case: Case, *, strict: bool = False) -> CaseResult:
    """How a case comes out under the rulesets that come with Outrider."""
    found = run(case, {name: packaged(name) for name in PACKAGED}, strict=strict)
    assert not isinstance(found, Bad), found
    return found


class Worked(NamedTuple):
    """An answer: its values in the types of JSON, and the receipts of most of them."""

    values: dict[str, Any]
    why: tuple[Receipt, ...]


def worked(kind: str, rules: Ruleset, **given: object) -> Worked:
    """The answer of a kind of case of travel."""
    found = TRAVEL[kind].answer(given, rules)
    return Worked(dict(found.values), found.why)
