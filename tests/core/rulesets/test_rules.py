"""Every rule of the catalogue is known to every system, and a receipt says where it comes from."""

from __future__ import annotations

import pytest

from core.messages import Message, Refusal
from core.receipts import Receipt, refuse_defaults
from core.rulesets.parse import parse_ruleset
from core.rulesets.schema import OUTRIDER_RULES, Ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.each import each

SPANS = [
    (1, 8), (10, 23), (30, 41), (50, 63), (70, 77), (80, 90), (100, 111), (120, 126),
    (130, 142), (150, 157), (160, 172), (180, 191), (200, 206), (210, 217), (220, 221),
]  # fmt: skip
CATALOGUE = [f"T-{n:03}" for first, last in SPANS for n in range(first, last + 1)]
TACTICS = [f"C-{n:03}" for n in range(1, 258)]
CONVENTIONS = [rule for rule, row in OUTRIDER_RULES.items() if row["basis"] == "convention"]
LABEL = Message("a figure")


def test_the_catalogue_has_149_rules() -> None:
    assert len(CATALOGUE) == 149


@pytest.mark.parametrize("system", PACKAGED)
def test_each_system_knows_every_rule(system: str) -> None:
    every = [*CATALOGUE, *TACTICS, *OUTRIDER_RULES]
    assert sorted(packaged(system).rules) == sorted(every)


@each("rule", OUTRIDER_RULES)
def test_a_house_rule_is_the_same_in_every_system(rule: str) -> None:
    assert len({packaged(system).rules[rule].model_dump_json() for system in PACKAGED}) == 1


def test_a_ruleset_may_have_a_house_rule_of_its_own() -> None:
    text = 'id = "mine"\nextends = "sf"\nname = { en = "Mine" }\n[rules.M-6]\nsource = "ours"'
    rules = parse_ruleset({"ruleset.toml": text}, packaged("sf"))

    assert (rules.rules["M-6"].source, rules.rules["M-6"].basis) == ("ours", "convention")


@pytest.mark.parametrize("system", PACKAGED)
def test_a_stated_rule_names_its_document_and_a_default_its_question(system: str) -> None:
    for rule, entry in packaged(system).rules.items():
        if entry.basis in ("stated", "shared", "part") and rule[0] in "TC":
            assert entry.source[:3] in ("000", "001", "002", "003", "004"), rule
        if entry.default:
            assert entry.source.startswith("house default ("), rule
            assert entry.questions or not rule.startswith("T-"), rule


@pytest.mark.parametrize(
    ("system", "rule", "basis"),
    [
        ("pf1", "T-134", "stated"),
        ("dnd35", "T-134", "default"),
        ("pf2", "T-134", "default"),
        ("sf", "T-134", "absent"),
        ("sf", "T-135", "stated"),
        ("pf1", "T-030", "shared"),
        ("dnd35", "T-030", "stated"),
        ("pf1", "T-071", "default"),
        ("sf", "T-071", "stated"),
        ("sf", "T-083", "part"),
        ("pf1", "T-163", "part"),
        ("dnd35", "T-101", "default"),
        ("sf", "T-180", "default"),
        ("pf2", "T-059", "part"),
        ("pf2", "T-221", "stated"),
    ],
)
def test_what_each_document_states(system: str, rule: str, basis: str) -> None:
    assert packaged(system).rules[rule].basis == basis


def cited(rules: Ruleset, rule: str, source: str = "", questions: str = "") -> Receipt:
    return rules.cite(rule, LABEL, 1, source=source, questions=questions)


def test_a_stated_rule_is_cited_with_its_document() -> None:
    receipt = cited(packaged("pf1"), "T-101")

    assert (receipt.source, receipt.default, receipt.questions) == ("003", False, ())


def test_a_silent_system_is_cited_as_house_default_with_its_questions() -> None:
    receipt = cited(packaged("dnd35"), "T-141", source="003, overland terrain table")

    assert receipt.default
    assert receipt.questions == ("Q-01", "Q-21")
    assert receipt.source == "003, overland terrain table"


def test_an_open_question_makes_a_stated_rule_a_house_default() -> None:
    receipt = cited(packaged("sf"), "T-083", questions="Q-04")

    assert receipt.default
    assert receipt.questions == ("Q-04",)


@each("rule", ["T-003", "T-007", "T-008", *CONVENTIONS])
@each("system", PACKAGED)
def test_conventions_are_no_house_default_by_themselves(system: str, rule: str) -> None:
    assert not cited(packaged(system), rule).default


def test_a_rule_that_the_catalogue_does_not_have_cannot_be_cited() -> None:
    with pytest.raises(KeyError):
        cited(packaged("pf1"), "T-999")


def settling(*questions: str) -> Ruleset:
    listed = ", ".join(f'"{question}"' for question in questions)
    text = f'id = "mine"\nextends = "pf1"\nsettles = [{listed}]\nname = {{ en = "Mine" }}'
    return parse_ruleset({"ruleset.toml": text}, packaged("pf1"))


def test_a_ruleset_that_settles_a_question_answers_it_by_itself() -> None:
    rules = settling("Q-33")

    receipt = cited(rules, "T-033")
    assert (receipt.default, receipt.questions, receipt.source) == (False, (), "mine")
    assert not cited(rules, "T-030", questions="Q-33").default


def test_a_question_left_open_keeps_the_rule_a_default() -> None:
    receipt = cited(settling("Q-30"), "T-072")

    assert receipt.default
    assert receipt.questions == ("Q-31",)


def test_strict_refuses_a_default_anywhere_in_the_receipts() -> None:
    rules = packaged("dnd35")
    within = rules.cite("T-012", LABEL, 4, cited(rules, "T-101"))

    with pytest.raises(Refusal) as refused:
        refuse_defaults((within,))

    assert refused.value.code == "house_default"
    assert refused.value.message.value("rule") == "T-101"


def test_strict_lets_stated_rules_pass() -> None:
    rules = packaged("pf1")

    refuse_defaults((rules.cite("T-134", LABEL, 1, cited(rules, "T-101")),))
