"""`outrider check FILE...`: run worked examples against the rules."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from core.casebook.cases import Bad, Case, plain
from core.casebook.run import CaseResult, run_all
from saves.library.rulesets import read_casebook, rulesets_for
from tui.kit.errors import tell, tell_json
from tui.kit.phrases import phrase, plainest, say

PASSED = 0
FAILED = 1
BAD = 2


def run(args: argparse.Namespace) -> int:
    """Check the casebooks `args.files` and print the results.

    `args.json` prints one JSON object, `args.strict` refuses house defaults, `args.ruleset` are
    folders of a GM's own rulesets. Exit code 0 all passed, 1 a case failed, 2 something is not a
    casebook, case or ruleset (2 wins).
    """
    books = [read_casebook(Path(file)) for file in args.files]
    cases: list[Case] = [case for book in books for case in book.cases]
    rulesets, bad_rulesets = rulesets_for(cases, map(Path, args.ruleset or ()))
    results, bad_cases = run_all(cases, rulesets, strict=args.strict)
    bad = (*bad_rulesets, *(wrong for book in books for wrong in book.bad), *bad_cases)
    if args.json:
        tell_json(_report(results, bad), indent=2)
    else:
        _tell(results, bad)
    if bad:
        return BAD
    if all(result.ok for result in results):
        return PASSED
    return FAILED


def _report(results: tuple[CaseResult, ...], bad: tuple[Bad, ...]) -> dict[str, Any]:
    passed = sum(result.ok for result in results)
    return {
        "passed": passed,
        "failed": len(results) - passed,
        "cases": [
            {
                "id": result.case.id,
                "file": result.case.file,
                "ok": result.ok,
                "expect": plain(result.case.expect),
                "got": result.got,
                "error": result.error or None,
            }
            for result in results
        ],
        "bad": [
            {"file": b.file, "case": b.case, "key": b.key, "message": plainest(b.message)}
            for b in bad
        ],
    }


def _tell(results: tuple[CaseResult, ...], bad: tuple[Bad, ...]) -> None:
    for wrong in bad:
        where = ": ".join(part for part in (wrong.file, wrong.case, wrong.key) if part)
        tell(phrase("outrider: {where}: {problem}", where=where, problem=wrong.message), error=True)
    for result in results:
        if not result.ok:
            for line in _failing(result):
                tell(line)
    passed = sum(result.ok for result in results)
    tell(f"{passed} passed, {len(results) - passed} failed")


def _failing(result: CaseResult) -> list[str]:
    case = result.case
    lines = [
        phrase("{case} ({kind}, {file}) failed:", case=case.id, kind=case.kind, file=case.file)
    ]
    if result.refused is not None:
        lines.append(f"  {result.error}: {say(result.refused)}")
    for key, expected in case.expect.items():
        if key in result.wrong:
            expected_json = json.dumps(plain(expected), ensure_ascii=False)
            if key in result.got:
                got = json.dumps(result.got[key], ensure_ascii=False)
            else:
                got = "-"
            told = phrase(
                "{key}: expected {wanted}, got {got}", key=key, wanted=expected_json, got=got
            )
            lines.append(f"  {told}")
    return lines
