"""Receipts of threats, opportunities, flanking and outlooks: all can be said, with their rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from core.combat.board.scene import Manner, Scene
from core.combat.board.squares import Block
from core.combat.threat.opportunities import provokes, standing
from core.combat.threat.outlook import outlook
from core.combat.threat.threat import flanking, threatened
from core.receipts import Receipt
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.combat.opportunity_paths import ACTIONS, path_for
from tests.core.combat.scenes import random_scene
from tests.core.combat.staging import open_ground, stage, who
from tui.kit.phrases import plainest

SCENES = 25


def receipts(chance: random.Random, scene: Scene) -> Iterator[Receipt]:
    """Of one question of each sort."""
    who = chance.choice(scene.creatures)
    manner = Manner(chance.choice(ACTIONS), budget=8)
    yield threatened(scene, who).receipt
    yield threatened(scene, who).own_receipt
    path = path_for(chance, scene, who, scene.body(who).side)
    short = path[:2] if manner.action in ("five_foot_step", "step") else path
    yield provokes(scene, who, short, manner, ("c1",)).receipt
    if scene.combat.mechanisms.helpless != "none":
        yield standing(scene, who, "coup_de_grace").receipt
    if scene.field.contains(Block(*path[-1], scene.body(who).side)):
        yield outlook(scene, who, path[-1], manner).receipt
    if len(scene.creatures) > 2:
        a, b, t = chance.sample(scene.creatures, 3)
        yield flanking(scene, a, b, t, chance.choice(("melee", "melee", "ranged"))).receipt


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_every_receipt_can_be_said_and_names_a_rule(ruleset: str) -> None:
    chance = random.Random(ruleset)
    for _ in range(SCENES):
        scene = random_scene(chance, ruleset=ruleset, most=6, widest=8)
        dark = replace(scene, light=chance.choice(("bright", "dark")))
        for receipt in receipts(chance, dark):
            for part in receipt.walk():
                assert plainest(part.label)
                assert plainest(part.value)
                assert part.rule in scene.rules.rules


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_threats_rest_on_rules_that_the_system_has(ruleset: str) -> None:
    chance = random.Random(ruleset)
    for _ in range(SCENES):
        scene = random_scene(chance, ruleset=ruleset, most=6, widest=8)
        who = chance.choice(scene.creatures)
        path = path_for(chance, scene, who, scene.body(who).side)
        found = provokes(scene, who, path, Manner("withdraw"), ("c1",))
        for receipt in (threatened(scene, who).receipt, found.receipt):
            for part in receipt.walk():
                assert scene.rules.rules[part.rule].basis != "absent"


@pytest.mark.parametrize(
    ("ruleset", "questions"), [("dnd35", {"QC-2"}), ("sf", {"QC-2"}), ("pf2", set())]
)
def test_c_089_the_reach_of_the_huge_is_in_doubt_only_where_documents_differ(
    ruleset: str, questions: set[str]
) -> None:
    giant = who("giant", "H", "E5")
    found = threatened(stage(ruleset, open_ground(12, 12), giant), giant).receipt
    tables = ("C-086", "C-087", "C-089")
    assert {q for part in found.walk() if part.rule in tables for q in part.questions} == questions
