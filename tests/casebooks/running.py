"""Running the cases of a casebook in tests."""

from __future__ import annotations

from core.casebook.cases import Bad, Case
from core.casebook.run import CaseResult, run
from saves.store.packaged_rulesets import PACKAGED, packaged


def ran(case: Case, *, strict: bool = False) -> CaseResult:
    """How a case comes out under the rulesets that come with Outrider."""
    found = run(case, {name: packaged(name) for name in PACKAGED}, strict=strict)
    assert not isinstance(found, Bad), found
    return found
