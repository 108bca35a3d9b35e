"""Creatures in the way (2.6): whose squares are open, to whom, and who hampers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import parse_square
from core.combat.movement.footing import lying_on
from core.combat.movement.moves import move
from core.combat.movement.stops import may_end
from core.messages import Message
from core.receipts import Receipt
from core.values import replace
from tests.core.combat.scenes import scenes
from tests.core.combat.staging import open_ground, path, rules_of, stage, who

D20 = ("pf1", "dnd35", "sf")
ALL = (*D20, "pf2")


def through(
    ruleset: str, mover: Creature, other: Creature, manner: Manner | None = None
) -> tuple[str, str]:
    """What becomes of walking from A1 through B1 to C1, and of stopping at B1."""
    scene = stage(ruleset, open_ground(12, 8), mover, other)
    chosen = manner or Manner()
    crossed = move(scene, mover, path("A1 B1 C1"), chosen)
    free = Manner(
        action=chosen.action, tumble=chosen.tumble, next_move_action=chosen.next_move_action
    )
    reason = "open" if crossed.cost is not None else crossed.reason
    return reason, may_end(scene, mover, parse_square("B1"), free).reason


HERO = who("hero", "M", "A1", "party")


@pytest.mark.parametrize("ruleset", ALL)
def test_c_056_a_friend_is_crossed_but_not_stopped_on(ruleset: str) -> None:
    pal = who("pal", "M", "B1", "party")
    assert through(ruleset, HERO, pal) == ("open", "end_occupied")


@pytest.mark.parametrize("ruleset", D20)
def test_c_056_no_charge_goes_through_a_friend_unless_it_is_defenceless(ruleset: str) -> None:
    charge = Manner(action="charge")
    assert through(ruleset, HERO, who("pal", "M", "B1", "party"), charge)[0] == "ally_charge"
    asleep = who("pal", "M", "B1", "party", "asleep")
    assert through(ruleset, HERO, asleep, charge)[0] == "open"


def test_c_056_a_very_small_friend_is_in_the_way_of_a_charge_too() -> None:
    rat = who("rat", "T", "A1", "party")
    pal = who("pal", "M", "B1", "party")
    assert through("pf1", rat, pal, Manner(action="charge"))[0] == "ally_charge"
    assert through("pf1", rat, pal) == ("open", "ok")


@pytest.mark.parametrize("ruleset", D20)
@pytest.mark.parametrize(
    "condition",
    ["helpless", "unconscious", "asleep", "paralyzed", "bound", "dead", "stunned"],
)
def test_c_059_the_defenceless_are_crossed_and_stopped_on(ruleset: str, condition: str) -> None:
    assert through(ruleset, HERO, who("orc", "M", "B1", "foe", condition)) == ("open", "ok")


@pytest.mark.parametrize("condition", ["prone", "dazed", "cowering", "pinned", "blinded"])
def test_c_058_other_enemies_close_their_squares(condition: str) -> None:
    orc = who("orc", "M", "B1", "foe", condition)
    assert through("pf1", HERO, orc) == ("occupied", "end_occupied")


@pytest.mark.parametrize(
    ("ruleset", "size", "conditions", "cost"),
    [
        ("pf1", "H", ("dead",), 2),
        ("pf1", "M", ("dead", "bulky"), 3),
        ("dnd35", "H", ("dead", "bulky"), 4),
        ("sf", "L", ("dead",), 4),
        ("sf", "M", ("dead", "bulky"), 2),
        ("pf2", "M", ("dead", "bulky"), 2),
    ],
)
def test_c_060_big_bodies_are_one_more_doubling(
    ruleset: str, size: str, conditions: tuple[str, ...], cost: int
) -> None:
    body = who("body", size, "B1", "foe", *conditions)
    scene = stage(ruleset, open_ground(12, 8), HERO, body)
    found = move(scene, HERO, path("A1 B1 C1"), Manner())
    assert found.cost == cost
    assert ("C-060" in rules_of(found.receipt)) == (cost > 2)


def test_c_060_two_bodies_are_one_doubling_and_flyers_pass_above_them() -> None:
    bodies = [who(name, "H", "B1", "foe", "dead", "bulky") for name in ("one", "two")]
    scene = stage("pf1", open_ground(6, 3), HERO, *bodies)
    walked = move(scene, HERO, path("A1 B1"), Manner())
    flown = move(scene, HERO, path("A1 B1"), Manner(mode="fly"))
    assert (walked.cost, flown.cost) == (2, 1)
    assert said(walked.receipt, "C-060") == ["one more doubling", "counted already"]
    assert said(flown.receipt, "C-060") == []


def said(receipt: Receipt, rule: str) -> list[str]:
    """What the parts of a receipt say by this rule."""
    values = (part.value for part in receipt.walk() if part.rule == rule)
    return [value.template for value in values if isinstance(value, Message)]


def test_c_060_in_sf_a_large_friend_is_crossed_at_normal_cost() -> None:
    """The doubling is for what C-059 and C-063 open."""
    mount = who("pal", "L", "B1", "party")
    scene = stage("sf", open_ground(6, 3), HERO, mount)
    assert move(scene, HERO, path("A1 B1 C1 D1"), Manner()).cost == 3


@pytest.mark.parametrize("ruleset", ALL)
def test_c_063_an_acrobatic_check_opens_the_squares_of_those_it_beat(ruleset: str) -> None:
    orc = who("orc", "M", "B1")
    assert through(ruleset, HERO, orc, Manner(tumble=True)) == ("open", "end_occupied")
    assert through(ruleset, HERO, orc, Manner(tumble=frozenset({"orc"})))[0] == "open"
    assert through(ruleset, HERO, orc, Manner(tumble=frozenset({"elf"})))[0] == "occupied"


def test_c_062_an_overrun_in_a_charge_is_left_to_the_table() -> None:
    scene = stage("pf1", open_ground(4, 1), HERO, who("orc", "M", "B1"))
    found = move(scene, HERO, path("A1 B1"), Manner(action="charge"))
    assert found.reason == "occupied"
    assert "C-062" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", ALL)
def test_c_064_the_very_small_enter_and_stop_anywhere(ruleset: str) -> None:
    rat = who("rat", "T", "A1")
    for other in (who("a", "M", "B1", "party"), who("b", "M", "B1")):
        assert through(ruleset, rat, other) == ("open", "ok")


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(("mine", "theirs", "opens"), [("S", "H", True), ("M", "H", False)])
def test_c_065_three_sizes_apart_let_pass_but_not_stop(
    ruleset: str, mine: str, theirs: str, opens: bool
) -> None:
    small = who("mover", mine, "A1")
    big = who("other", theirs, "B1", "party")
    reason = "open" if opens else "occupied"
    assert through(ruleset, small, big) == (reason, "end_occupied")


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("mover", [HERO, who("rat", "T", "A1"), who("hero", "S", "A1", "foe")])
def test_c_066_nobody_passes_what_fills_its_space_until_it_is_destroyed(
    ruleset: str, mover: Creature
) -> None:
    manner = Manner(tumble=True)
    cube = who("cube", "H", "B1", "foe", "fills_space", "unconscious")
    assert through(ruleset, mover, cube, manner) == ("fills_space", "end_occupied")
    rubble = who("cube", "M" if mover.size != "S" else "S", "B1", "foe", "fills_space", "dead")
    assert through(ruleset, mover, rubble, manner) == ("open", "ok")


@pytest.mark.parametrize("ruleset", ALL)
def test_c_067_four_tiny_ones_fill_a_square_whoever_they_are(ruleset: str) -> None:
    def stop(*sizes: str) -> str:
        rat = who("rat", "T", "A1")
        there = [who(f"r{n}", size, "B1", "party") for n, size in enumerate(sizes)]
        scene = stage(ruleset, open_ground(3, 1), rat, *there)
        return may_end(scene, rat, parse_square("B1"), Manner()).reason

    assert stop("T", "T", "T") == "ok"
    assert stop("T", "T", "T", "T") == "end_full"
    assert stop("T", "T", "T", "M", "S") == "ok"


def test_c_067_the_smaller_count_by_hundredths() -> None:
    def stop(mine: str, *sizes: str) -> str:
        mover = who("mover", mine, "A1")
        there = [who(f"r{n}", size, "B1", "party") for n, size in enumerate(sizes)]
        scene = stage("pf1", open_ground(3, 1), mover, *there)
        found = may_end(scene, mover, parse_square("B1"), Manner())
        assert ("C-067" in rules_of(found.receipt)) == bool(sizes and mine in "FDT")
        return found.reason

    assert stop("D", *["D"] * 24) == "ok"
    assert stop("D", *["D"] * 25) == "end_full"
    assert stop("F", *["T"] * 3, *["D"] * 6) == "ok"
    assert stop("F", *["T"] * 3, *["D"] * 6, "F") == "end_full"
    assert stop("M", *["T"] * 9) == "end_occupied"


@pytest.mark.parametrize(
    ("other", "crossed", "stop"),
    [
        (who("pal", "M", "B1", "party", "prone"), "open", "ok"),
        (who("pal", "L", "B1", "party", "prone"), "open", "end_occupied"),
        (who("orc", "M", "B1", "foe", "prone"), "occupied", "end_occupied"),
        (who("orc", "M", "B1", "foe", "dead"), "open", "ok"),
        (who("orc", "S", "B1", "foe", "unconscious"), "open", "ok"),
        (who("orc", "M", "B1", "foe", "paralyzed"), "occupied", "end_occupied"),
        (who("orc", "M", "B1", "foe", "bound"), "occupied", "end_occupied"),
        (who("bull", "L", "B1", "foe", "dead"), "occupied", "end_occupied"),
        (who("titan", "G", "B1", "foe", "dead"), "open", "end_occupied"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.id}-{value.conditions[0]}",
)
def test_c_071_the_fallen_are_shared_if_no_larger(other: Creature, crossed: str, stop: str) -> None:
    assert through("pf2", HERO, other) == (crossed, stop)


def test_c_073_climbing_onto_a_bigger_body_is_up_to_the_gm() -> None:
    scene = stage("pf2", open_ground(4, 2), HERO, who("bull", "L", "B1", "foe", "dead"))
    assert {"C-071", "C-073"} <= rules_of(move(scene, HERO, path("A1 B1"), Manner()).receipt)


def test_c_072_nobody_stands_up_under_another() -> None:
    below = who("below", "M", "A1", "party", "prone")
    above = who("above", "M", "A1", "party")
    for ruleset, holds in (("pf2", (above,)), ("pf1", ())):
        scene = stage(ruleset, open_ground(2, 1), below, above)
        assert lying_on(scene, below) == holds
        assert lying_on(scene, above) == ()


def test_c_069_an_action_may_end_in_a_space_that_the_next_one_leaves() -> None:
    pal = who("pal", "M", "B1", "party")
    leaves = Manner(next_move_action=True)
    assert through("pf2", HERO, pal, leaves) == ("open", "ok")
    assert through("pf2", HERO, who("orc", "M", "B1"), leaves) == ("occupied", "end_occupied")
    assert through("pf1", HERO, pal, leaves) == ("open", "end_occupied")


def test_c_257_rider_and_mount_are_never_in_each_others_way() -> None:
    horse = who("horse", "L", "A1", "party", long=True)
    riders = [who(name, "M", "A1", "party", rides="horse") for name in ("ann", "bob")]
    scene = stage("pf1", open_ground(8, 2), horse, *riders)
    for mover in (horse, *riders):
        found = move(scene, mover, path("A1 B1 C1"), Manner())
        assert (found.reason, found.cost) == ("ok", 2)
        assert "C-257" in rules_of(found.receipt)


def test_c_257_the_pair_moves_with_the_mounts_size_mode_and_conditions() -> None:
    horse = who("horse", "L", "A1", "party", "paralyzed")
    rider = who("ann", "M", "A1", "party", rides="horse")
    scene = stage("pf1", open_ground(8, 2), horse, rider)
    assert move(scene, rider, path("A1 B1"), Manner()).reason == "cannot_move"
    sound = who("horse", "L", "A1", "party")
    hurt = who("ann", "M", "A1", "party", "paralyzed", rides="horse")
    scene = stage("pf1", "........ ..#.....", sound, hurt)
    assert move(scene, hurt, path("A1 B1"), Manner()).reason == "blocked"


def test_c_257_who_rides_nobody_stands_where_it_is() -> None:
    """Nor is it paired with one that has no id."""
    nameless = who("", "M", "A1")
    hero = who("hero", "M", "C3")
    scene = stage("pf2", open_ground(3, 3), nameless, hero)
    assert scene.body(hero).anchor == parse_square("C3")
    assert not scene.paired(nameless, hero)
    assert not scene.paired(hero, nameless)


def test_c_257_an_enemy_rider_is_in_the_way_in_its_mounts_space() -> None:
    horse = who("horse", "L", "B1", "foe", "unconscious")
    rider = who("orc", "M", "B1", "foe", rides="horse")
    scene = stage("pf1", open_ground(6, 3), HERO, horse, rider)
    assert move(scene, HERO, path("A1 A2 B2"), Manner()).reason == "occupied"


@given(scene=scenes(), data=st.data())
def test_what_is_kept_of_a_scene_is_what_would_be_looked_up_again(
    scene: Scene, data: st.DataObject
) -> None:
    """Given a creature that lies down elsewhere, then its riders are elsewhere, too.

    The same change is made twice: before anything of the scene was looked up, and after.
    """
    creature = data.draw(st.sampled_from(scene.creatures))
    changed = replace(creature, conditions=("prone",), at=creature.at.by(1, 0))
    looked_up = scene.with_creatures(changed)
    known = {one.creature.id: one for one in scene.present}

    after = scene.with_creatures(changed)

    assert after.present == looked_up.present
    for one in after.present:
        if changed.id not in (one.creature.id, one.creature.rides):
            assert one is known[one.creature.id]


@pytest.mark.parametrize("ruleset", ALL)
def test_a_scene_without_a_creature_is_that_in_which_it_never_was(ruleset: str) -> None:
    """Given a rider and its mount, when the mount is left out, then the rider is on foot."""
    mount = who("mount", "L", "B1")
    rider = who("rider", "M", "B1", rides="mount")
    whole = stage(ruleset, open_ground(12, 8), HERO, mount, rider)
    left = whole.without({"mount"})
    assert left == stage(ruleset, open_ground(12, 8), HERO, replace(rider, rides=""))
    assert whole.without({"hero"}).creatures == (mount, rider)
