"""What awaits a mover at a square: the answers of the threat cursor."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Action, Creature, Manner, Scene
from core.combat.board.squares import parse_square
from core.combat.threat.outlook import Outlook, outlook
from core.messages import Refusal
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.combat.staging import named, open_ground, path, rules_of, stage, who

D20 = ("pf1", "dnd35", "sf")
FIELD = open_ground(12, 9)


def at(
    scene: Scene, to: str, action: Action = "move", budget: int | None = 6, mover: str = "hero"
) -> Outlook:
    return outlook(scene, scene.creature(mover), parse_square(to), Manner(action, budget=budget))


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_a_way_round_an_enemy_provokes_nobody_where_the_straight_one_does(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "B5", "party"), who("orc", "M", "E6"))
    found = at(scene, "H5", budget=10)
    assert found.way is not None
    assert found.safe is not None
    assert [one.by for one in found.way.provoked.opportunities] == ["orc"]
    assert (found.way.cost, found.way.provoked.opportunities[0].at) == (6, parse_square("D5"))
    assert found.safe.provoked.opportunities == ()
    assert found.safe.cost > found.way.cost
    assert not {"D5", "E5", "F5"} & {str(square) for square in found.safe.path}
    assert at(scene, "H5").safe is None


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_a_way_that_provokes_nobody_is_the_safe_one(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "B5", "party"), who("orc", "M", "E8"))
    found = at(scene, "G5")
    assert found.safe is found.way


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_who_starts_beside_an_enemy_leaves_only_by_a_step(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "D6", "party"), who("orc", "M", "E6"))
    assert at(scene, "B6").safe is None
    assert at(scene, "C6", "five_foot_step").safe is not None
    found = at(scene, "C6", "step")
    assert found.safe is found.way


@pytest.mark.parametrize("ruleset", D20)
def test_c_116_a_withdrawal_finds_the_way_whose_first_square_alone_is_watched(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "D6", "party"), who("orc", "M", "E6"))
    found = at(scene, "G6", "withdraw", budget=12)
    assert found.safe is not None
    assert named(found.safe.path[:2]).startswith("D6 C")
    assert at(scene, "G6", "move", budget=12).safe is None


def test_c_031_a_run_has_no_other_way() -> None:
    scene = stage("pf1", FIELD, who("hero", "M", "B5", "party"), who("orc", "M", "E6"))
    found = at(scene, "H5", "run", budget=24)
    assert found.way is not None
    assert found.safe is None


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_112_c_121_a_square_left_in_cover_is_left_safely_but_not_in_pf2(ruleset: str) -> None:
    hero = who("hero", "M", "A1", "party")
    orc = who("orc", "M", "B2")
    corner = at(stage(ruleset, ".#.. .... ....", hero, orc), "A2")
    assert corner.way is not None
    assert (corner.safe is corner.way) is (ruleset != "pf2")
    assert at(stage(ruleset, ".... .... ....", hero, orc), "A2").safe is None


SEEING = who("orc", "M", "E2")
"""It watches the upper half of a field of six rows."""


@pytest.mark.parametrize("ruleset", D20)
@pytest.mark.parametrize(
    ("rows", "lower", "low", "walls"),
    [
        (open_ground(9, 6), who("two", "M", "E5", "foe", "blinded"), "", ""),
        (open_ground(9, 6), who("two", "M", "E5", "foe", "flat_footed"), "", ""),
        (open_ground(9, 6), who("two", "M", "E5"), "D4/D5 E4/E5 F4/F5", ""),
        (open_ground(9, 6), who("two", "M", "E5"), "", "D4/D5 E4/E5 F4/F5"),
        (open_ground(9, 6), who("two", "M", "E5"), "", "E4/E5"),
        (
            "......... ......... ......... ......... ..ooooo.. .........",
            who("two", "M", "E6", weapon_reach=2),
            "",
            "",
        ),
        (
            "......... ......... ......... ......... ..#####.. .........",
            who("two", "M", "E6", weapon_reach=2),
            "",
            "",
        ),
    ],
)
def test_c_112_c_113_c_115_the_detour_leads_past_those_who_may_not_strike(
    ruleset: str, rows: str, lower: Creature, low: str, walls: str
) -> None:
    scene = stage(
        ruleset, rows, who("hero", "M", "B2", "party"), SEEING, lower, low=low, walls=walls
    )
    found = at(scene, "H2", budget=12)
    assert found.safe is not None
    assert found.safe.cost == 8
    assert found.safe is not found.way


@pytest.mark.parametrize("ruleset", D20)
def test_c_106_where_both_halves_are_watched_there_is_no_safe_way(ruleset: str) -> None:
    scene = stage(
        ruleset, open_ground(9, 6), who("hero", "M", "B2", "party"), SEEING, who("two", "M", "E5")
    )
    assert at(scene, "H2", budget=40).safe is None


@pytest.mark.parametrize("ruleset", D20)
def test_c_178_creatures_between_make_a_way_safe_from_a_reach_weapon(ruleset: str) -> None:
    between = [who(f"p{n}", "M", f"{column}5", "party") for n, column in enumerate("CDEFG")]
    scene = stage(
        ruleset,
        open_ground(9, 6),
        who("hero", "M", "B2", "party"),
        SEEING,
        who("two", "M", "E6", weapon_reach=2),
        *between,
    )
    found = at(scene, "H2", budget=12)
    assert found.safe is not None
    assert found.safe.cost == 8
    lone = replace(scene, creatures=scene.creatures[:3])
    assert at(lone, "H2", budget=40).safe is None


def test_c_112_a_wall_beyond_an_enemys_reach_may_cover_a_big_mover() -> None:
    """The wall D3 is 3 squares from the pike, whose reach is 2; with B4 it covers all of C4:D5."""
    rows = "...... ...... ...{wall}.. .#.... ...... ......"
    hero = who("hero", "L", "C4", "party")
    pike = who("pike", "M", "A3", weapon_reach=2)
    covered = at(stage("pf1", rows.format(wall="#"), hero, pike), "C5", budget=None)
    assert covered.way is not None
    assert covered.safe is not None
    assert (covered.way.cost, covered.safe.cost) == (1, 1)
    assert at(stage("pf1", rows.format(wall="."), hero, pike), "C5", budget=None).safe is None


@pytest.mark.parametrize("low", ["", "B2/B3"])
def test_c_110_only_the_step_into_an_enemys_space_is_barred(low: str) -> None:
    hero = who("hero", "T", "A2", "party")
    cat = who("cat", "T", "B2")
    found = at(stage("pf1", open_ground(3, 3), hero, cat, low=low), "C2")
    assert found.way is not None
    assert found.safe is not None
    assert (found.way.cost, found.safe.cost) == (2, 3)


def test_c_110_a_very_small_mover_finds_no_safe_way_into_an_enemys_space() -> None:
    scene = stage("pf1", FIELD, who("hero", "T", "D6", "party"), who("cat", "T", "F6"))
    found = at(scene, "F6")
    assert found.way is not None
    assert found.safe is None
    assert at(scene, "F7").safe is not None


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_it_names_those_whom_the_mover_threatens_and_flanks_from_there(ruleset: str) -> None:
    scene = stage(
        ruleset,
        FIELD,
        who("hero", "M", "B5", "party"),
        who("orc", "M", "E5"),
        who("pal", "M", "F5", "party"),
        who("far", "M", "L9"),
    )
    found = at(scene, "D5")
    assert found.targets == ("orc",)
    assert [(one.target, one.ally) for one in found.partners] == [("orc", "pal")]
    assert at(scene, "D4").partners == ()


def test_it_tells_what_each_enemy_sees_of_the_mover_there() -> None:
    rows = "..... .&#.. ..... ....."
    scene = stage(
        "pf1",
        rows,
        who("hero", "M", "A1", "party"),
        who("a", "M", "E2"),
        who("b", "M", "B3"),
        who("c", "M", "E3"),
    )
    found = at(scene, "A2")
    views = {view.by: view for view in found.views}
    assert [view.by for view in found.views] == ["a", "b", "c"]
    assert (views["a"].threatens, views["a"].cover.degree) == (False, "cover")
    assert (views["b"].threatens, views["b"].cover.degree) == (True, "none")
    assert views["c"].concealment.miss_chance == 20


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_staying_costs_nothing_and_provokes_nobody(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "D6", "party"), who("orc", "M", "E6"))
    found = at(scene, "D6")
    assert found.way is not None
    assert (found.way.cost, found.way.provoked.opportunities) == (0, ())
    assert found.safe is found.way
    assert rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_a_square_out_of_reach_still_tells_who_sees_it(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "A1", "party"), who("orc", "M", "K9"))
    found = at(scene, "L9")
    assert (found.way, found.safe) == (None, None)
    assert [view.threatens for view in found.views] == [True]
    assert rules_of(found.receipt) >= {"G-6"}


def test_c_107_who_had_its_opportunity_does_not_bar_the_way() -> None:
    scene = stage("pf1", FIELD, who("hero", "M", "B5", "party"), who("orc", "M", "E6"))
    hero = scene.creature("hero")
    to = parse_square("H5")
    found = outlook(scene, hero, to, Manner(budget=6), already=("orc",))
    assert found.safe is found.way


def test_c_257_rider_and_mount_go_together() -> None:
    horse = who("horse", "L", "B4", "party", long=True)
    scene = stage(
        "pf1", FIELD, horse, who("hero", "M", "B4", "party", rides="horse"), who("orc", "M", "E6")
    )
    for mover in ("hero", "horse"):
        found = at(scene, "G4", budget=12, mover=mover)
        assert found.way is not None
        assert [one.by for one in found.way.provoked.opportunities] == ["orc"]
        assert found.safe is not None


def test_receipts_are_made_when_asked_for_and_gather_all_there_is() -> None:
    scene = stage("pf1", FIELD, who("hero", "M", "B5", "party"), who("orc", "M", "E6"))
    found = at(scene, "H5", budget=10)
    assert "receipt" not in vars(found)
    assert {"G-6", "C-106", "C-160"} <= rules_of(found.receipt)


@pytest.mark.parametrize("to", ["M1", "A10", "L9"])
def test_a_square_where_the_space_is_not_on_the_map_is_refused(to: str) -> None:
    scene = stage("pf1", FIELD, who("hero", "L", "B4", "party"))
    with pytest.raises(Refusal, match="off_the_map"):
        at(scene, to)


def test_no_answer_changes_what_it_was_asked_of() -> None:
    scene = stage("pf1", FIELD, who("hero", "M", "B5", "party"), who("orc", "M", "E6"))
    before = replace(scene)
    at(scene, "H5", budget=10)
    assert scene == before
    assert path("B5")[0] == scene.creature("hero").at
