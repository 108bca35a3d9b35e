"""Opportunities and movement triggers (2.10, 2.13, C-155, C-247, C-257), rule by rule."""

from __future__ import annotations

import pytest

from core.combat.board.drawing import Light, lit
from core.combat.board.scene import Action, Manner, Scene
from core.combat.board.squares import parse_square
from core.combat.threat.opportunities import BadPath, Provoked, provokes, standing
from core.messages import Message
from core.receipts import Receipt
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.combat.staging import named, open_ground, path, rules_of, stage, who
from tui.kit.phrases import plainest

D20 = ("pf1", "dnd35", "sf")
FIELD = open_ground(10, 10)


def going(
    scene: Scene,
    squares: str,
    action: Action = "move",
    *,
    mover: str = "hero",
    tumble: bool | frozenset[str] = False,
    already: tuple[str, ...] = (),
    squeeze: bool = False,
) -> Provoked:
    manner = Manner(action=action, tumble=tumble, squeeze=squeeze)
    return provokes(scene, scene.creature(mover), path(squares), manner, already)


def told(found: Provoked) -> dict[str, str]:
    """The squares of each that may strike."""
    assert all(one.at == one.all[0] for one in found.opportunities)
    return {one.by: named(one.all) for one in found.opportunities}


def sentences(receipt: Receipt) -> list[str]:
    return [f"{plainest(part.label)}: {plainest(part.value)}" for part in receipt.walk()]


HERO = who("hero", "M", "D4", "party")
ORC = who("orc", "M", "E4")


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_106_c_118_leaving_a_threatened_square_provokes_and_entering_does_not(
    ruleset: str,
) -> None:
    scene = stage(ruleset, FIELD, HERO, ORC)
    assert told(going(scene, "D4 C4 B4")) == {"orc": "D4"}
    far = stage(ruleset, FIELD, who("hero", "M", "B4", "party"), ORC)
    assert told(going(far, "B4 C4 D4")) == {}
    assert told(going(far, "B4 C4 D4 D5")) == {"orc": "D4"}


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_107_c_118_one_opportunity_for_each_enemy_however_many_squares(ruleset: str) -> None:
    other = who("gob", "S", "C5")
    scene = stage(ruleset, FIELD, HERO, ORC, other)
    assert told(going(scene, "D4 D5 D6 D7")) == {"gob": "D4 D5 D6", "orc": "D4 D5"}
    assert told(going(scene, "D4 D5 D4 D5")) == {"gob": "D4 D5", "orc": "D4 D5"}


def test_c_107_enemies_that_had_theirs_this_round_have_none_in_d20() -> None:
    for ruleset in D20:
        found = going(stage(ruleset, FIELD, HERO, ORC), "D4 C4", already=("orc",))
        assert told(found) == {}
        assert "C-107" in rules_of(found.receipt)


def test_c_118_pf2_counts_per_action_and_not_per_round() -> None:
    assert told(going(stage("pf2", FIELD, HERO, ORC), "D4 C4", already=("orc",))) == {"orc": "D4"}


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize(
    ("action", "rules"),
    [
        ("five_foot_step", {"C-108", "C-120"}),
        ("step", {"C-108", "C-120"}),
        ("forced", {"C-152", "C-153"}),
    ],
)
def test_c_108_c_120_c_152_c_153_steps_and_forced_movement_provoke_nothing(
    ruleset: str, action: Action, rules: set[str]
) -> None:
    found = going(stage(ruleset, FIELD, HERO, ORC), "D4 C4", action)
    assert told(found) == {}
    assert rules & rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_109_closing_with_a_long_reach_provokes_but_not_by_steps(ruleset: str) -> None:
    hero = who("hero", "M", "A2", "party")
    ogre = who("ogre", "L", "D2")
    found = going(stage(ruleset, FIELD, hero, ogre), "A2 B2 C2")
    assert told(found) == {"ogre": "B2"}
    assert "C-109" in rules_of(found.receipt)
    near = stage(ruleset, FIELD, who("hero", "M", "B2", "party"), ogre)
    assert told(going(near, "B2 C2", "five_foot_step")) == {}


@pytest.mark.parametrize("ruleset", D20)
@pytest.mark.parametrize("action", ["move", "five_foot_step", "withdraw"])
def test_c_110_a_very_small_creature_exposes_itself_by_entering_an_enemys_space(
    ruleset: str, action: Action
) -> None:
    scene = stage(ruleset, FIELD, who("hero", "T", "D4", "party"), ORC)
    found = going(scene, "D4 E4", action)
    assert told(found) == {"orc": "D4"}
    assert "C-110" in rules_of(found.receipt)
    assert told(going(scene, "D4 E4", "forced")) == {}
    assert told(going(scene, "D4 E4", action, tumble=True)) == {}


def test_c_110_only_those_who_can_strike_into_their_own_space_take_it() -> None:
    rat = who("hero", "T", "D4", "party")
    pike = who("orc", "M", "E4", weapon_reach=2)
    for ruleset, strikes in (("pf1", {}), ("dnd35", {}), ("sf", {"orc": "D4"})):
        scene = stage(ruleset, FIELD, rat, pike)
        assert told(going(scene, "D4 E4", "five_foot_step")) == strikes
    helpless = stage("pf1", FIELD, rat, who("orc", "M", "E4", "foe", "stunned"))
    assert told(going(helpless, "D4 E4", "five_foot_step")) == {}


def test_c_110_moving_about_within_the_space_enters_it_no_more() -> None:
    scene = stage("dnd35", FIELD, who("hero", "T", "D4", "party"), who("ogre", "L", "D4"))
    assert told(going(scene, "D4 E5", "five_foot_step")) == {}
    assert told(going(scene, "D4 E5")) == {"ogre": "D4"}


def test_c_110_an_enemy_without_reach_strikes_who_enters_its_square() -> None:
    scene = stage("pf1", FIELD, who("hero", "F", "D4", "party"), who("cat", "T", "E4"))
    assert told(going(scene, "D4 E4")) == {"cat": "D4"}
    assert told(going(scene, "D4 D5")) == {}


@pytest.mark.parametrize(
    ("zones", "told_of"),
    [([("D4", "dark"), ("E4", "bright")], {"cat": "D4"}), ([("E4", "dark")], {})],
    ids=["into the light", "into the dark"],
)
def test_c_110_what_hides_it_in_the_square_entered_counts(
    zones: list[tuple[str, Light]], told_of: dict[str, str]
) -> None:
    rat = who("hero", "F", "D4", "party")
    cat = who("cat", "T", "E4")
    scene = stage("pf1", FIELD, rat, cat)
    scene = replace(scene, lit=lit(scene.field, "bright", zones))
    assert told(going(scene, "D4 E4")) == told_of


def test_c_110_pf2_has_no_such_rule() -> None:
    scene = stage("pf2", FIELD, who("hero", "T", "D4", "party"), ORC)
    assert told(going(scene, "D4 E4", "step")) == {}


def test_c_111_crossing_by_size_provokes_on_every_square() -> None:
    scene = stage("dnd35", FIELD, who("hero", "S", "A2", "party"), who("giant", "H", "B1"))
    found = going(scene, "A2 B2 C2 D2 E2")
    assert told(found) == {"giant": "A2 B2 C2 D2"}
    assert "C-111" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_112_any_cover_denies_it(ruleset: str) -> None:
    corner = stage(
        ruleset, ".#.. .... ....", who("hero", "M", "A1", "party"), who("orc", "M", "B2")
    )
    found = going(corner, "A1 A2")
    assert told(found) == {}
    assert {"C-112", "C-162"} <= rules_of(found.receipt)
    low = stage(ruleset, FIELD, HERO, ORC, low="D4/E4")
    assert told(going(low, "D4 C4")) == {}


@pytest.mark.parametrize("ruleset", D20)
def test_c_112_soft_cover_denies_a_strike_with_reach(ruleset: str) -> None:
    pal = who("pal", "M", "E4", "party")
    pike = who("orc", "M", "F4", weapon_reach=2)
    found = going(stage(ruleset, FIELD, HERO, pal, pike), "D4 C4")
    assert told(found) == {}
    assert any("hero has soft cover from orc" in line for line in sentences(found.receipt))


@pytest.mark.parametrize("ruleset", D20)
def test_c_112_cover_is_that_of_the_place_before_each_step(ruleset: str) -> None:
    rows = "..... .#... ..... ....."
    scene = stage(ruleset, rows, who("hero", "M", "A2", "party"), who("ogre", "L", "C2"))
    assert told(going(scene, "A2 A3 A4")) == {"ogre": "A3"}


@pytest.mark.parametrize("ruleset", D20)
@pytest.mark.parametrize("condition", ["invisible", ""])
def test_c_113_total_concealment_denies_it(ruleset: str, condition: str) -> None:
    hero = who("hero", "M", "D4", "party", *filter(None, [condition]))
    blind = who("orc", "M", "E4", "foe", *(() if condition else ("blinded",)))
    found = going(stage(ruleset, FIELD, hero, blind), "D4 C4")
    assert told(found) == {}
    assert "C-113" in rules_of(found.receipt)
    seen = who("orc", "M", "E4", "foe", "see_invisible")
    assert told(going(stage(ruleset, FIELD, hero, seen), "D4 C4")) == {"orc": "D4"}


def test_c_113_in_the_dark_only_those_strike_who_see_in_it() -> None:
    dwarf = who("dwarf", "M", "D5", "foe", "darkvision")
    scene = stage("pf1", FIELD, HERO, ORC, dwarf, light="dark")
    assert told(going(scene, "D4 C3")) == {"dwarf": "D4"}


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_114_any_threatened_square_of_a_big_mover_counts(ruleset: str) -> None:
    ogre = who("hero", "L", "A1", "party")
    orc = who("orc", "M", "C3")
    found = going(stage(ruleset, FIELD, ogre, orc), "A1 A2 A3 A4 A5")
    assert told(found) == {"orc": "A1 A2 A3 A4"}
    assert "C-114" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_115_the_flat_footed_strike_only_with_combat_reflexes(ruleset: str) -> None:
    slow = who("a", "M", "E4", "foe", "flat_footed")
    quick = ("flat_footed", "combat_reflexes")
    scene = stage(ruleset, FIELD, HERO, slow, who("b", "M", "E5", "foe", *quick))
    found = going(scene, "D4 C4")
    assert told(found) == {"b": "D4"}
    assert "C-115" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
@pytest.mark.parametrize("held", ["grappling", "pinned"])
def test_c_107_who_is_held_strikes_at_nobody_who_passes_combat_reflexes_or_not(
    ruleset: str, held: str
) -> None:
    """Given an orc that is grappled or pinned, then its receipt says so, not that it is flat."""
    orc = who("a", "M", "E4", "foe", held, "combat_reflexes")
    scene = stage(ruleset, FIELD, HERO, orc, switches={"conditions": "open_rules"})
    found = going(scene, "D4 C4")
    assert told(found) == {}
    if held == "grappling" and ruleset == "pf1":
        said = [plainest(receipt.label) for receipt in found.receipt.walk()]
        assert "a makes no attacks of opportunity: grappled" in said


def test_c_115_a_climber_with_combat_reflexes_strikes_and_the_receipt_says_why() -> None:
    ape = who("ape", "M", "E4", "foe", "climbing", "combat_reflexes")
    found = going(stage("sf", FIELD, HERO, ape), "D4 C4")
    assert told(found) == {"ape": "D4"}
    assert "C-115" in rules_of(found.receipt)


def test_c_115_pf2_lets_the_flat_footed_react() -> None:
    scene = stage("pf2", FIELD, HERO, who("orc", "M", "E4", "foe", "flat_footed"))
    assert told(going(scene, "D4 C4")) == {"orc": "D4"}


@pytest.mark.parametrize("ruleset", D20)
def test_c_116_a_withdrawal_excuses_the_starting_square_only(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, HERO, ORC)
    assert told(going(scene, "D4 C4 B4", "withdraw")) == {}
    assert told(going(scene, "D4 D5 C5", "withdraw")) == {"orc": "D5"}
    assert told(going(scene, "D4 D5 D4 C4", "withdraw")) == {"orc": "D5"}


@pytest.mark.parametrize("ruleset", D20)
def test_c_116_an_enemy_that_the_mover_does_not_see_still_strikes(ruleset: str) -> None:
    unseen = who("orc", "M", "E4", "foe", "invisible")
    found = going(stage(ruleset, FIELD, HERO, unseen), "D4 C4", "withdraw")
    assert told(found) == {"orc": "D4"}
    assert any("hero does not see orc" in line for line in sentences(found.receipt))
    keen = who("hero", "M", "D4", "party", "see_invisible")
    assert told(going(stage(ruleset, FIELD, keen, unseen), "D4 C4", "withdraw")) == {}
    blind = who("hero", "M", "D4", "party", "blinded")
    assert told(going(stage(ruleset, FIELD, blind, ORC), "D4 C4", "withdraw")) == {"orc": "D4"}
    hidden = who("orc", "M", "E4", hidden=True)
    assert told(going(stage(ruleset, FIELD, HERO, hidden), "D4 C4", "withdraw")) == {"orc": "D4"}


def test_c_116_pf2_knows_no_withdrawal() -> None:
    assert told(going(stage("pf2", FIELD, HERO, ORC), "D4 C4", "withdraw")) == {"orc": "D4"}


@pytest.mark.parametrize("ruleset", D20)
def test_c_117_nobody_strikes_whom_the_tumble_beat(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, HERO, ORC, who("gob", "S", "D5"))
    assert told(going(scene, "D4 C3", tumble=True)) == {}
    found = going(scene, "D4 C3", tumble=frozenset({"orc"}))
    assert told(found) == {"gob": "D4"}
    assert "C-117" in rules_of(found.receipt)


def test_c_117_pf2_triggers_whoever_tumbles_through() -> None:
    scene = stage("pf2", FIELD, HERO, ORC)
    assert told(going(scene, "D4 C4", tumble=True)) == {"orc": "D4"}


def test_c_119_a_move_action_without_movement_triggers_where_it_ends() -> None:
    found = going(stage("pf2", FIELD, HERO, ORC), "D4")
    assert told(found) == {"orc": "D4"}
    assert "C-119" in rules_of(found.receipt)
    assert told(going(stage("pf2", FIELD, HERO, ORC), "D4", "step")) == {}
    for ruleset in D20:
        assert told(going(stage(ruleset, FIELD, HERO, ORC), "D4")) == {}


def test_c_121_cover_and_concealment_stop_no_reaction_in_pf2_but_walls_do() -> None:
    hero = who("hero", "M", "A1", "party", "invisible")
    rows = ".#.. .... ...."
    found = going(stage("pf2", rows, hero, who("orc", "M", "B2")), "A1 A2")
    assert told(found) == {"orc": "A1"}
    assert "C-121" in rules_of(found.receipt)
    sealed = stage("pf2", ".#. #.. ...", hero, who("orc", "M", "B2"))
    found = going(sealed, "A1 B2")
    assert told(found) == {}
    assert "C-103" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_155_one_square_of_minimum_movement_is_no_small_step(ruleset: str) -> None:
    scene = stage(
        ruleset, "..... .%... ..... .....", who("hero", "M", "C3", "party"), who("orc", "M", "D3")
    )
    found = going(scene, "C3 B2")
    assert told(found) == {"orc": "C3"}
    assert "C-155" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_247_a_coup_de_grace_provokes_from_all_who_threaten(ruleset: str) -> None:
    far = who("ogre", "L", "F4")
    watchers = (ORC, far, who("gob", "S", "D8"), who("slow", "M", "D5", "foe", "flat_footed"))
    scene = stage(ruleset, FIELD, who("hero", "M", "D4", "party"), *watchers)
    found = standing(scene, scene.creature("hero"), "coup_de_grace")
    assert [one.by for one in found.opportunities] == ["orc"]  # the ogre's way is through the orc
    assert {"C-247", "C-112", "C-115"} <= rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_257_rider_and_mount_are_one_mover(ruleset: str) -> None:
    horse = who("horse", "L", "A1", "party", long=True)
    scene = stage(
        ruleset, FIELD, horse, who("hero", "M", "A1", "party", rides="horse"), who("orc", "M", "C3")
    )
    for mover in ("hero", "horse"):
        found = going(scene, "A1 A2 A3", mover=mover)
        assert told(found) == {"orc": "A1 A2"}
        assert "C-257" in rules_of(found.receipt)


def test_c_257_an_enemy_may_choose_which_of_the_two_it_sees() -> None:
    horse = who("horse", "L", "A1", "party", "invisible", long=True)
    rider = who("hero", "M", "A1", "party", rides="horse")
    orc = who("orc", "M", "C3")
    assert told(going(stage("pf1", FIELD, horse, rider, orc), "A1 A2")) == {"orc": "A1"}
    unseen = who("hero", "M", "A1", "party", "invisible", rides="horse")
    assert told(going(stage("pf1", FIELD, horse, unseen, orc), "A1 A2")) == {}


def test_c_257_rider_and_mount_each_have_an_opportunity_of_their_own() -> None:
    horse = who("horse", "L", "E4")
    rider = who("orc", "M", "E4", rides="horse")
    assert told(going(stage("pf1", FIELD, HERO, horse, rider), "D4 C4")) == {
        "horse": "D4",
        "orc": "D4",
    }


def test_a_squeezing_creature_is_watched_along_the_last_stretch_of_its_path() -> None:
    rows = "########## .......... ##########"
    ogre = who("hero", "L", "C2", "party")
    orc = who("orc", "M", "A2")
    scene = stage("pf1", rows, ogre, orc)
    assert told(going(scene, "C2 D2 E2")) == {}
    near = stage("pf1", rows, who("hero", "L", "B2", "party"), orc)
    assert told(going(near, "B2 C2 D2 E2", squeeze=True)) == {"orc": "B2 C2"}


@pytest.mark.parametrize(
    ("squares", "action", "code", "number"),
    [
        ("", "move", "wrong_start", 1),
        ("A1 A2", "move", "wrong_start", 1),
        ("D4 D5 D7", "move", "not_adjacent", 3),
        ("D4 D4", "move", "not_adjacent", 2),
        ("D4 D5 D6", "five_foot_step", "too_long", 3),
        ("D4 D5 D6", "step", "too_long", 3),
        ("D4 D5 D6 D7 D8 D9 D10 D11", "move", "off_the_map", 8),
    ],
)
def test_a_path_that_is_none_is_refused(
    squares: str, action: Action, code: str, number: int
) -> None:
    with pytest.raises(BadPath) as caught:
        going(stage("pf1", FIELD, HERO, ORC), squares, action)
    assert (caught.value.code, caught.value.number) == (code, number)
    assert isinstance(caught.value.message, Message)


def test_a_path_of_a_big_mover_keeps_its_whole_space_on_the_map() -> None:
    scene = stage("pf1", FIELD, who("hero", "L", "I1", "party"), ORC)
    with pytest.raises(BadPath, match="off_the_map"):
        going(scene, "I1 J1")


def test_receipts_say_for_each_enemy_and_square_why_it_strikes_or_not() -> None:
    pal = who("pal", "M", "C4", "party")
    ogre = who("ogre", "L", "A3")
    found = going(stage("pf1", FIELD, HERO, ORC, pal, ogre, who("far", "M", "J10")), "D4 D5 E6")
    lines = sentences(found.receipt)
    assert lines[0] == "who may strike at hero on its way: ogre, orc"
    assert "D4: hero has soft cover from ogre: may not strike" in lines
    assert "D5: ogre threatens it: may strike" in lines
    assert "one opportunity for orc, first at: D4" in lines
    assert "squares left that far threatens: none" in lines
    assert parse_square("D4") == found.opportunities[1].at
