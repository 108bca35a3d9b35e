"""Running cases against the calculators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from core.casebook import exertion_cases, travel_cases
from core.casebook.cases import Bad, Case, Found, Kind, agrees
from core.casebook.combat_cases import COMBAT, read_board
from core.casebook.figure_cases import FIGURE
from core.casebook.strike_cases import OPEN, OpenBoard, read_open_board
from core.combat.board.scene import Scene
from core.files import FileError, check_known, unknown
from core.messages import Message, Refusal
from core.receipts import Receipt, refuse_defaults
from core.rulesets.schema import Ruleset
from core.values import Struct

TRAVEL: Mapping[str, Kind[Ruleset]] = {
    kind.name: kind for kind in (*travel_cases.KINDS, *exertion_cases.KINDS)
}
FIGURES: Mapping[str, Kind[Ruleset]] = {FIGURE.name: FIGURE}
EVERY: Mapping[str, Kind[Any]] = {**TRAVEL, **COMBAT, **OPEN, **FIGURES}
BY_RULESET = OPEN.keys() | FIGURES.keys()
"""The kinds that are decided with the switches of the ruleset."""
REFUSAL = ("error", "suggestion")
KEY_OF: Mapping[str, str] = {
    "no_speed": "speed_m",
    "no_vehicle_speed": "vehicle_km_h",
    "uneven_speed": "base_speed_m",
    "unknown_run": "run_multiplier",
    "no_hours": "hours_per_day",
    "nobody": "party",
    "too_long": "legs",
    "unknown_attack_word": "words",
    "bad_miss_chance": "words",
    "unknown_attack": "attack",
}
"""The key to name where a calculator refuses an input rather than a request."""


class CaseResult(Struct):
    """The result of a case: the values `got`, and the receipts of those it asks for.

    `wrong` are the keys of `expect` with another value. `error` is the code of a refusal
    ("" = answered), `refused` its message.
    """

    case: Case
    wrong: tuple[str, ...]
    got: Mapping[str, Found]
    error: str = ""
    refused: Message | None = None
    receipts: tuple[Receipt, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every value is as the case expects."""
        return not self.wrong


def run(case: Case, rulesets: Mapping[str, Ruleset], *, strict: bool = False) -> CaseResult | Bad:
    """Run one case; a Bad when it has an unknown ruleset, kind or key, or a wrong value.

    It is decided with every switch as the documents alone have it; kinds of `BY_RULESET` with those
    of the ruleset.
    `strict` refuses (`house_default`) where a key of `expect` rests on a house default.
    """
    try:
        return _run(case, rulesets, strict)
    except FileError as wrong:
        return Bad(case.file, case.id, wrong.key, wrong.message)


def run_all(
    cases: Iterable[Case],
    rulesets: Mapping[str, Ruleset],
    *,
    strict: bool = False,
) -> tuple[tuple[CaseResult, ...], tuple[Bad, ...]]:
    """Run all `cases` in order; return the results and the malformed cases."""
    results = []
    bad = []
    for case in cases:
        found = run(case, rulesets, strict=strict)
        if isinstance(found, Bad):
            bad.append(found)
        else:
            results.append(found)
    return tuple(results), tuple(bad)


def _run(case: Case, rulesets: Mapping[str, Ruleset], strict: bool) -> CaseResult:
    if case.ruleset not in rulesets:
        message = Message("there is no ruleset {name}", name=case.ruleset)
        raise FileError("ruleset", message)
    if case.kind not in EVERY:
        raise FileError("kind", _no_kind(case.kind))
    kind = EVERY[case.kind]
    rules = rulesets[case.ruleset]
    if case.kind not in BY_RULESET:
        rules = _by_sources(rules)
    check_known(case.expect, (*kind.expect, *REFUSAL), "expect.")
    said = None
    where: Ruleset | Scene | OpenBoard
    if case.kind in TRAVEL or case.kind in FIGURES:
        check_known(case.board, ())
        where = rules
    elif case.kind in OPEN:
        where = read_open_board(case.board, rules)
    else:
        where = read_board(case.board, rules)
    try:
        answer = kind.answer(case.given, where)
        got = answer.values
        why = answer.receipts_of(key for key in case.expect if key in got)
    except FileError as wrong:
        raise FileError(f"given.{wrong.key}", wrong.message) from wrong
    except Refusal as refusal:
        grounds = basis(refusal, rules)
        if grounds is None:
            key = KEY_OF.get(refusal.code, refusal.code.removeprefix("unknown_"))
            raise FileError(f"given.{key}", refusal.message) from None
        got = {"error": refusal.code}
        said = refusal
        why = (grounds,)
        if refusal.code == "unknown_terrain":
            got["suggestion"] = str(refusal.message.value("suggestion") or "")
    if strict:
        try:
            refuse_defaults(why)
        except Refusal as stricter:
            got = {"error": stricter.code}
            said = stricter
    wrong_keys = tuple(
        key for key, value in case.expect.items() if key not in got or not agrees(value, got[key])
    )
    if said is None:
        return CaseResult(case, wrong_keys, got, receipts=why)
    return CaseResult(case, wrong_keys, got, said.code, said.message, why)


@lru_cache(maxsize=8)
def _by_sources(rules: Ruleset) -> Ruleset:
    return rules.by_sources()


def _no_kind(name: str) -> Message:
    near = unknown(name, EVERY).value("suggestion")
    if near is None:
        return Message("there is no kind {name}", name=name)
    return Message("there is no kind {name}; did you mean {near}?", name=name, near=near)


REFUSED_UNDER: Mapping[str, tuple[str, str]] = {
    "no_run_x3": ("T-014", "Q-36"),
    "no_run_pace": ("T-012", ""),
    "no_overland_run": ("T-088", ""),
    "no_armor_table": ("T-041", "Q-36"),
    "unknown_terrain": ("T-139", "Q-19"),
    "unknown_way": ("T-133", ""),
    "unknown_condition": ("T-053", ""),
    "overloaded": ("T-163", "Q-17"),
    "beyond_vehicle_day": ("T-206", "Q-44"),
    "vehicle_has_no_hustle": ("T-206", "Q-44"),
    "no_powered_vehicles": ("T-206", "Q-44"),
    "more_than_24_hours": ("T-006", ""),
    "word_without_rule": ("C-250", ""),
    "no_full_attack": ("C-250", ""),
    "no_flurry": ("K-3", ""),
    "no_off_hand": ("K-3", ""),
    "no_saddle": ("K-8", ""),
    "no_shot": ("K-3", ""),
    "too_late": ("K-3", ""),
}
"""The casebook's error codes: the rule of each, and the open questions that it rests on."""


def basis(refusal: Refusal, rules: Ruleset) -> Receipt | None:
    """Return the receipt of a rule's refusal; None when the refusal comes from no rule."""
    if refusal.code not in REFUSED_UNDER:
        return None
    rule, questions = REFUSED_UNDER[refusal.code]
    return rules.cite(rule, refusal.message, refusal.code, questions=questions)
