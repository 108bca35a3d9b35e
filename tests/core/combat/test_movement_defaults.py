"""What a movement's answer rests on: strict mode refuses house defaults, and nothing else.

The Systems lines of the catalogue say which rules, or parts of rules, are house defaults (HD).
"""

from __future__ import annotations

import pytest

from core.combat.board.scene import Creature, Manner
from core.combat.flight import fly
from core.combat.movement.distances import distance_between
from core.combat.movement.moves import move
from core.combat.movement.squeeze import squeeze
from core.combat.movement.stops import halt_mover, may_end
from core.combat.search.reach import reachable
from core.receipts import Receipt
from saves.store.packaged_rulesets import packaged
from tests.core.combat.staging import open_ground, path, stage, who

HERO = who("hero", "M", "A1", "party")


def flagged(receipt: Receipt) -> set[str]:
    """The rules of a receipt that are house defaults here."""
    return {part.rule for part in receipt.walk() if part.default}


@pytest.mark.parametrize(
    ("ruleset", "rows", "manner", "rests"),
    [
        ("dnd35", ".:", Manner(action="charge"), set()),
        ("dnd35", ".%", Manner(action="run"), set()),
        ("dnd35", ".=", Manner(action="charge"), {"C-030"}),
        ("dnd35", "..", Manner(action="charge", extra_doublings=1), {"C-030"}),
        ("dnd35", ".:", Manner(action="charge", extra_doublings=1), set()),
        ("pf1", "..", Manner(action="charge", extra_doublings=1), set()),
        ("sf", ".:", Manner(action="charge"), {"C-030"}),
    ],
)
def test_c_030_one_document_states_it_for_difficult_ground_only(
    ruleset: str, rows: str, manner: Manner, rests: set[str]
) -> None:
    found = move(stage(ruleset, rows, HERO), HERO, path("A1 B1"), manner)
    assert found.reason == f"hampered_{manner.action}"
    assert flagged(found.receipt) & {"C-030"} == rests
    assert flagged(found.receipt) <= {"C-030", "C-034"}


@pytest.mark.parametrize(
    ("ruleset", "rests"), [("pf1", True), ("dnd35", True), ("sf", True), ("pf2", True)]
)
def test_c_041_no_document_forbids_the_diagonal_past_a_low_wall(ruleset: str, rests: bool) -> None:
    found = move(stage(ruleset, ".. ..", HERO, low="A1/B1"), HERO, path("A1 B2"), Manner())
    assert found.reason == "corner"
    assert ("C-041" in flagged(found.receipt)) == rests


@pytest.mark.parametrize(("ruleset", "rests"), [("pf1", False), ("dnd35", False), ("pf2", True)])
def test_c_041_crossed_squarely(ruleset: str, rests: bool) -> None:
    """The 2 squares are stated by document 001 only."""
    found = move(stage(ruleset, "..", HERO, low="A1/B1"), HERO, path("A1 B1"), Manner())
    assert ("C-041" in flagged(found.receipt)) == (rests or ruleset == "pf1")


@pytest.mark.parametrize(("ruleset", "rests"), [("pf1", True), ("dnd35", False), ("sf", True)])
def test_c_056_that_friends_stop_a_charge_is_stated_by_one_document(
    ruleset: str, rests: bool
) -> None:
    scene = stage(ruleset, "...", HERO, who("pal", "M", "B1", "party"))
    found = move(scene, HERO, path("A1 B1 C1"), Manner(action="charge"))
    assert found.reason == "ally_charge"
    assert ("C-056" in flagged(found.receipt)) == rests


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_c_044_no_document_says_where_the_incorporeal_may_end(ruleset: str) -> None:
    ghost = Manner(mode="incorporeal")
    scene = stage(ruleset, ".#", HERO)
    square = path("B1")[0]
    assert flagged(may_end(scene, HERO, square, ghost).receipt) == {"C-044"}
    assert flagged(may_end(scene, HERO, square).receipt) == set()


@pytest.mark.parametrize(("ruleset", "rests"), [("dnd35", False), ("pf1", True), ("sf", True)])
def test_c_060_the_gms_flag_is_stated_the_large_of_sf_are_asked(ruleset: str, rests: bool) -> None:
    body = who("body", "L", "B1", "foe", "dead", "bulky")
    scene = stage(ruleset, open_ground(3, 2), HERO, body)
    found = move(scene, HERO, path("A1 B1"), Manner())
    assert found.cost == 2
    assert ("C-060" in flagged(found.receipt)) == rests


@pytest.mark.parametrize(("side", "asked"), [("foe", False), ("party", True)])
def test_q_43_is_about_friends_only(side: str, asked: bool) -> None:
    scene = stage("dnd35", "...", HERO, who("other", "M", "B1", side, "helpless"))
    found = move(scene, HERO, path("A1 B1 C1"), Manner(action="charge"))
    assert found.legal
    assert any("QC-43" in part.questions for part in found.receipt.walk()) == asked


@pytest.mark.parametrize(
    ("other", "asked"),
    [(("unconscious",), False), (("paralyzed",), True), (("bound",), True), ((), False)],
)
def test_q_36_is_about_those_who_cannot_move_and_are_upright(
    other: tuple[str, ...], asked: bool
) -> None:
    scene = stage("pf2", "...", HERO, who("orc", "M", "B1", "foe", *other))
    found = move(scene, HERO, path("A1 B1 C1"), Manner()).receipt
    assert any("QC-36" in part.questions for part in found.walk()) == asked


@pytest.mark.parametrize(("sizes", "asked"), [("TT", False), ("TD", True), ("DF", True)])
def test_q_44_is_about_mixtures_of_the_very_small(sizes: str, asked: bool) -> None:
    one = who("one", sizes[0], "A1")
    other = who("other", sizes[1], "B1")
    found = may_end(stage("dnd35", "..", one, other), one, path("B1")[0])
    assert found.legal
    assert any("QC-44" in part.questions for part in found.receipt.walk()) == asked


@pytest.mark.parametrize(("names", "asked"), [("A1 B1", False), ("A1 B1 C1", True)])
def test_q_22_is_asked_where_only_squares_that_are_kept_are_bad(names: str, asked: bool) -> None:
    """B1 enters the rubble at C1; C1 keeps it, and enters open ground."""
    ogre = who("ogre", "L", "A1")
    found = move(stage("dnd35", "..:.. .....", ogre), ogre, path(names), Manner())
    assert any("QC-22" in part.questions for part in found.receipt.walk()) == asked


@pytest.mark.parametrize(
    ("rows", "budget", "rests"),
    [
        (open_ground(9, 9), 6, set()),
        (".... .:.. ....", 2, set()),
        (".... .:.. ....", 3, set()),
        (".... .:.. ....", 4, {"C-027"}),
        ("::: ::: :::", 6, set()),
    ],
)
def test_c_027_a_reach_rests_on_it_where_hampered_diagonals_and_plain_ones_meet(
    rows: str, budget: int, rests: set[str]
) -> None:
    found = reachable(stage("dnd35", rows, HERO), HERO, Manner(budget=budget))
    assert flagged(found.receipt) == rests


@pytest.mark.parametrize(("rows", "asked"), [("... ... ...", False), ("..: ... ...", True)])
def test_c_032_a_big_ones_reach_asks_q_22_where_ground_is_bad(rows: str, asked: bool) -> None:
    ogre = who("ogre", "L", "A1")
    found = reachable(stage("dnd35", rows, ogre), ogre, Manner(budget=6)).receipt
    assert any("QC-22" in part.questions for part in found.walk()) == asked


@pytest.mark.parametrize(("ruleset", "rests"), [("dnd35", True), ("sf", False)])
def test_q_32_is_about_the_text_of_001(ruleset: str, rests: bool) -> None:
    gnome = who("gnome", "S", "A2", "party")
    scene = ".... .... ...."
    board = stage(ruleset, scene, gnome, who("giant", "H", "B1"))
    found = halt_mover(board, gnome, path("A2 B2 C2 D2"), path("B2")[0])
    assert any("QC-32" in part.questions for part in found.receipt.walk()) == rests


def test_c_085_the_document_has_the_activity_and_not_its_width() -> None:
    found = squeeze(packaged("pf2"), "L", packaged("pf2").combat.measures.square_m)
    assert flagged(found.receipt) == set()
    assert found.beyond is not None
    assert flagged(found.beyond) == {"C-085"}
    assert found.beyond.value == found.min_width_m


@pytest.mark.parametrize(("ruleset", "step", "rests"), [("pf2", "NE", False), ("pf2", "DE", True)])
def test_c_127_no_document_counts_slanting_steps_as_diagonals(
    ruleset: str, step: str, rests: bool
) -> None:
    assert ("C-022" in flagged(fly(packaged(ruleset), [step]).receipt)) == rests


@pytest.mark.parametrize(
    ("ruleset", "worm", "asked"),
    [
        ("dnd35", who("worm", "C", "A1"), True),
        ("dnd35", who("worm", "C", "A1", space=7), False),
        ("dnd35", who("worm", "G", "A1"), False),
        ("pf1", who("worm", "C", "A1"), False),
        ("pf2", who("worm", "G", "A1"), True),
        ("pf2", who("worm", "H", "A1"), False),
    ],
)
def test_q_49_the_largest_size_is_or_more(ruleset: str, worm: Creature, asked: bool) -> None:
    scene = stage(ruleset, open_ground(12, 12), worm, HERO)
    far = distance_between(scene, scene.body(worm), scene.body(worm), (worm,)).receipt
    gone = move(scene, worm, path("A1 B1"), Manner()).receipt
    for receipt in (far, gone):
        assert any("QC-49" in part.questions for part in receipt.walk()) == asked
