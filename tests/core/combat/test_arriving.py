"""What arrives of damage by its kinds, each figure worked out by hand."""

from __future__ import annotations

import pytest

from core.combat.attack.arriving import Arrival, DealtPart, find_arrival, kind_choices
from core.defences import parse_defences
from core.messages import Message
from saves.store.packaged_rulesets import packaged


def arrival(ruleset: str, lines: str, *parts: tuple[int, str]) -> Arrival:
    """What arrives of these points and kinds ("slashing silver") on one with these defences."""
    rules = packaged(ruleset).combat.damage
    dealt = [DealtPart(amount, tuple(kinds.split())) for amount, kinds in parts]
    return find_arrival(dealt, parse_defences(tuple(lines.split("; "))), rules)


@pytest.mark.parametrize(
    ("lines", "amount", "kinds", "arrives"),
    [
        ("resist fire 10", 12, "fire", 2),
        ("resist fire 10", 7, "fire", 0),
        ("resist fire 10", 12, "cold", 12),
        ("resist fire 10; resist fire 5", 12, "fire", 2),
        ("resist energy 5", 12, "sonic", 7),
        ("DR 5/silver", 9, "slashing", 4),
        ("DR 5/silver", 9, "slashing silver", 9),
        ("DR 5/silver", 9, "silver", 9),
        ("DR 5/silver", 9, "fire", 9),
        ("DR 5/silver or good", 9, "slashing good", 9),
        ("DR 10/magic and silver", 12, "slashing silver", 2),
        ("DR 10/magic and silver", 12, "slashing silver magic", 12),
        ("DR 5/-", 9, "slashing magic adamantine", 4),
        ("DR 5/silver; DR 10/magic", 12, "piercing magic", 7),
        ("immune cold", 40, "cold", 0),
        ("immune magic", 9, "slashing magic", 9),
        ("vulnerable cold", 13, "cold", 19),
        ("hardness 5", 12, "fire", 7),
        ("hardness 5", 12, "slashing", 7),
        ("hardness 10", 12, "slashing adamantine", 12),
        ("hardness 20", 25, "slashing adamantine", 5),
        ("object; hardness 5", 20, "fire", 5),
    ],
)
def test_pf1_what_arrives(lines: str, amount: int, kinds: str, arrives: int) -> None:
    assert arrival("pf1", lines, (amount, kinds)).arrives == arrives


@pytest.mark.parametrize(
    ("ruleset", "arrives"),
    [("pf1", 20), ("sf", 20), ("dnd35", 15)],
)
def test_the_order_of_vulnerability_and_resistance_is_the_system_s(
    ruleset: str, arrives: int
) -> None:
    """Given 20 cold on one vulnerable with resistance 10: 30 - 10, or (20 - 10) half again."""
    assert arrival(ruleset, "vulnerable cold; resist cold 10", (20, "cold")).arrives == arrives


def test_pf2_weakness_comes_before_resistance_and_the_highest_of_each_counts() -> None:
    """Given 6 fire on weakness 5 and resistance 3: 6 + 5 - 3."""
    assert arrival("pf2", "weakness fire 5; resist fire 3", (6, "fire")).arrives == 8
    assert arrival("pf2", "weakness fire 5; weakness energy 2", (6, "fire")).arrives == 11
    assert arrival("pf2", "weakness fire 5; immune fire", (6, "fire")).arrives == 0


def test_pf2_resistance_to_physical_damage_has_its_exception() -> None:
    lines = "resist physical 5 except silver"

    assert arrival("pf2", lines, (9, "slashing")).arrives == 4
    assert arrival("pf2", lines, (9, "slashing silver")).arrives == 9
    assert arrival("pf2", lines, (9, "fire")).arrives == 9


def test_pf2_resistance_to_all_damage_counts_for_each_kind() -> None:
    """As the rules' own example: 7 slashing and 4 fire against resistance 5 leave 2."""
    assert arrival("pf2", "resist all 5", (7, "slashing"), (4, "fire")).arrives == 2


def test_damage_reduction_and_hardness_count_once_a_blow() -> None:
    assert arrival("pf1", "DR 5/silver", (3, "slashing"), (4, "piercing")).arrives == 2
    assert arrival("pf1", "hardness 5", (3, "slashing"), (4, "fire")).arrives == 2


def test_two_kinds_in_one_blow_are_lessened_each_by_what_concerns_it() -> None:
    """Given 7 slashing and 4 fire against DR 5/silver and resistance 10: 2 arrive."""
    found = arrival("pf1", "DR 5/silver; resist fire 10", (7, "slashing"), (4, "fire"))

    assert [part.arrives for part in found.parts] == [2, 0]
    assert [step.label for part in found.parts for step in part.steps] == [
        Message("{defence}", defence="DR 5/silver"),
        Message("{defence}", defence="resist fire 10"),
    ]


def test_energy_harms_an_object_less_by_the_system() -> None:
    assert arrival("dnd35", "object", (20, "cold")).arrives == 5
    assert arrival("dnd35", "object", (20, "acid")).arrives == 20
    assert arrival("sf", "object", (20, "fire")).arrives == 20


def test_what_stops_a_regeneration_has_to_arrive() -> None:
    assert arrival("pf1", "regeneration 5 acid fire", (3, "acid")).stops
    assert not arrival("pf1", "regeneration 5 acid fire", (3, "slashing")).stops
    assert not arrival("pf1", "regeneration 5 acid fire; resist fire 5", (3, "fire")).stops


def test_dnd35_other_damage_is_nonlethal_to_who_regenerates() -> None:
    found = arrival("dnd35", "regeneration 5 acid fire", (7, "slashing"), (4, "fire"))

    assert (found.arrives, found.spared, found.stops) == (11, 7, False)


def choices(lines: str, *parts: tuple[int, str]) -> list[tuple[str, int]]:
    rules = packaged("pf1").combat.damage
    dealt = [DealtPart(amount, tuple(kinds.split())) for amount, kinds in parts]
    defences = parse_defences(tuple(lines.split("; ")))
    return [(one.name, one.arrives) for one in kind_choices(dealt, defences, rules)]


def test_a_kind_is_asked_only_if_it_matters() -> None:
    assert choices("resist fire 10", (12, "")) == [("fire", 2)]
    assert choices("DR 5/silver", (12, "")) == [("physical", 7)]
    assert choices("DR 5/silver; resist fire 10", (12, "slashing")) == []
    assert choices("hardness 5; immune sleep", (12, "")) == []
    assert choices("regeneration 5 acid fire", (12, "")) == [("acid", 12), ("fire", 12)]


@pytest.mark.parametrize(
    ("ruleset", "source"),
    [
        ("pf1", "open rules, Hardness"),
        ("dnd35", "open rules, Hardness"),
        ("sf", "open rules, Breaking Objects"),
        ("pf2", "open rules of the published game, Hardness; not confirmed for the playtest"),
    ],
)
def test_hardness_is_subtracted_and_says_by_which_rule(ruleset: str, source: str) -> None:
    (part,) = arrival(ruleset, "hardness 5", (12, "slashing")).parts
    assert part.arrives == 7
    assert [step.source for step in part.steps] == [source]
