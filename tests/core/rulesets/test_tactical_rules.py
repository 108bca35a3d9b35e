"""What each document states of the tactical rules, read from the catalogue by hand."""

from __future__ import annotations

import re

import pytest

from core.messages import Message
from core.rulesets.consistency import RULES
from core.rulesets.parse import parse_ruleset
from saves.store.packaged_rulesets import PACKAGED, packaged

STATED = {
    "pf1": """C-014 C-016 C-017 C-026 C-028 C-029 C-030 C-043 C-046 C-078 C-083 C-112 C-113 C-154
        C-155 C-160 C-162 C-164 C-173 C-176 C-191 C-195 C-198 C-205 C-206 C-209 C-215 C-225 C-234
        C-240 C-242 C-249 C-252 C-253 C-254 C-255""",
    "dnd35": """C-007 C-010 C-012 C-013 C-014 C-015 C-021 C-025 C-026 C-032 C-033 C-039 C-040 C-043
        C-044 C-046 C-052 C-056 C-058 C-059 C-060 C-061 C-064 C-065 C-076 C-077 C-078 C-079 C-080
        C-086 C-093 C-094 C-095 C-105 C-108 C-110 C-154 C-157 C-209""",
    "sf": """C-003 C-014 C-016 C-017 C-021 C-022 C-026 C-033 C-052 C-053 C-058 C-077 C-087 C-088
        C-090 C-093 C-095 C-096 C-109 C-122 C-123 C-124 C-125 C-129 C-130 C-132 C-154 C-155 C-158
        C-253 C-255 C-256""",
    "pf2": """C-003 C-018 C-019 C-020 C-024 C-025 C-035 C-036 C-037 C-038 C-044 C-047 C-048 C-068
        C-069 C-071 C-074 C-075 C-089 C-118 C-120 C-133 C-137 C-138 C-141 C-146 C-147 C-152 C-159
        C-179 C-181 C-186 C-187 C-188 C-189 C-211 C-212 C-214 C-236 C-237""",
}
DEFAULT = {
    "pf1": """C-010 C-013 C-015 C-023 C-025 C-027 C-031 C-032 C-033 C-034 C-040 C-045 C-052 C-054
        C-056 C-058 C-059 C-061 C-065 C-066 C-067 C-076 C-079 C-084 C-093 C-094 C-098 C-099 C-100
        C-103 C-104 C-107 C-110 C-114 C-115 C-116 C-117 C-143 C-151 C-153 C-157 C-161 C-166 C-177
        C-203 C-236 C-251 C-257""",
    "dnd35": """C-016 C-023 C-027 C-031 C-054 C-083 C-084 C-096 C-100 C-103 C-107 C-112 C-114 C-115
        C-143 C-151 C-160 C-162 C-165 C-171 C-175 C-176 C-191 C-198 C-203 C-205 C-208 C-210 C-215
        C-222 C-236 C-240 C-247 C-252 C-253 C-254 C-255 C-256 C-257""",
    "sf": """C-011 C-013 C-015 C-025 C-028 C-029 C-030 C-034 C-039 C-043 C-046 C-059 C-061 C-065
        C-076 C-083 C-094 C-098 C-107 C-108 C-112 C-126 C-127 C-151 C-160 C-178 C-191 C-203 C-205
        C-209 C-216 C-236 C-242 C-252""",
    "pf2": """C-007 C-032 C-033 C-041 C-042 C-045 C-052 C-053 C-055 C-066 C-094 C-096 C-097 C-098
        C-102 C-103 C-104 C-105 C-114 C-121 C-131 C-136 C-156 C-161 C-166 C-185 C-190 C-204 C-251
        C-252""",
}
ABSENT = {
    "pf1": "C-018 C-024 C-035 C-068 C-086 C-089 C-101 C-118 C-122 C-134 C-144 C-158 C-179 C-211",
    "dnd35": "C-017 C-020 C-035 C-075 C-082 C-087 C-088 C-101 C-123 C-152 C-159 C-187 C-212 C-237",
    "sf": "C-010 C-012 C-019 C-042 C-072 C-078 C-081 C-086 C-099 C-100 C-119 C-140 C-143 C-157",
    "pf2": "C-010 C-014 C-023 C-026 C-040 C-056 C-076 C-087 C-107 C-112 C-151 C-154 C-160 C-205",
}
SHARED = {"pf1": "C-003 C-007 C-021 C-022 C-044 C-081 C-087 C-090 C-106", "sf": "C-007 C-044"}
IN_PART = {
    "pf1": "C-009 C-096 C-165 C-168 C-171 C-172 C-200 C-208 C-216 C-247 C-256",
    "dnd35": "C-009 C-011 C-028 C-029 C-030 C-034 C-041 C-063 C-066 C-067 C-091 C-097 C-099",
    "sf": "C-009 C-056 C-060 C-063 C-066 C-067 C-082 C-092 C-101 C-106 C-128 C-222 C-235 C-254",
    "pf2": "C-009 C-067 C-085 C-091 C-134 C-135 C-144 C-145 C-149 C-213 C-257",
}
CONVENTIONS = "C-001 C-002 C-004 C-005 C-006 C-008 C-250 G-1 G-2 G-3 G-4 G-5 G-6 G-7 G-8"
LABEL = Message("a figure")
D20 = ("pf1", "dnd35", "sf")
OWN = {"pf1": ("003", "004"), "dnd35": ("001",), "sf": ("002",), "pf2": ("000",)}


def read(system: str, rules: str) -> dict[str, str]:
    return {rule: packaged(system).rules[rule].basis for rule in rules.split()}


@pytest.mark.parametrize("system", PACKAGED)
@pytest.mark.parametrize(
    ("table", "basis"),
    [
        (STATED, "stated"),
        (DEFAULT, "default"),
        (ABSENT, "absent"),
        (SHARED, "shared"),
        (IN_PART, "part"),
    ],
)
def test_the_basis_of_the_rules(system: str, table: dict[str, str], basis: str) -> None:
    found = read(system, table.get(system, ""))

    assert set(found.values()) <= {basis}, {k: v for k, v in found.items() if v != basis}


@pytest.mark.parametrize("system", PACKAGED)
def test_conventions_are_never_flagged(system: str) -> None:
    assert set(read(system, CONVENTIONS).values()) == {"convention"}
    for rule in CONVENTIONS.split():
        assert not packaged(system).cite(rule, LABEL, 1).default


@pytest.mark.parametrize("system", PACKAGED)
def test_outriders_areas_are_house_rules_in_every_system(system: str) -> None:
    for number in range(1, 5):
        receipt = packaged(system).cite(f"A-{number}", LABEL, 1)
        assert receipt.default
        assert receipt.source == "house default (Outrider's area rule)"


@pytest.mark.parametrize("system", PACKAGED)
def test_what_is_stated_names_the_systems_own_document(system: str) -> None:
    for rule, entry in packaged(system).rules.items():
        if rule.startswith("C-") and entry.basis in ("stated", "part"):
            assert entry.source[:3] in OWN[system], rule
        if rule.startswith("C-") and entry.basis == "shared":
            assert entry.source[:3] not in OWN[system], rule


@pytest.mark.parametrize("system", PACKAGED)
def test_every_rule_has_a_title_that_says_more_than_the_system(system: str) -> None:
    titles = {rule: packaged(system).rules[rule].title for rule in RULES}

    assert all(len(title) >= 4 and title not in PACKAGED for title in titles.values()), titles


def test_each_open_question_is_named_by_a_rule_and_no_other() -> None:
    named = {
        question
        for system in PACKAGED
        for rule, entry in packaged(system).rules.items()
        if rule[0] in "CG"
        for question in entry.questions
    }

    assert named == {f"QC-{number}" for number in range(1, 55)}


@pytest.mark.parametrize("system", PACKAGED)
def test_the_two_catalogues_questions_are_told_apart(system: str) -> None:
    for rule, entry in packaged(system).rules.items():
        shape = r"QC-[1-9]\d?" if rule[0] in "CGA" else r"Q-\d\d"
        assert all(re.fullmatch(shape, question) for question in entry.questions), rule


@pytest.mark.parametrize("system", ["dnd35", "sf"])
def test_q_15_cover_concealment_flanking_and_modifiers_are_those_of_004(system: str) -> None:
    for number in (160, 176, 191, 200, 205, 215, 225, 240, 249):
        entry = packaged(system).rules[f"C-{number}"]
        assert entry.source == "house default (as 004)", number
        assert "QC-15" in entry.questions, number


def test_a_ruleset_that_settles_question_15_has_them_for_its_own() -> None:
    text = 'id = "mine"\nname = { en = "Mine" }\nextends = "sf"\nsettles = ["QC-15"]'
    rules = parse_ruleset({"ruleset.toml": text}, packaged("sf"))

    receipt = rules.cite("C-176", LABEL, 4)
    assert (receipt.default, receipt.source) == (False, "mine")
    assert rules.cite("C-173", LABEL, 2).questions == ("QC-12",)


def test_an_answer_that_rests_on_the_default_part_of_a_stated_rule_is_flagged() -> None:
    rules = packaged("pf1")

    assert not rules.cite("C-168", LABEL, 2).default
    assert rules.cite("C-168", LABEL, 2, default=True).default


@pytest.mark.parametrize("system", D20)
def test_the_rules_of_pf2_alone_are_absent_elsewhere(system: str) -> None:
    alone = [
        rule
        for rule, entry in packaged("pf2").rules.items()
        if rule.startswith("C-") and entry.basis == "stated" and rule not in BOTH
    ]

    assert len(alone) > 50
    assert {packaged(system).rules[rule].basis for rule in alone} == {"absent"}


BOTH = ["C-003", "C-021", "C-022", "C-025", "C-044", "C-047", "C-090", "C-093", "C-236"]
"""Rules that document 000 states and that are also those of d20 systems."""
