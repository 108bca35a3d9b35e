"""The coup de grâce and who survives it (C-242 to C-249)."""

from __future__ import annotations

import pytest

from core.combat.attack.coup import Coup, coup_de_grace
from core.messages import Refusal
from saves.store.packaged_rulesets import packaged

PF1 = packaged("pf1")
PF2 = packaged("pf2")


def coup(*target: str, weapon: str = "melee", adjacent: bool = True, damage: int = 17) -> Coup:
    return coup_de_grace(PF1, target, weapon, adjacent=adjacent, damage=damage)


def rules_in(found: Coup) -> set[str]:
    return {part.rule for part in found.receipt.walk()}


@pytest.mark.parametrize("how", ["helpless", "unconscious", "asleep", "paralyzed", "bound"])
@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_242_it_takes_a_full_round_action_against_the_helpless(system: str, how: str) -> None:
    found = coup_de_grace(packaged(system), [how], "melee", damage=17)

    assert (found.allowed, found.reason, found.full_round_actions) == (True, "ok", 1)
    assert found.fort_dc == 27
    assert {"C-242", "C-244", "C-245", "C-246", "C-247"} <= rules_in(found)


@pytest.mark.parametrize("how", ["stunned", "dead", "prone", "pinned", "cowering"])
def test_c_238_others_are_not_helpless(how: str) -> None:
    found = coup(how)

    assert (found.allowed, found.reason, found.full_round_actions) == (False, "not_helpless", 0)
    asked = {q for part in found.receipt.walk() for q in part.questions}
    assert ("QC-41" in asked) == (how in ("stunned", "dead"))


def test_c_244_c_247_it_scores_a_critical_hit_and_provokes() -> None:
    found = coup("bound")

    assert {"C-244", "C-247"} <= rules_in(found)
    asked = [part.questions for part in found.receipt.walk() if part.rule == "C-247"]
    assert asked == [("QC-42",)]


def test_c_248_the_immune_to_critical_hits_cannot_be_dispatched() -> None:
    found = coup("bound", "crit_immune")

    assert (found.allowed, found.reason) == (False, "crit_immune")
    assert "C-248" in rules_in(found)


def test_c_242_reasons_come_in_order() -> None:
    assert coup("crit_immune", weapon="sling", adjacent=False).reason == "not_helpless"
    assert coup("bound", "crit_immune", weapon="sling", adjacent=False).reason == "crit_immune"
    assert coup("bound", weapon="sling", adjacent=False).reason == "weapon"
    assert coup("bound", weapon="bow", adjacent=False).reason == "not_adjacent"


@pytest.mark.parametrize(
    ("weapon", "adjacent", "reason"),
    [
        ("melee", True, "ok"),
        ("melee", False, "ok"),
        ("bow", True, "ok"),
        ("crossbow", True, "ok"),
        ("crossbow", False, "not_adjacent"),
        ("sling", True, "weapon"),
        ("", True, "weapon"),
    ],
)
def test_c_243_weapons(weapon: str, adjacent: bool, reason: str) -> None:
    found = coup("bound", weapon=weapon, adjacent=adjacent)

    assert found.reason == reason
    assert "C-243" in rules_in(found)


@pytest.mark.parametrize("how", ["total_concealment", "invisible"])
def test_c_249_against_the_unseen_it_takes_two(how: str) -> None:
    found = coup("asleep", how)

    assert (found.allowed, found.full_round_actions) == (True, 2)
    assert "C-249" in rules_in(found)


def test_c_245_without_damage_there_is_no_difficulty_yet() -> None:
    found = coup_de_grace(PF1, ["bound"], "melee")

    assert found.fort_dc is None
    assert "C-245" not in rules_in(found)


def test_c_242_pf2_has_none() -> None:
    with pytest.raises(Refusal) as refused:
        coup_de_grace(PF2, ["unconscious"], "melee")
    assert refused.value.code == "no_coup_de_grace"


def test_c_246_a_rogue_adds_sneak_attack_damage() -> None:
    assert "C-246" in rules_in(coup("bound"))
