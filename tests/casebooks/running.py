"""Running the cases of a casebook in tests."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from core.casebook.cases import Bad, Case, agrees
from core.casebook.run import TRAVEL, CaseResult, run
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged

HERE = Path(__file__).parent
OPEN_BOOKS = tuple(
    HERE / f"{name}_examples.toml"
    for name in (
        "attack",
        "attack_sequence",
        "charge",
        "feat",
        "melee_shot",
        "passing",
        "saddle",
        "shared_turn",
        "step_and_start",
    )
)
"""The casebooks of attacks by the open rules."""


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


def comes_out_as_printed(case: Case) -> CaseResult:
    """How a case comes out; fails where that is not as printed, or no rule is named for it."""
    result = ran(case)
    no_value_is_wrong(result)
    named = {part.rule for part in parts(result)}
    assert case.rule in named
    assert "" not in named
    no_other_value_would_pass(case, result)
    return result


def no_value_is_wrong(result: CaseResult) -> None:
    """Fail where a value is not the expected one, and show it."""
    assert {key: result.got.get(key) for key in result.wrong} == {}


def no_other_value_would_pass(case: Case, result: CaseResult) -> None:
    """Fail where a value that is not the expected one would pass."""
    for key, value in case.expect.items():
        assert not agrees(other(value), result.got[key]), key


def parts(result: CaseResult) -> Iterator[Receipt]:
    """All receipts of a result with those inside them."""
    for top in result.receipts:
        yield from top.walk()


def other(value: object) -> object:
    """A value of the same type that is not `value`."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, tuple):
        return (*value, "Z99") if value else ("Z99",)
    if isinstance(value, str):
        return f"{value}_not"
    assert isinstance(value, int | Fraction)
    return value + 1
